//! Results of game pairs, and their Elo.

use std::f64::consts::LN_10;

use serde::{Deserialize, Serialize};

use super::rating::{ELO_PER_UNIT, Fit};
use super::{Comparison, Estimate};

/// The number of pairs in which the first player scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial {
    counts: [u64; 5],
    /// The number of pairs with a win and a loss. Only a trinomial test needs this number, so it is not stored.
    #[serde(skip)]
    split: u64,
}

impl Pentanomial {
    /// Creates the statistics from the number of pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn new(counts: [u64; 5]) -> Self {
        Self { counts, split: 0 }
    }

    /// Counts a pair in which the first player scored `half_points` half points.
    ///
    /// # Panics
    /// If `half_points` is greater than 4.
    pub const fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// Counts a pair with these half points for the first player in the two games.
    ///
    /// # Panics
    /// If either is greater than 2.
    pub const fn add_games(&mut self, half_points: [usize; 2]) {
        let [first, second] = half_points;
        assert!(first <= 2 && second <= 2, "a game has two half points");
        self.add(first + second);
        self.split += (first + second == 2 && first != 1) as u64;
    }

    /// The number of games that the first player lost, drew and won.
    pub const fn games(&self) -> [u64; 3] {
        let [lost, half, even, more, won] = self.counts;
        [
            2 * lost + half + self.split,
            half + 2 * even.saturating_sub(self.split) + more,
            more + 2 * won + self.split,
        ]
    }

    /// The number of pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Number of pairs as a float.
    #[expect(clippy::cast_precision_loss, reason = "a run has fewer than 2⁵³ games")]
    pub(super) fn pair_count(&self) -> f64 {
        self.pairs() as f64
    }

    /// The first player's mean score per game, from 0 to 1; ½ without games.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.weighted_scores().map(|(score, count)| score * count).sum::<f64>() / self.pair_count()
    }

    /// The variance of a pair's mean score per game; 0 without games.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        let squares = self.weighted_scores().map(|(score, count)| (score - mean).powi(2) * count);
        squares.sum::<f64>() / self.pair_count().max(1.0)
    }

    /// The standard deviation of the mean score; infinite without games.
    pub fn standard_error(&self) -> f64 {
        if self.pairs() == 0 { f64::INFINITY } else { (self.variance() / self.pair_count()).sqrt() }
    }

    /// Each possible game score, with its count.
    #[expect(clippy::cast_precision_loss, reason = "a run has fewer than 2⁵³ games")]
    pub(super) fn weighted_game_scores(&self) -> impl Iterator<Item = (f64, f64)> {
        [0.0, 0.5, 1.0].into_iter().zip(self.games().map(|count| count as f64))
    }

    /// Each possible mean score in a pair, with its count.
    #[expect(clippy::cast_precision_loss, reason = "a run has fewer than 2⁵³ games")]
    pub(super) fn weighted_scores(&self) -> impl Iterator<Item = (f64, f64)> {
        SCORES.into_iter().zip(self.counts.map(|count| count as f64))
    }
}

/// The possible mean scores in a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The Elo difference that corresponds to this mean score per game (0 to 1): −400·log₁₀(1/s − 1) (Elo, *The Rating of
/// Chessplayers*, 1978, with the logistic curve).
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score per game that corresponds to an Elo difference: the inverse of [`elo_of_score`].
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Elo per unit of normalized score per game: 800/ln 10 (M. Van den Bergh, *Normalized Elo*, 2021). Without draws,
/// normalized Elo approximates logistic Elo.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

impl Pentanomial {
    /// The logistic Elo difference between the first player and the second, equal to the result from
    /// [`ratings`](crate::ratings) for the same pairs.
    pub fn elo(&self) -> Estimate {
        let StrengthDifference { difference, deviation, fit } = self.strength_difference();
        self.or_unknown(Estimate {
            value: difference * ELO_PER_UNIT,
            error: fit.quantile() * deviation * ELO_PER_UNIT,
        })
    }

    /// The difference in normalized Elo: (s − ½)/√(2·variance of a pair)·800/ln 10. It determines the number of games
    /// needed to detect the difference (M. Van den Bergh, *Normalized Elo*, 2021). The score s and the variance are as
    /// in [`elo`](Self::elo). The error is half the width of that interval in these units, assuming that the dispersion
    /// is known.
    pub fn normalized_elo(&self) -> Estimate {
        let StrengthDifference { difference, deviation, fit } = self.strength_difference();
        let margin = fit.quantile() * deviation;
        // (s − ½)/√(s·(1 − s)) equals sinh(d/2), where d is the difference on the logistic curve.
        let unit = NORMALIZED_UNIT / fit.dispersion.sqrt();
        let [value, low, high] = [difference, difference - margin, difference + margin]
            .map(|difference| unit * (difference / 2.0).sinh());
        self.or_unknown(Estimate { value, error: (high - low) / 2.0 })
    }

    /// The probability that the first player is stronger, from 0 to 1, under the distribution of [`elo`](Self::elo).
    /// The probability is ½ without a difference or without games.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let StrengthDifference { difference, deviation, fit } = self.strength_difference();
        fit.probability_above_zero(difference / deviation)
    }

    fn strength_difference(&self) -> StrengthDifference {
        let comparison = |score| Comparison { first: 0, second: 1, score: 2.0 * score, games: 2.0 };
        let comparisons: Vec<(Comparison, f64)> =
            self.weighted_scores().map(|(score, count)| (comparison(score), count)).collect();
        let fit = Fit::of(2, &comparisons);
        StrengthDifference {
            difference: fit.strengths[0] - fit.strengths[1],
            // Both strengths are equally far from their mean.
            deviation: 2.0 * fit.deviations[0],
            fit,
        }
    }

    fn or_unknown(&self, estimate: Estimate) -> Estimate {
        if self.pairs() == 0 { Estimate::UNKNOWN } else { estimate }
    }
}

/// The difference in strength, in units of the logistic curve.
struct StrengthDifference {
    difference: f64,
    deviation: f64,
    fit: Fit,
}
