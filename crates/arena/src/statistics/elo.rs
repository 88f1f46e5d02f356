//! Differences of strength from scores.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

use super::Pentanomial;

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z_95: f64 = 1.959_963_984_540_054;

/// An estimated number with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value; infinite where every game was won or lost.
    pub value: f64,
    /// Half of the 95 % interval; infinite where the games don't tell.
    pub error: f64,
}

/// `15.64 ± 5.88`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |value: f64| {
            if value.is_finite() { format!("{value:.2}") } else { "∞".into() }
        };
        let sign = if self.value == f64::NEG_INFINITY { "-" } else { "" };
        write!(f, "{sign}{} ± {}", number(self.value), number(self.error))
    }
}

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
    /// By how much the first player is stronger, in logistic Elo. The error is half of what the 95 % interval of the
    /// score spans.
    pub fn elo(&self) -> Estimate {
        let (score, margin) = (self.score(), Z_95 * self.standard_error());
        let error = (elo_of_score(score + margin) - elo_of_score(score - margin)) / 2.0;
        let is_told = error > 0.0 && error.is_finite();
        Estimate { value: elo_of_score(score), error: if is_told { error } else { f64::INFINITY } }
    }

    /// By how much the first player is stronger in normalized Elo, (s − ½)/√(2·variance of a pair)·800/ln 10, which
    /// tells how many games it takes to see the difference (M. Van den Bergh, *Normalized Elo*, 2021). The error is
    /// that of the score, with the variance taken as known.
    pub fn normalized_elo(&self) -> Estimate {
        let unit = NORMALIZED_UNIT / SQRT_2;
        let deviation = self.variance().sqrt();
        if deviation > 0.0 {
            let value = unit * (self.score() - 0.5) / deviation;
            Estimate { value, error: unit * Z_95 / self.pair_count().sqrt() }
        } else {
            Estimate { value: elo_of_score(self.score()), error: f64::INFINITY }
        }
    }

    /// How likely it is that the first player is the stronger one, from 0 to 1: the probability that a normal
    /// distribution of the score lies above ½. Without a difference or without games it is ½.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let lead = self.score() - 0.5;
        if lead == 0.0 {
            return 0.5;
        }
        (1.0 - libm::erf(-lead / (SQRT_2 * self.standard_error()))) / 2.0
    }
}
