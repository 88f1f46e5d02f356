//! Pairs of games, counted by the first player's points.

use serde::{Deserialize, Serialize};

/// The numbers of pairs in which the first player scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    counts: [u64; 5],
}

impl Pentanomial {
    /// From the counts of pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn new(counts: [u64; 5]) -> Self {
        Self { counts }
    }

    /// Counts a pair in which the first player scored `half_points` half points.
    ///
    /// # Panics
    /// If `half_points` is above 4.
    pub const fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// The counts of pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same as a float.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2⁵³ games")]
    pub(super) fn pair_count(&self) -> f64 {
        self.pairs() as f64
    }

    /// The first player's mean score per game, 0 to 1; ½ without games.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.weighted().map(|(score, count)| score * count).sum::<f64>() / self.pair_count()
    }

    /// The variance of a pair's mean score per game; 0 without games.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        let squares = self.weighted().map(|(score, count)| (score - mean).powi(2) * count);
        squares.sum::<f64>() / self.pair_count().max(1.0)
    }

    /// The standard deviation of the mean score; infinite without games.
    pub fn standard_error(&self) -> f64 {
        if self.pairs() == 0 { f64::INFINITY } else { (self.variance() / self.pair_count()).sqrt() }
    }

    /// Each score per game that a pair can have, with its count.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2⁵³ games")]
    pub(super) fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        SCORES.into_iter().zip(self.counts.map(|count| count as f64))
    }
}

/// The scores per game that a pair can have.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
