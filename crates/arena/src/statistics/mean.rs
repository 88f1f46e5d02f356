//! The mean of a few numbers, with its error.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Estimate;

/// The variance that is expected before any number is known: that of games which are won or lost by one.
const PRIOR_VARIANCE: f64 = 1.0;

/// The weight of that variance, in numbers.
const PRIOR_FREEDOM: f64 = 1.0;

/// The 97.5 % quantile.
const UPPER_97_5: f64 = 0.975;

/// The mean of independent numbers, such as the payoffs per game of sets of games, with half of its 95 % interval;
/// [`Estimate::UNKNOWN`] without numbers.
///
/// The interval is that of Student's distribution with the scaled inverse-χ² prior for the variance (Gelman et al.,
/// *Bayesian Data Analysis*, section 3.3): one number of variance 1 is added to those that were observed. So two equal
/// numbers don't look certain, and where there are many only their own spread matters.
///
/// # Panics
/// Never: the degrees of freedom are at least 1.
pub fn mean(numbers: impl IntoIterator<Item = f64>) -> Estimate {
    // Welford's method, which loses no digits where the spread is small.
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
