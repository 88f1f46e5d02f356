//! Glicko ratings for solvers and puzzles (M. E. Glickman, "The Glicko system", 1999).

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A rating with its uncertainty, on the Elo scale.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The estimate.
    pub value: f64,
    /// The rating's standard deviation, 30 to 350.
    pub deviation: f64,
}

/// The deviation for an unknown rating, which is also the maximum.
const DEVIATION_MAX: f64 = 350.0;
const DEVIATION_MIN: f64 = 30.0;

/// Glickman's c², per second: the growth of uncertainty over time. As in his example (section
/// "Determining the value of c²"), a rating with a deviation of 50 is as uncertain after five years
/// without a result as an unknown rating.
const GROWTH: f64 = (DEVIATION_MAX * DEVIATION_MAX - 50.0 * 50.0) / (5.0 * 365.25 * 86_400.0);

/// Glickman's q, which converts Elo points to natural logarithms of odds.
const Q: f64 = std::f64::consts::LN_10 / 400.0;

impl Default for Rating {
    fn default() -> Self {
        Self::from_estimate(1500.0)
    }
}

impl Rating {
    /// The rating after some time without a result: the value is unchanged, but more uncertain.
    #[must_use]
    pub fn after_rest(self, time: Duration) -> Self {
        let variance = self.deviation.powi(2) + GROWTH * time.as_secs_f64();
        let deviation = variance.sqrt().clamp(DEVIATION_MIN, DEVIATION_MAX);
        Self { deviation, ..self }
    }

    /// An initial rating from an estimate.
    pub const fn from_estimate(value: f64) -> Self {
        Self { value, deviation: DEVIATION_MAX }
    }

    /// The rating after a result against `other`: 1 for a win, 0 for a loss. `other` is the opponent's rating before
    /// the result.
    #[must_use]
    pub fn after(self, other: Self, result: f64) -> Self {
        let weight = weight(other.deviation);
        let expected = expected_score(self.value - other.value, weight);
        let information = (Q * weight).powi(2) * expected * (1.0 - expected);
        let precision = self.deviation.powi(-2) + information;
        Self {
            value: self.value + Q / precision * weight * (result - expected),
            deviation: precision.powf(-0.5).clamp(DEVIATION_MIN, DEVIATION_MAX),
        }
    }
}

/// Glickman's g: the weight of a result against an opponent with this deviation.
fn weight(deviation: f64) -> f64 {
    (1.0 + 3.0 * (Q * deviation / std::f64::consts::PI).powi(2)).powf(-0.5)
}

/// The expected result for a player with this rating lead.
fn expected_score(lead: f64, weight: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-weight * lead / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_change_ratings_as_in_glickmans_example() {
        // Glickman's example has three results in one period: 1500 (200) wins against 1400 (30) and loses against 1550
        // (100) and 1700 (300), which gives g = 0.9955, 0.9531, 0.7242 and E = 0.639, 0.432, 0.303.
        let known = [
            (1400.0, 30.0, 0.9955, 0.639),
            (1550.0, 100.0, 0.9531, 0.432),
            (1700.0, 300.0, 0.7242, 0.303),
        ];
        for (value, deviation, g, e) in known {
            let weight = weight(deviation);
            assert!((weight - g).abs() < 5e-5, "{weight}");
            assert!((expected_score(1500.0 - value, weight) - e).abs() < 5e-4);
        }
    }

    #[test]
    fn a_rating_becomes_uncertain_with_time() {
        let year = Duration::from_hours(24 * 365) + Duration::from_hours(6);
        let certain = Rating { value: 1700.0, deviation: 50.0 };
        let after = |years: u32| certain.after_rest(year * years);
        assert!((after(0).deviation - 50.0).abs() < 1e-9);
        // sqrt(50² + (350² − 50²) / 5)
        assert!((after(1).deviation - 162.788).abs() < 0.001, "{:?}", after(1));
        assert!((after(5).deviation - DEVIATION_MAX).abs() < 1e-9);
        assert!((after(50).deviation - DEVIATION_MAX).abs() < 1e-9);
        assert!((after(50).value - 1700.0).abs() < 1e-9);
    }

    #[test]
    fn a_solved_puzzle_raises_the_rating_and_its_certainty() {
        let (solver, puzzle) = (Rating::default(), Rating::from_estimate(1600.0));
        let after = solver.after(puzzle, 1.0);
        assert!(after.value > solver.value && after.deviation < solver.deviation);
        let after = solver.after(puzzle, 0.0);
        assert!(after.value < solver.value && after.deviation < solver.deviation);
        let certain = (0..2000).fold(solver, |rating, number| {
            rating.after(Rating { deviation: DEVIATION_MIN, ..puzzle }, f64::from(number % 2))
        });
        assert!((certain.deviation - DEVIATION_MIN).abs() < 1e-9, "{certain:?}");
    }
}
