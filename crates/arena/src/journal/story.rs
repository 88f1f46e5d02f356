//! A finished game, move by move.

use std::time::Duration;

use board_engine::Turn;
use games_package::TableGame;

use super::{Entry, Thought};

/// One move of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Who moved: a seat, or chance.
    pub mover: Turn,
    /// The move.
    pub mv: String,
    /// How long it took; zero where no time was counted.
    pub elapsed: Duration,
    /// What the mover thought of it, if it told.
    pub thought: Option<Thought>,
}

impl Entry {
    /// All moves, played again by the rules of `game`. `None` if they are not legal there.
    pub fn story(&self, game: &dyn TableGame) -> Option<Vec<Told>> {
        let mut state = game.open(Some(&self.start)).ok()?;
        let thoughts = self.thoughts.iter().cloned().chain(std::iter::repeat(None));
        let elapsed = self.elapsed_us.iter().copied().chain(std::iter::repeat(0));
        let moves = self.moves.split_ascii_whitespace();
        let told = moves.zip(elapsed).zip(thoughts).map(|((mv, elapsed), thought)| {
            let mover = state.turn();
            let mv = state.play(mv).ok()?;
            Some(Told { mover, mv, elapsed: Duration::from_micros(elapsed), thought })
        });
        told.collect()
    }
}
