//! Compares a move with the best move.
//!
//! A move's loss is measured in expected points, from 0 (lost) to 1 (won), not in game units, because half a man
//! matters a lot in an even position but not at all in a won position.

use games_package::{Mark, Thinking, Valuation};
use tablebase::TableValue;

use crate::endgame_tables::table_phrase;
use crate::result::Analysis;

/// The marks for bad moves, each with its minimum loss in expected points. In an even position, these correspond to
/// about a man, half a man and a quarter of a man.
const THRESHOLDS: [(Mark, f64); 3] =
    [(Mark::Blunder, 0.25), (Mark::Mistake, 0.15), (Mark::Dubious, 0.08)];

/// The mark for a move with this loss in expected points; `None` if the loss is too small for a mark.
pub fn mark_of_loss(loss: f64) -> Option<Mark> {
    THRESHOLDS.iter().find(|(_, least)| loss >= *least).map(|(mark, _)| *mark)
}

/// The mover's expected points: 0 for a loss, 1 for a win. A side that is one game unit ahead wins three times as often
/// as it loses; two units ahead, nine times. This is the logistic curve of Elo ratings. The curve is the same for every
/// game, because each evaluator defines its unit.
pub fn expected_points(valuation: Valuation) -> f64 {
    match valuation {
        Valuation::Centi(value) => 1.0 / (1.0 + 3_f64.powf(-f64::from(value) / 100.0)),
        Valuation::WinIn(_) => 1.0,
        Valuation::LossIn(_) => 0.0,
    }
}

/// The expected points for the side to move with this tablebase value.
pub(crate) const fn table_points(value: TableValue) -> f64 {
    match value {
        TableValue::Win(_) => 1.0,
        TableValue::Draw => 0.5,
        TableValue::Loss(_) => 0.0,
    }
}

/// A move compared with the best move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Appraisal {
    /// The played move, in the game's notation.
    pub played: String,
    /// The move's score for the mover.
    pub value: Valuation,
    /// The move's table value for the mover, if known.
    pub table: Option<TableValue>,
    /// The best move, which may be the played move.
    pub best: String,
    /// The best move's score for the mover.
    pub best_value: Valuation,
    /// The best move's table value for the mover, if known.
    pub best_table: Option<TableValue>,
}

impl Appraisal {
    /// The move's loss in expected points, 0 to 1.
    pub fn loss(&self) -> f64 {
        if self.played == self.best {
            return 0.0;
        }
        let points = |value, table: Option<TableValue>| {
            table.map_or_else(|| expected_points(value), table_points)
        };
        let best = points(self.best_value, self.best_table);
        (best - points(self.value, self.table)).max(0.0)
    }

    /// The move's score or table value: "-0.40", "lost in 31 plies by tablebase".
    pub fn value_text(&self) -> String {
        text(self.value, self.table)
    }

    /// The best move's score or table value.
    pub fn best_text(&self) -> String {
        text(self.best_value, self.best_table)
    }

    /// The mark for the move, if the move was bad.
    pub fn mark(&self) -> Option<Mark> {
        mark_of_loss(self.loss())
    }
}

fn text(value: Valuation, table: Option<TableValue>) -> String {
    table.map_or_else(|| value.to_string(), table_phrase)
}

/// A move's quality compared with the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The best move.
    Best,
    /// A move about as good as the best one; it wouldn't get a mark.
    Good,
    /// A worse move, or a move with an unknown value.
    Wrong,
}

impl Analysis {
    /// The best line's first move, which becomes a variation at the mistake.
    pub fn best_move(&self) -> &str {
        self.line().split(' ').next().unwrap_or(&self.chosen)
    }

    /// The verdict on a move, based on the known lines.
    pub fn verdict_on(&self, mv: &str) -> Verdict {
        if self.best_move() == mv || self.chosen == mv {
            return Verdict::Best;
        }
        let begins = |thinking: &Thinking| thinking.line.split(' ').next() == Some(mv);
        let known = self.lines.iter().find(|(_, thinking)| begins(thinking));
        let Some((best, (_, tried))) = self.valuation().zip(known) else { return Verdict::Wrong };
        match mark_of_loss(expected_points(best) - expected_points(tried.valuation)) {
            None => Verdict::Good,
            Some(_) => Verdict::Wrong,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use games_package::Valuation;

    use super::*;

    fn check_mark(value: i32, best_value: i32, expected: Option<Mark>) {
        let (value, best_value) = (Valuation::Centi(value), Valuation::Centi(best_value));
        let (played, best, table, best_table) = ("b2".into(), "a1".into(), None, None);
        let appraisal = Appraisal { played, value, table, best, best_value, best_table };
        assert_eq!(appraisal.mark(), expected, "{appraisal:?}");
    }

    #[test]
    fn expected_points_are_between_a_loss_and_a_win() {
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
    fn a_man_only_matters_in_an_even_position() {
        check_mark(-100, 0, Some(Mark::Blunder));
        check_mark(700, 800, None);
        check_mark(-60, 0, Some(Mark::Mistake));
        check_mark(-30, 0, Some(Mark::Dubious));
    }

    #[test]
    fn table_values_outrank_scores() {
        let (played, best, value) = ("b2".into(), "a1".into(), Valuation::Centi(300));
        let (table, best_table) = (Some(TableValue::Draw), Some(TableValue::Win(Some(31))));
        let found = Appraisal { played, value, table, best, best_value: value, best_table };
        assert_eq!((found.loss(), found.mark()), (0.5, Some(Mark::Blunder)));
        let lost = Some(TableValue::Loss(None));
        let found =
            Appraisal { table: lost, best_table: lost, value: Valuation::LossIn(3), ..found };
        assert_eq!((found.loss(), found.mark()), (0.0, None));
        assert_eq!(found.value_text(), "lost by tablebase");
    }

    #[test]
    fn the_best_move_and_a_better_one_lose_nothing() {
        let value = Valuation::Centi(-300);
        let best = Appraisal {
            played: "b2".into(),
            value,
            table: None,
            best: "b2".into(),
            best_value: Valuation::Centi(0),
            best_table: None,
        };
        assert!(best.loss() <= 0.0);
        check_mark(50, 0, None);
    }

    #[test]
    fn a_move_is_judged_by_the_reported_lines() {
        let thinking = |rank, line: &str, value| {
            let valuation = Valuation::Centi(value);
            let line = line.into();
            (Duration::ZERO, Thinking { rank, valuation, line, ..Thinking::default() })
        };
        let lines = [thinking(1, "a b", 50), thinking(2, "c d", 40), thinking(3, "e", -50)];
        let found = Analysis {
            lines: lines.into_iter().collect(),
            chosen: "a".into(),
            elapsed: Duration::ZERO,
            is_forced: false,
            table: None,
            book: Vec::new(),
        };
        let verdicts = ["a", "c", "e", "f"].map(|mv| found.verdict_on(mv));
        assert_eq!(verdicts, [Verdict::Best, Verdict::Good, Verdict::Wrong, Verdict::Wrong]);
    }
}
