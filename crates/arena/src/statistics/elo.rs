//! Elo differences from scores.

use std::f64::consts::LN_10;

use super::rating::{ELO_PER_UNIT, Fit};
use super::{Comparison, Estimate, Pentanomial};

/// The difference in Elo that leads to this mean score per game (0 to 1): −400·log₁₀(1/s − 1) (Elo, *The Rating of
/// Chessplayers*, 1978, with the logistic curve).
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score per game that a difference in Elo leads to: the inverse of [`elo_of_score`].
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Elo per unit of normalized score per game: 800/ln 10 (M. Van den Bergh, *Normalized Elo*, 2021), so that it is
/// about the logistic Elo where no game is drawn.
pub(super) const NORMALIZED_UNIT: f64 = 800.0 / LN_10;

impl Pentanomial {
    /// The Elo difference of the first player to the second, logistic, as [`ratings`](super::ratings) finds it from the
    /// same pairs.
    pub fn elo(&self) -> Estimate {
        let StrengthDifference { difference, deviation, fit } = self.strength_difference();
        self.known(Estimate {
            value: difference * ELO_PER_UNIT,
            error: fit.quantile() * deviation * ELO_PER_UNIT,
        })
    }

    /// The difference in normalized Elo, (s − ½)/√(2·variance of a pair)·800/ln 10, which determines how many games it
    /// takes to detect the difference (M. Van den Bergh, *Normalized Elo*, 2021). The score s and the variance are
    /// those that belong to [`elo`](Self::elo); the error is half of what its interval spans in these units, with the
    /// dispersion taken as known.
    pub fn normalized_elo(&self) -> Estimate {
        let StrengthDifference { difference, deviation, fit } = self.strength_difference();
        let margin = fit.quantile() * deviation;
        // (s − ½)/√(s·(1 − s)) is sinh(d/2) where d is the difference on the logistic curve.
        let unit = NORMALIZED_UNIT / fit.dispersion.sqrt();
        let [value, low, high] = [difference, difference - margin, difference + margin]
            .map(|difference| unit * (difference / 2.0).sinh());
        self.known(Estimate { value, error: (high - low) / 2.0 })
    }

    /// The probability that the first player is the stronger one, from 0 to 1, by the distribution of
    /// [`elo`](Self::elo). Without a difference or without games it is ½.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let StrengthDifference { difference, deviation, fit } = self.strength_difference();
        fit.probability_above_zero(difference / deviation)
    }

    fn strength_difference(&self) -> StrengthDifference {
        let comparison = |score| Comparison { first: 0, second: 1, score: 2.0 * score, games: 2.0 };
        let comparisons: Vec<(Comparison, f64)> =
            self.weighted().map(|(score, count)| (comparison(score), count)).collect();
        let fit = Fit::of(2, &comparisons);
        StrengthDifference {
            difference: fit.strengths[0] - fit.strengths[1],
            // Both lie at the same distance from their mean.
            deviation: 2.0 * fit.deviations[0],
            fit,
        }
    }

    fn known(&self, estimate: Estimate) -> Estimate {
        if self.pairs() == 0 { Estimate::UNKNOWN } else { estimate }
    }
}

/// The difference in strength, in units of the logistic curve.
struct StrengthDifference {
    difference: f64,
    deviation: f64,
    fit: Fit,
}
