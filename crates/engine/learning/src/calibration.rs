//! The scale between network outputs, win probabilities and search scores.
//!
//! A lead of one unit wins three times as often as it loses ([`Evaluator::unit`](search::Evaluator::unit)). A score is
//! therefore the base-3 logarithm of the odds times the unit, and the same search margins fit every network.
//!
//! All functions use only basic arithmetic, so the bits are identical on every machine.

use search::Score;

use crate::fixed_point::OUTPUT_UNIT;
use crate::weights::OUTPUTS;

/// The natural logarithm of 3.
const LN_3: f64 = 1.098_612_288_668_109_8;
/// The maximum log odds, for a probability of 99.99 %.
const LOG_ODDS_MAX: f64 = 9.21;

/// The score of these outputs for the mover, in a game where one unit scores `unit`.
pub(crate) fn score(logits: [i32; OUTPUTS], unit: i32) -> Score {
    let log_odds = log_odds(logits).clamp(-LOG_ODDS_MAX, LOG_ODDS_MAX);
    let score = log_odds / LN_3 * f64::from(unit);
    #[expect(clippy::cast_possible_truncation, reason = "scores are whole numbers")]
    Score::new(score.round() as i32)
}

/// The expected result for a score, for the same side, from 0 for a loss to 1 for a win.
pub(crate) fn expected_result(score: Score, unit: i32) -> f64 {
    if score.is_win() {
        return 1.0;
    }
    if score.is_loss() {
        return 0.0;
    }
    let odds = exp((f64::from(score.value()) / f64::from(unit) * LN_3).clamp(-40.0, 40.0));
    odds / (1.0 + odds)
}

/// The log odds, with a draw as half a win for each side.
fn log_odds(logits: [i32; OUTPUTS]) -> f64 {
    let most = logits.into_iter().max().unwrap_or(0);
    let chance = |logit: i32| exp(f64::from(logit - most) / f64::from(OUTPUT_UNIT));
    let [win, draw, loss] = logits.map(chance);
    ln((2.0 * win + draw) / (2.0 * loss + draw))
}

/// The numbers 1/n! for n from 0.
const FACTORIALS: [f64; 11] = {
    let mut parts = [1.0; 11];
    let (mut n, mut number) = (1, 1.0);
    while n < parts.len() {
        parts[n] = parts[n - 1] / number;
        number += 1.0;
        n += 1;
    }
    parts
};

/// The numbers 1/(2n + 1) for n from 0.
const ODD_PARTS: [f64; 10] = {
    let mut parts = [1.0; 10];
    let (mut n, mut number) = (0, 1.0);
    while n < parts.len() {
        parts[n] = 1.0 / number;
        number += 2.0;
        n += 1;
    }
    parts
};

/// e to the power of `x`, for `x` between −700 and 700, with a relative error below 1e-9.
pub(crate) fn exp(x: f64) -> f64 {
    let doublings = x.clamp(-700.0, 700.0) * std::f64::consts::LOG2_E;
    let whole = doublings.floor();
    let rest = (doublings - whole - 0.5) * std::f64::consts::LN_2;
    // The Taylor series around the middle; the argument is at most 0.35.
    let series = FACTORIALS.iter().rev().fold(0.0, |sum, part| sum * rest + part);
    #[expect(clippy::cast_possible_truncation, reason = "it is between -1010 and 1010")]
    let exponent = (whole as i64 + 1023).cast_unsigned();
    series * std::f64::consts::SQRT_2 * f64::from_bits(exponent << 52)
}

/// The natural logarithm of a positive normal number, with an absolute error below 1e-9.
pub(crate) fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    #[expect(clippy::cast_precision_loss, reason = "exponents are small")]
    let exponent = (bits >> 52) as f64 - 1023.0;
    let mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52) / std::f64::consts::SQRT_2;
    let part = (mantissa - 1.0) / (mantissa + 1.0);
    let square = part * part;
    let series = ODD_PARTS.iter().rev().fold(0.0, |sum, part| sum * square + part);
    (exponent + 0.5) * std::f64::consts::LN_2 + 2.0 * part * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_equal_the_library_functions() {
        for step in -400..=400 {
            let x = f64::from(step) / 10.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-9, "exp {x}");
            let y = x.exp();
            assert!((ln(y) - x).abs() < 1e-9, "ln {y}");
        }
    }

    #[test]
    fn a_unit_wins_three_times_as_often_as_it_loses() {
        let expected = expected_result(Score::new(100), 100);
        assert!((expected - 0.75).abs() < 1e-9, "{expected}");
        assert!((expected_result(Score::new(500), 500) - 0.75).abs() < 1e-9);
        #[expect(clippy::cast_possible_truncation, reason = "it is small")]
        let ln_3 = (LN_3 * f64::from(OUTPUT_UNIT)).round() as i32;
        assert_eq!(score([ln_3, -1_000_000, 0], 100), Score::new(100));
        assert_eq!(score([0, 5_000_000, ln_3], 100), Score::ZERO);
    }

    #[test]
    fn both_sides_scores_cancel_out() {
        for [win, draw, loss] in [[0, 0, 0], [30_000, 2, -9], [-77_000, 40_000, 12_345]] {
            assert_eq!(score([win, draw, loss], 130), -score([loss, draw, win], 130));
        }
        assert!(score([i32::MAX / 2, 0, i32::MIN / 2], 100).value() < 1_000);
    }
}
