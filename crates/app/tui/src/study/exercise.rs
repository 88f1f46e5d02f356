//! Exercises: find a better move than the played move.

use analysis::{Analysis, Verdict};

use super::{StudyEffect, StudyScreen};

/// A position where the user must find a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Exercise {
    /// The number of plies before the position.
    pub(crate) ply: usize,
    pub(crate) task: Task,
}

/// The exercise's goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    /// Find a better move than this mistake.
    Better(String),
    /// Find the next move of the study's puzzle.
    Puzzle,
}

impl StudyScreen {
    /// Goes to the position before the next mistake and hides the analysis.
    pub(super) fn start_exercise(&mut self) -> Vec<StudyEffect> {
        if self.puzzle.is_some() {
            return self.next_puzzle();
        }
        if !self.analysis.is_match_complete(&self.study) {
            let effects = self.analyze_match();
            self.table
                .show_info("Analyzing the match first; then type find to look for better moves.");
            return effects;
        }
        let after = self.exercise.as_ref().map_or(self.study.ply(), |exercise| exercise.ply + 1);
        let Some(ply) = self.course.next_mistake(after) else {
            self.table.show_info("This match has no mistakes to improve.");
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
            let question = format!("Find a better move than {played}, or type solution.");
            self.table.show_info(question);
        }
    }

    /// Judges the user's move in the exercise.
    pub(super) fn judge(&mut self, mv: &str) -> Vec<StudyEffect> {
        if self.puzzle.is_some() {
            return self.judge_puzzle(mv);
        }
        let found = self.exercise.as_ref().and_then(|it| self.analysis.report().analysis(it.ply));
        let Some(found) = found else { return self.end_exercise() };
        let best = found.best_move().to_owned();
        match found.verdict_on(mv) {
            Verdict::Wrong => {
                self.show_position();
                self.table.show_error(format!("{mv} is wrong. Try again, or type solution."));
                Vec::new()
            }
            verdict => {
                let effects = self.play_solution(mv);
                self.table.show_info(match verdict {
                    Verdict::Best => format!("{mv} is the best move. Type find to continue."),
                    _ => format!("{mv} is about as good as {best}. Type find to continue."),
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
        let found = self.analysis.report().analysis(ply);
        let best = found.map(Analysis::best_move).map(ToOwned::to_owned);
        match best {
            Some(best) if self.exercise.is_some() => {
                let effects = self.play_solution(&best);
                self.table.show_info(format!("The better move was {best}. Type find to continue."));
                effects
            }
            _ => {
                self.table.show_info("Type find first to look for a better move.");
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
