//! What a move is worth that somebody found in place of a mistake.

use games_package::Thinking;

use crate::appraisal::{expected_points, mark_of_loss};
use crate::result::Analysis;

/// What a move is worth beside the best one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is the best move.
    Best,
    /// It is about as good as the best move: nobody would mark it.
    Good,
    /// It is worse, or nothing is known of it.
    Wrong,
}

impl Analysis {
    /// The first move of the best line, which stands beside a mistake as a variation.
    pub fn best_move(&self) -> &str {
        self.line().split(' ').next().unwrap_or(&self.chosen)
    }

    /// What a move is worth in the position, by the lines that were found.
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

    #[test]
    fn a_move_is_judged_by_the_lines_that_were_found() {
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
