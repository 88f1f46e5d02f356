//! The sequential probability ratio test, which decides when to stop a match.

use std::f64::consts::SQRT_2;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::pentanomial::NORMALIZED_UNIT;
use super::{Pentanomial, score_of_elo};

/// The units for a test's hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo, which depends only on the expected score.
    #[default]
    Logistic,
    /// Normalized Elo, which depends on the expected score in standard deviations.
    Normalized,
    /// The BayesElo scale (R. Coulom, 2005), on which the expected score also depends on the observed draw rate.
    Bayesian,
}

/// A generalized sequential probability ratio test (GSPRT) between two hypotheses about the difference between two
/// players.
///
/// The log-likelihood ratio compares the most likely distribution of pairs under each hypothesis (M. Van den Bergh,
/// *The Generalized Sequential Probability Ratio Test* and *Comments on Normalized Elo*). The test stops at Wald's
/// bounds (A. Wald, *Sequential Tests of Statistical Hypotheses*, 1945).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The null hypothesis: the first player is stronger by this many Elo.
    pub elo0: f64,
    /// The alternative hypothesis, in Elo; greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting the alternative if the null hypothesis is true.
    #[serde(default = "error_rate_default")]
    pub alpha: f64,
    /// The probability of accepting the null hypothesis if the alternative is true.
    #[serde(default = "error_rate_default")]
    pub beta: f64,
    /// The hypotheses' units.
    #[serde(default)]
    pub model: EloModel,
    /// `true` to count single games, as if the games in a pair were independent.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trinomial: bool,
}

/// The usual error rate in engine testing.
const ERROR_RATE: f64 = 0.05;

const fn error_rate_default() -> f64 {
    ERROR_RATE
}

/// The verdict of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
}

/// The reason why hypotheses or error rates are invalid.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses are equal, in the wrong order, or out of range.
    #[error("invalid elo0 {0} and elo1 {1}: expected elo0 below elo1, both from -3000 to 3000")]
    Hypotheses(f64, f64),
    /// An error rate is out of range.
    #[error("invalid error rates alpha {0} and beta {1}: expected numbers between 0 and 0.5")]
    ErrorRates(f64, f64),
}

/// Replaces a count of zero, because no result is impossible under either hypothesis.
const ZERO_COUNT: f64 = 1e-3;

impl Sprt {
    /// The usual test between these hypotheses: logistic Elo, error rates of 5 %.
    pub const fn usual(elo0: f64, elo1: f64) -> Self {
        let (alpha, beta, model) = (ERROR_RATE, ERROR_RATE, EloModel::Logistic);
        Self { elo0, elo1, alpha, beta, model, trinomial: false }
    }

    /// Checks that this test is valid.
    ///
    /// # Errors
    /// [`SprtError`] for the first invalid parameter.
    pub fn check(self) -> Result<Self, SprtError> {
        let Self { elo0, elo1, alpha, beta, .. } = self;
        let range = -3000.0..=3000.0;
        if !(range.contains(&elo0) && range.contains(&elo1) && elo0 < elo1) {
            return Err(SprtError::Hypotheses(elo0, elo1));
        }
        if [alpha, beta].iter().all(|&rate| rate > 0.0 && rate < 0.5) {
            Ok(self)
        } else {
            Err(SprtError::ErrorRates(alpha, beta))
        }
    }

    /// The bounds for the log-likelihood ratio. The null hypothesis is accepted at or below the first bound, the
    /// alternative at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses given these pairs; 0 without pairs.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts: Vec<(f64, f64)> = if self.trinomial {
            regularized(pairs.weighted_game_scores()).collect()
        } else {
            regularized(pairs.weighted_scores()).collect()
        };
        let seen = Distribution::of(&counts);
        // A pair's mean score has half the variance of a single game's score.
        let deviations = if self.trinomial { 1.0 } else { SQRT_2 };
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => seen.most_likely_with_mean(score_of_elo(elo)),
            EloModel::Bayesian => seen.most_likely_with_mean(bayesian_score(elo, draw_elo(pairs))),
            EloModel::Normalized => {
                seen.most_likely_with_normalized_score(elo / NORMALIZED_UNIT * deviations)
            }
        });
        let ratios = under0.0.iter().zip(&under1.0).zip(&seen.0);
        let mean: f64 = ratios.map(|((low, high), seen)| seen.p * (high.p / low.p).ln()).sum();
        mean * counts.iter().map(|(_, count)| count).sum::<f64>()
    }

    /// The verdict after these pairs.
    pub fn verdict(&self, pairs: &Pentanomial) -> Verdict {
        let ((low, high), ratio) = (self.bounds(), self.log_likelihood_ratio(pairs));
        match ratio {
            _ if ratio >= high => Verdict::H1,
            _ if ratio <= low => Verdict::H0,
            _ => Verdict::Open,
        }
    }
}

