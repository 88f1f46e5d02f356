//! Match statistics, as pure functions.
//!
//! The unit of statistics is the **pair**: two games from the same opening with the seats swapped. Both games in a pair
//! share the opening's bias, so only whole pairs are independent of each other. The crate knows no games, files or
//! schedules, so the arena and the Python package can both use it.
//!
//! ```
//! use match_statistics::Pentanomial;
//!
//! // 4 even pairs, 5 pairs won by a point, and a pair won by both points.
//! let pairs = Pentanomial::new([0, 0, 4, 5, 1]);
//! assert_eq!(format!("{:.3}", pairs.score()), "0.675");
//! assert_eq!(format!("{:+.0}", pairs.elo()), "+123 ± 106");
//! ```

#![forbid(unsafe_code)]

mod pentanomial;
mod rating;
mod sprt;
mod tie_break;

use std::fmt;

use statrs::distribution::{ContinuousCDF, StudentsT};

pub use pentanomial::{Pentanomial, elo_of_score, score_of_elo};
pub use rating::{Comparison, anchored_ratings, ratings};
pub use sprt::{EloModel, Sprt, SprtError, Verdict};
pub use tie_break::{CrossTable, Ranking};

/// An estimated value with its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Half the width of the 95 % interval; infinite without games.
    pub error: f64,
}

impl Estimate {
    /// The estimate without games.
    pub const UNKNOWN: Self = Self { value: 0.0, error: f64::INFINITY };

    /// Returns `true` if the estimate is based on games.
    pub const fn is_known(&self) -> bool {
        self.error.is_finite()
    }
}

/// Formats the estimate as `15.64 ± 5.88`; with `{:+.0}`, as `+16 ± 6`; without games, as `–`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, error } = self;
        let digits = f.precision().unwrap_or(2);
        match (self.is_known(), f.sign_plus()) {
            (false, _) => f.write_str("–"),
            (true, true) => write!(f, "{value:+.digits$} ± {error:.digits$}"),
            (true, false) => write!(f, "{value:.digits$} ± {error:.digits$}"),
        }
    }
}

/// The prior variance before any number is known: the variance of games won or lost by one point.
const PRIOR_VARIANCE: f64 = 1.0;

/// The weight of the prior variance, as a number of observations.
const PRIOR_FREEDOM: f64 = 1.0;

/// The 97.5 % quantile.
const UPPER_97_5: f64 = 0.975;

/// The mean of independent numbers, such as each set's payoff per game, and half the width of its 95 % interval.
/// [`Estimate::UNKNOWN`] without numbers.
///
/// The interval comes from Student's distribution with a scaled inverse-χ² prior for the variance (Gelman et al.,
/// *Bayesian Data Analysis*, section 3.3). The prior adds one observation with variance 1. So two equal numbers don't
/// look certain, and with many numbers their own spread dominates.
///
/// # Panics
/// Never, because the degrees of freedom are at least 1.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> Estimate {
    // Welford's method, which keeps its precision if the spread is small.
    let (mut count, mut mean, mut squares) = (0.0, 0.0, 0.0);
    for number in numbers {
        count += 1.0;
        let before = number - mean;
        mean += before / count;
        squares += before * (number - mean);
    }
    if count < 1.0 {
        return Estimate::UNKNOWN;
    }
    let freedom = PRIOR_FREEDOM + count - 1.0;
    let variance = (PRIOR_FREEDOM * PRIOR_VARIANCE + squares) / freedom;
    let distribution =
        StudentsT::new(0.0, 1.0, freedom).expect("the degrees of freedom are positive");
    Estimate {
        value: mean,
        error: distribution.inverse_cdf(UPPER_97_5) * (variance / count).sqrt(),
    }
}
