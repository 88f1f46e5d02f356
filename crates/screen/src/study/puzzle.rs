//! Solving a puzzle in a study.

use board_engine::{Turn, Viewer};

use super::exercise::{Exercise, Task};
use super::{StudyEffect, StudyExit, StudyScreen};

/// A puzzle that is being solved, or was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Solving {
    /// The moves of the solver and the replies in turn.
    solution: Vec<String>,
    /// How many of them were played.
    played: usize,
    /// Whether the attempt was reported.
    is_counted: bool,
}

impl StudyScreen {
    /// Makes the current position a puzzle with this solution, whose first and last moves are the solver's. `title` says which one
    /// it is.
    #[must_use]
    pub fn with_puzzle(mut self, solution: Vec<String>, title: &str) -> Self {
        self.puzzle = Some(Solving { solution, played: 0, is_counted: false });
        self.ask_puzzle_move();
        // A list says too much: a mate has a mark of its own.
        self.table.lists_moves = false;
        self.table.is_flipped = self.begins_at_top();
        let mover = self.mover_name();
        self.table.show_info(format!(
            "{title}: {mover} to move. Find the move that wins, or type solution."
        ));
        self
    }

    /// Whether the pieces of the side to move stand at the top of the board at the start of the game.
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

    /// Leaves this puzzle for another one. One that was not solved counts as missed.
    pub(super) fn next_puzzle(&mut self) -> Vec<StudyEffect> {
        let mut effects = self.count(false);
        effects.push(StudyEffect::Exit(StudyExit::NextPuzzle));
        effects
    }

    /// Judges a move that was tried.
    pub(super) fn judge_puzzle(&mut self, mv: &str) -> Vec<StudyEffect> {
        let Some(puzzle) = &self.puzzle else { return Vec::new() };
        let expected = puzzle.solution.get(puzzle.played).cloned().unwrap_or_default();
        if mv != expected && !self.wins_at_once(mv) {
            self.show_position();
            self.table.show_info(format!("{mv}: does it win as well?"));
            return vec![StudyEffect::Verify(mv.into())];
        }
        let mut effects = self.play_puzzle_move(mv);
        let reply = self.puzzle.as_ref().filter(|_| mv == expected);
        let reply = reply.and_then(|puzzle| puzzle.solution.get(puzzle.played).cloned());
        let Some(reply) = reply else {
            effects.extend(self.count(true));
            self.table.show_info(format!("{mv} solves it. find shows another puzzle."));
            return effects;
        };
        let opponent = self.mover_name();
        effects.extend(self.play_puzzle_move(&reply));
        self.ask_puzzle_move();
        self.show_position();
        self.table
            .show_info(format!("{mv} is right. {opponent} answers {reply}. How does it go on?"));
        effects
    }

    /// Takes in whether another move than that of the solution wins.
    pub(super) fn take_verdict(&mut self, mv: &str, wins: bool) -> Vec<StudyEffect> {
        if wins {
            self.table
                .show_info(format!("{mv} seems to win as well. Find the move of the solution."));
            return Vec::new();
        }
        self.table.show_error(format!("{mv} is not it. Try again, or type solution."));
        self.count(false)
    }

    /// Adds a sentence to the message that is shown.
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
        let Some(puzzle) = &self.puzzle else { return Vec::new() };
        let rest = puzzle.solution.get(puzzle.played..).unwrap_or_default().to_vec();
        if self.exercise.is_none() || rest.is_empty() {
            self.table.show_info("This puzzle is over. find shows another one.");
            return Vec::new();
        }
        let mut effects = self.count(false);
        for mv in &rest {
            effects.extend(self.play_puzzle_move(mv));
        }
        self.table
            .show_info(format!("The solution is {}. find shows another puzzle.", rest.join(" ")));
        effects
    }

    fn play_puzzle_move(&mut self, mv: &str) -> Vec<StudyEffect> {
        self.exercise = None;
        if let Some(puzzle) = &mut self.puzzle {
            puzzle.played += 1;
        }
        self.play(mv)
    }

    /// Reports the attempt, if that was not done.
    fn count(&mut self, is_solved: bool) -> Vec<StudyEffect> {
        let Some(puzzle) = self.puzzle.as_mut().filter(|puzzle| !puzzle.is_counted) else {
            return Vec::new();
        };
        puzzle.is_counted = true;
        vec![StudyEffect::Attempted(is_solved)]
    }

    /// Whether the game is over after the move, and won by its mover.
    fn wins_at_once(&self, mv: &str) -> bool {
        let state = self.study.state();
        let Turn::Seat(mover) = state.turn() else { return false };
        let mut after = state.fork();
        after.play(mv).is_ok() && after.outcome().is_some_and(|outcome| outcome.payoff(mover) > 0)
    }
}