/// Replaces each zero count with a small positive number.
fn regularized(counts: impl Iterator<Item = (f64, f64)>) -> impl Iterator<Item = (f64, f64)> {
    counts.map(|(score, count)| (score, if count == 0.0 { ZERO_COUNT } else { count }))
}

/// The draw parameter on the BayesElo scale, computed from the win and loss rates.
fn draw_elo(pairs: &Pentanomial) -> f64 {
    let counts: Vec<f64> =
        regularized(pairs.weighted_game_scores()).map(|(_, count)| count).collect();
    let total: f64 = counts.iter().sum();
    let [lost, won] = [counts[0], counts[2]].map(|count| count / total);
    200.0 * ((1.0 - lost) / lost * ((1.0 - won) / won)).log10()
}

/// A player's expected score if it is stronger by `elo` on the BayesElo scale.
fn bayesian_score(elo: f64, draw_elo: f64) -> f64 {
    let [won, lost] = [elo, -elo].map(|elo| score_of_elo(elo - draw_elo));
    (1.0 + won - lost) / 2.0
}

/// A score and its probability.
#[derive(Clone, Copy, Debug)]
struct Part {
    score: f64,
    p: f64,
}

/// The distribution of pair scores.
#[derive(Clone, Debug)]
struct Distribution(Vec<Part>);

impl Distribution {
    /// The observed distribution.
    fn of(counts: &[(f64, f64)]) -> Self {
        let total: f64 = counts.iter().map(|(_, count)| count).sum();
        Self(counts.iter().map(|&(score, count)| Part { score, p: count / total }).collect())
    }

    fn mean(&self) -> f64 {
        self.0.iter().map(|part| part.p * part.score).sum()
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.0.iter().map(|part| part.p * (part.score - mean).powi(2)).sum()
    }

    /// The distribution with mean `mean` that is most likely given this observed distribution.
    fn most_likely_with_mean(&self, mean: f64) -> Self {
        self.most_likely_where(|score| score - mean)
    }

    /// The most likely distribution with a mean `t` standard deviations above ½. This condition is not linear, so it is
    /// repeatedly linearized at the latest distribution until the distribution converges.
    fn most_likely_with_normalized_score(&self, t: f64) -> Self {
        let mut found = self.clone();
        for _ in 0..ROUNDS_MAX {
            let (mean, variance) = (found.mean(), found.variance());
            let deviation = variance.sqrt();
            let next = self.most_likely_where(|score| {
                score - 0.5 - t * deviation * (1.0 + (mean - score).powi(2) / variance) / 2.0
            });
            let moved = next.0.iter().zip(&found.0).map(|(new, old)| (new.p - old.p).abs());
            let largest = moved.fold(0.0, f64::max);
            found = next;
            if largest < PRECISION {
                break;
            }
        }
        found
    }

    /// The most likely distribution for which the mean of `condition` is 0: pᵢ/(1 + θ·gᵢ), where θ is chosen to satisfy
    /// the condition (Owen, *Empirical Likelihood*, 2001, 2.9). If there is no such distribution, returns the observed
    /// distribution unchanged.
    fn most_likely_where(&self, condition: impl Fn(f64) -> f64) -> Self {
        let values: Vec<f64> = self.0.iter().map(|part| condition(part.score)).collect();
        let (least, greatest) =
            values.iter().fold((f64::MAX, f64::MIN), |(low, high), &g| (low.min(g), high.max(g)));
        if least >= 0.0 || greatest <= 0.0 {
            return self.clone();
        }
        let theta = self.multiplier(&values, -1.0 / greatest, -1.0 / least);
        let mut found = self.clone();
        for (part, g) in found.0.iter_mut().zip(values) {
            part.p /= 1.0 + theta * g;
        }
        found
    }

    /// The root of Σ pᵢ·gᵢ/(1 + θ·gᵢ), which decreases between `low` and `high`, by Newton's method. Bisects if a step
    /// leaves the interval.
    fn multiplier(&self, values: &[f64], mut low: f64, mut high: f64) -> f64 {
        let mut theta = 0.0;
        for _ in 0..STEPS_MAX {
            let terms = self.0.iter().zip(values).map(|(part, g)| (part.p, g / (1.0 + theta * g)));
            let (value, slope) =
                terms.fold((0.0, 0.0), |(v, s), (p, term)| (v + p * term, s - p * term * term));
            let step = value / slope;
            if step.abs() < PRECISION {
                break;
            }
            if value > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            let next = theta - step;
            theta = if next > low && next < high { next } else { f64::midpoint(low, high) };
        }
        theta
    }
}

/// Maximum number of times a condition is linearized.
const ROUNDS_MAX: u32 = 20;

/// Maximum number of steps for finding a root.
const STEPS_MAX: u32 = 100;

/// The precision of probabilities.
const PRECISION: f64 = 1e-10;
