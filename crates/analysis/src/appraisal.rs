//! Comparison of a move with the best one.
//!
//! The loss of a move is measured in expected points, from 0 (lost) to 1 (won), rather than in units of the game: half
//! a man matters much in an even position and not at all in one that is won anyway.

use games_package::{Mark, Valuation};

/// The marks of bad moves, each with its minimum loss in expected points. In an even position these are about a whole
/// man, half a man and a quarter of one.
const THRESHOLDS: [(Mark, f64); 3] =
    [(Mark::Blunder, 0.25), (Mark::Mistake, 0.15), (Mark::Dubious, 0.08)];

/// The mark for a move with this loss in expected points; none if it is good enough.
pub fn mark_of_loss(loss: f64) -> Option<Mark> {
    THRESHOLDS.iter().find(|(_, least)| loss >= *least).map(|(mark, _)| *mark)
}

/// The expected points of the mover: 0 for a loss, 1 for a win. A side that is one unit of the game ahead wins three
/// times as often as it loses; two units, nine times. (The logistic curve of Elo ratings; an evaluator says what it gives to
/// a unit, so that it is the same for every game.)
pub fn expected_points(valuation: Valuation) -> f64 {
    match valuation {
        Valuation::Centi(value) => 1.0 / (1.0 + 3_f64.powf(-f64::from(value) / 100.0)),
        Valuation::WinIn(_) => 1.0,
        Valuation::LossIn(_) => 0.0,
    }
}

/// A move compared with the best one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Appraisal {
    /// The move that was played, in the game's notation.
    pub played: String,
    /// Its score for the mover.
    pub value: Valuation,
    /// The best move, which may be the same.
    pub best: String,
    /// The score of the best move for the mover.
    pub best_value: Valuation,
}

impl Appraisal {
    /// The loss of the move in expected points, 0 to 1.
    pub fn loss(&self) -> f64 {
        if self.played == self.best {
            return 0.0;
        }
        (expected_points(self.best_value) - expected_points(self.value)).max(0.0)
    }

    /// The mark of the move, if it was bad.
    pub fn mark(&self) -> Option<Mark> {
        mark_of_loss(self.loss())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_mark(value: i32, best_value: i32, expected: Option<Mark>) {
        let (value, best_value) = (Valuation::Centi(value), Valuation::Centi(best_value));
        let appraisal = Appraisal { played: "b2".into(), value, best: "a1".into(), best_value };
        assert_eq!(appraisal.mark(), expected, "{appraisal:?}");
    }

    #[test]
    fn expected_points_lie_between_a_loss_and_a_win() {
        let check = |valuation, points: f64| {
            let expected = expected_points(valuation);
            assert!((expected - points).abs() < 1e-9, "{valuation}: {expected}");
        };
        check(Valuation::Centi(0), 0.5);
        check(Valuation::Centi(100), 0.75);
        check(Valuation::Centi(i32::MIN), 0.0);
        check(Valuation::WinIn(9), 1.0);
        check(Valuation::LossIn(9), 0.0);
    }

    #[test]
    fn a_man_matters_in_an_even_position_only() {
        check_mark(-100, 0, Some(Mark::Blunder));
        check_mark(700, 800, None);
        check_mark(-60, 0, Some(Mark::Mistake));
        check_mark(-30, 0, Some(Mark::Dubious));
    }

    #[test]
    fn the_best_move_and_a_better_one_lose_nothing() {
        let value = Valuation::Centi(-300);
        let best = Appraisal {
            played: "b2".into(),
            value,
            best: "b2".into(),
            best_value: Valuation::Centi(0),
        };
        assert!(best.loss() <= 0.0);
        check_mark(50, 0, None);
    }
}
