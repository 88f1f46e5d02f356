//! Finding a better move than one that was played.

use analysis::{Analysis, expected_points, mark_of_loss};
use games_package::Thinking;

use super::{StudyEffect, StudyScreen};

/// A position in which a move is to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Exercise {
    /// The number of plies before it.
    pub(crate) ply: usize,
    pub(crate) task: Task,
}

/// What is to be found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// A better move than this mistake.
    Better(String),
    /// The next move of the study's puzzle.
    Puzzle,
}

/// What a move of an exercise is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Best,
    /// About as good as the best move.
    Good,
    Wrong,
}

impl StudyScreen {
    /// Goes to the position before the next mistake, and hides what is known of it.
    pub(super) fn start_exercise(&mut self) -> Vec<StudyEffect> {
        if self.puzzle.is_some() {
            return self.next_puzzle();
        }
        if !self.analysis.is_match_complete(&self.study) {
            let effects = self.analyze_match();
            self.table.show_info("First the match is analyzed; then find asks for better moves.");
            return effects;
        }
        let after = self.exercise.as_ref().map_or(self.study.ply(), |exercise| exercise.ply + 1);
        let Some(ply) = self.course.next_mistake(after) else {
            self.table.show_info("There is no mistake to improve on in this match.");
            return Vec::new();
        };
        let played = self.study.record().plies.get(ply).map(|ply| ply.mv.clone());
        self.exercise = None;
        self.study.go_to(ply);
        let effects = self.position_changed();
        self.exercise = played.map(|played| Exercise { ply, task: Task::Better(played) });
        self.ask_exercise();
        effects
    }

    fn ask_exercise(&mut self) {
        if let Some(Exercise { task: Task::Better(played), .. }) = &self.exercise {
            let question = format!("Find a better move than {played}; solution shows it.");
            self.table.show_info(question);
        }
    }

    /// Judges a move that was tried in the exercise.
    pub(super) fn judge(&mut self, mv: &str) -> Vec<StudyEffect> {
        if self.puzzle.is_some() {
            return self.judge_puzzle(mv);
        }
        let found = self.exercise.as_ref().and_then(|it| self.analysis.report().analysis(it.ply));
        let Some(found) = found else { return self.end_exercise() };
        let best = best_of(found).to_owned();
        match verdict(found, mv) {
            Verdict::Wrong => {
                self.show_position();
                self.table.show_error(format!("{mv} is not it. Try again, or type solution."));
                Vec::new()
            }
            verdict => {
                let effects = self.play_solution(mv);
                self.table.show_info(match verdict {
                    Verdict::Best => format!("{mv} is the best move. find goes on."),
                    _ => format!("{mv} is about as good as {best}. find goes on."),
                });
                effects
            }
        }
    }

    /// Shows the better move on the board.
    pub(super) fn show_solution(&mut self) -> Vec<StudyEffect> {
        if self.puzzle.is_some() {
            return self.show_puzzle_solution();
        }
        let ply = self.exercise.as_ref().map_or(self.study.ply(), |exercise| exercise.ply);
        let best = self.analysis.report().analysis(ply).map(|found| best_of(found).to_owned());
        match best {
            Some(best) if self.exercise.is_some() => {
                let effects = self.play_solution(&best);
                self.table.show_info(format!("The better move was {best}. find goes on."));
                effects
            }
            _ => {
                self.table.show_info("find asks for a better move first.");
                Vec::new()
            }
        }
    }

    fn play_solution(&mut self, mv: &str) -> Vec<StudyEffect> {
        self.exercise = None;
        self.play(mv)
    }

    pub(super) fn end_exercise(&mut self) -> Vec<StudyEffect> {
        self.exercise = None;
        self.position_changed()
    }
}

/// The first move of the best line, which stands beside the mistake as a variation.
fn best_of(found: &Analysis) -> &str {
    found.line().split(' ').next().unwrap_or(&found.chosen)
}

fn verdict(found: &Analysis, mv: &str) -> Verdict {
    if best_of(found) == mv || found.chosen == mv {
        return Verdict::Best;
    }
    let begins = |thinking: &Thinking| thinking.line.split(' ').next() == Some(mv);
    let known = found.lines.iter().find(|(_, thinking)| begins(thinking));
    let Some((best, (_, tried))) = found.valuation().zip(known) else { return Verdict::Wrong };
    match mark_of_loss(expected_points(best) - expected_points(tried.valuation)) {
        None => Verdict::Good,
        Some(_) => Verdict::Wrong,
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
        let verdicts = ["a", "c", "e", "f"].map(|mv| verdict(&found, mv));
        assert_eq!(verdicts, [Verdict::Best, Verdict::Good, Verdict::Wrong, Verdict::Wrong]);
    }
}
