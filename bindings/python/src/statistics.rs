//! Ratings and pair statistics, as computed by the arena.

use match_statistics::{Comparison, Estimate, Pentanomial};
use pyo3::prelude::*;

use crate::shared::value_error;

/// The Elo rating and its error for each player, from pairs of games: the first player, the second player, and the
/// first player's points out of 2. The mean rating is 0.
#[pyfunction]
pub(crate) fn ratings(
    players: usize,
    pairs: Vec<(usize, usize, f64)>,
) -> PyResult<Vec<(f64, f64)>> {
    let comparison = |(first, second, score)| Comparison { first, second, score, games: 2.0 };
    if let Some((first, second, score)) =
        pairs.iter().find(|(first, second, score)| !is_pair(players, *first, *second, *score))
    {
        return Err(value_error(format_args!(
            "a pair between players {first} and {second} with {score} points, expected two of {players} players and 0 to 2 points"
        )));
    }
    let comparisons: Vec<Comparison> = pairs.into_iter().map(comparison).collect();
    let ratings = match_statistics::ratings(players, &comparisons);
    Ok(ratings.into_iter().map(|Estimate { value, error }| (value, error)).collect())
}

fn is_pair(players: usize, first: usize, second: usize, score: f64) -> bool {
    first != second && first.max(second) < players && (0.0..=2.0).contains(&score)
}

/// The first player's mean score, the Elo difference, its error, and the probability that the first player is stronger,
/// from the number of pairs with 0, ½, 1, 1½ and 2 points.
#[pyfunction]
pub(crate) fn pair_statistics(counts: [u64; 5]) -> (f64, f64, f64, f64) {
    let pairs = Pentanomial::new(counts);
    let Estimate { value, error } = pairs.elo();
    (pairs.score(), value, error, pairs.likelihood_of_superiority())
}
