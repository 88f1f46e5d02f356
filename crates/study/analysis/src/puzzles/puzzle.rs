//! A puzzle.

use std::fmt;

use games_package::{MatchState, TableGame};
use thiserror::Error;

use super::motif::Motif;
use super::rating::Rating;

/// A position where exactly one move wins, according to the searches that created the puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The game with its variant.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// The solver's moves and the replies, alternating. The first and last moves are the solver's.
    pub solution: Vec<String>,
    /// The solution's goal.
    pub goal: Goal,
    /// The theme.
    pub motif: Motif,
    /// The difficulty.
    pub rating: Rating,
    /// The match that the puzzle comes from, as a phrase; empty if unknown.
    pub source: String,
}

/// The goal of a puzzle's solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A win, proven in this many plies.
    Win(u32),
    /// A lead, in hundredths of the game's unit.
    Lead(i32),
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "win in {plies}"),
            Self::Lead(centi) => write!(f, "{:+.2}", f64::from(*centi) / 100.0),
        }
    }
}

/// The reason why a puzzle can't be shown.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Wrong {
    /// The puzzle belongs to another game.
    #[error("the puzzle's game is {0}")]
    Game(String),
    /// The puzzle's position is not valid in the game.
    #[error("invalid puzzle position: {0}")]
    Position(String),
    /// A move in the solution is illegal.
    #[error("the puzzle's solution: {0}")]
    Solution(String),
    /// The solution doesn't end with a move by the solver.
    #[error("the puzzle's solution has {0} moves, but needs an odd number")]
    Length(usize),
}

impl Puzzle {
    /// Number of moves that the solver must find.
    pub const fn move_count(&self) -> usize {
        self.solution.len().div_ceil(2)
    }

    /// The puzzle's position, if the puzzle belongs to `game`.
    ///
    /// # Errors
    /// [`Wrong`] if the puzzle belongs to another game, or if its position or solution breaks the rules.
    pub fn open(&self, game: &dyn TableGame) -> Result<Box<dyn MatchState>, Wrong> {
        if game.name() != self.game {
            return Err(Wrong::Game(self.game.clone()));
        }
        if self.solution.len().is_multiple_of(2) {
            return Err(Wrong::Length(self.solution.len()));
        }
        let wrong = |error: board_engine::NotationError| Wrong::Position(error.to_string());
        let state = game.open(Some(&self.position)).map_err(wrong)?;
        let mut end = state.fork();
        for mv in &self.solution {
            end.play(mv).map_err(|error| Wrong::Solution(error.to_string()))?;
        }
        Ok(state)
    }
}
