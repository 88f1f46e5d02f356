//! Solves a puzzle in a study.

use analysis::puzzles::{Solving, Tried};
use board_engine::{Turn, Viewer};

use super::exercise::{Exercise, Task};
use super::{StudyEffect, StudyExit, StudyScreen};
use crate::puzzle_hint::hint;

impl StudyScreen {
    /// Turns the current position into a puzzle with this solution. The solver plays its first and last moves. `title`
    /// identifies the puzzle.
    #[must_use]
    pub fn with_puzzle(mut self, solution: Vec<String>, title: &str) -> Self {
        self.puzzle = Some(Solving::new(solution));
        self.ask_puzzle_move();
        // The list would reveal too much, because it marks mates.
        self.table.lists_moves = false;
        self.table.is_flipped = self.begins_at_top();
        let mover = self.mover_name();
        self.table.show_info(format!(
            "{title}: {mover} to move. Find the winning move, or type solution."
        ));
        self
    }

    /// Returns `true` if the side to move starts the game at the top of the board.
    fn begins_at_top(&self) -> bool {
        let Ok(start) = self.study.game().open(None) else { return false };
        let diagram = start.diagram(Viewer::Arbiter);
        let last = diagram.geometry().squares().next_back();
        let bottom = last.and_then(|square| diagram.glyph(square)?.owner);
        bottom.is_some_and(|bottom| self.study.state().turn() != Turn::Seat(bottom))
    }

    fn mover_name(&self) -> String {
        match self.study.state().turn() {
            Turn::Seat(seat) => self.study.game().seat_name(seat),
            Turn::Chance => "Chance".into(),
        }
    }

    fn ask_puzzle_move(&mut self) {
        self.exercise = Some(Exercise { ply: self.study.ply(), task: Task::Puzzle });
    }

    /// Leaves this puzzle for the next one. An unsolved puzzle counts as missed.
    pub(super) fn next_puzzle(&mut self) -> Vec<StudyEffect> {
        let mut effects = self.miss();
        effects.push(StudyEffect::Exit(StudyExit::NextPuzzle));
        effects
    }

    /// Leaves this puzzle for another one. An attempt that is still open doesn't count.
    pub(super) fn skip_puzzle(&mut self) -> Vec<StudyEffect> {
        if self.puzzle.is_some() {
            return vec![StudyEffect::Exit(StudyExit::NextPuzzle)];
        }
        self.table.show_info("There is no puzzle to skip.");
        Vec::new()
    }

    /// In a puzzle, shows the square on which the solution's move starts; otherwise shows the best lines.
    pub(super) fn show_hint(&mut self) -> Vec<StudyEffect> {
        let Some(puzzle) = &self.puzzle else {
            return if self.analyzes { Vec::new() } else { self.toggle_lines() };
        };
        let expected = puzzle.expected_move();
        let over = || "This puzzle is over. Type find for another one.".into();
        let sentence = expected.map_or_else(over, |expected| hint(self.study.state(), expected));
        self.table.show_info(sentence);
        Vec::new()
    }

    /// Judges the user's move.
    pub(super) fn judge_puzzle(&mut self, mv: &str) -> Vec<StudyEffect> {
        let Some(puzzle) = &mut self.puzzle else { return Vec::new() };
        match puzzle.try_move(self.study.state(), mv) {
            Tried::Unknown => {
                self.show_position();
                self.table.show_info(format!("{mv}: checking if it wins too."));
                vec![StudyEffect::Verify(mv.into())]
            }
            Tried::Solves => {
                let mut effects = self.play_puzzle_move(mv);
                effects.extend(self.report());
                self.table.show_info(format!("{mv} solves it. Type find for another puzzle."));
                effects
            }
            Tried::GoesOn(reply) => {
                let mut effects = self.play_puzzle_move(mv);
                let opponent = self.mover_name();
                effects.extend(self.play_puzzle_move(&reply));
                self.ask_puzzle_move();
                self.show_position();
                self.table
                    .show_info(format!("{mv} is right. {opponent} answers {reply}. What next?"));
                effects
            }
        }
    }

    /// Handles the verdict on a move outside the solution.
    pub(super) fn take_verdict(&mut self, mv: &str, wins: bool) -> Vec<StudyEffect> {
        if wins {
            self.table.show_info(format!("{mv} seems to win too. Find the solution's move."));
            return Vec::new();
        }
        self.table.show_error(format!("{mv} is wrong. Try again, or type solution."));
        self.miss()
    }

    /// Appends a sentence to the current message.
    pub(super) fn add_to_message(&mut self, sentence: &str) -> Vec<StudyEffect> {
        match &mut self.table.status_message {
            Some(message) => {
                message.text.push(' ');
                message.text.push_str(sentence);
            }
            None => self.table.show_info(sentence),
        }
        Vec::new()
    }

    /// Plays the rest of the solution.
    pub(super) fn show_puzzle_solution(&mut self) -> Vec<StudyEffect> {
        let rest = self.puzzle.as_mut().map(Solving::give_up).unwrap_or_default();
        if rest.is_empty() {
            self.table.show_info("This puzzle is over. Type find for another one.");
            return Vec::new();
        }
        let mut effects = self.report();
        for mv in &rest {
            effects.extend(self.play_puzzle_move(mv));
        }
        self.table.show_info(format!(
            "The solution is {}. Type find for another puzzle.",
            rest.join(" ")
        ));
        effects
    }

    fn play_puzzle_move(&mut self, mv: &str) -> Vec<StudyEffect> {
        self.exercise = None;
        self.play(mv)
    }

    /// Records a miss, if the attempt was still open.
    fn miss(&mut self) -> Vec<StudyEffect> {
        if let Some(puzzle) = &mut self.puzzle {
            puzzle.miss();
        }
        self.report()
    }

    /// Reports the attempt's result once.
    fn report(&mut self) -> Vec<StudyEffect> {
        let verdict = self.puzzle.as_mut().and_then(Solving::take_verdict);
        verdict.map(StudyEffect::Attempted).into_iter().collect()
    }
}
