//! A finished game, move by move.

use std::time::Duration;

use board_engine::Turn;
use games_package::TableGame;

use super::{Entry, Thought};

/// One move of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedPly {
    /// The mover: a seat, or chance.
    pub mover: Turn,
    /// The move.
    pub mv: String,
    /// The time it took; zero in untimed games.
    pub elapsed: Duration,
    /// The mover's report, if it gave one.
    pub thought: Option<Thought>,
}

impl Entry {
    /// All moves, replayed by the rules of `game`. `None` if they are not legal there.
    pub fn replayed_plies(&self, game: &dyn TableGame) -> Option<Vec<PlayedPly>> {
        let mut state = game.open(Some(&self.start)).ok()?;
        let thoughts = self.thoughts.iter().cloned().chain(std::iter::repeat(None));
        let elapsed = self.elapsed_us.iter().copied().chain(std::iter::repeat(0));
        let moves = self.moves.split_ascii_whitespace();
        let plies = moves.zip(elapsed).zip(thoughts).map(|((mv, elapsed), thought)| {
            let mover = state.turn();
            let mv = state.play(mv).ok()?;
            Some(PlayedPly { mover, mv, elapsed: Duration::from_micros(elapsed), thought })
        });
        plies.collect()
    }
}
