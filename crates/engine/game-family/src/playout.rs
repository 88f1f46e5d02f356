//! Random playouts.

use board_engine::{Game, Outcome, Status};

/// The end of a random playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout {
    /// The outcome; `None` if the game was not over after the maximum number of moves.
    pub outcome: Option<Outcome>,
    /// The number of played moves.
    pub plies: u32,
}

/// Plays random moves of `game` from `position`, like
/// [`Explorer::play_out`](crate::Explorer::play_out).
pub fn play_out<G: Game>(
    game: &G,
    position: &G::Position,
    plies_max: u32,
    draw: &mut dyn FnMut(u32) -> u32,
) -> Playout {
    let (mut position, mut scratch) = (position.clone(), Vec::new());
    let mut draw = |count| draw(count);
    for plies in 0..plies_max {
        let status = game.play_random(&mut position, &mut scratch, &mut draw);
        if let Status::Over(outcome) = status {
            return Playout { outcome: Some(outcome), plies };
        }
    }
    Playout { outcome: game.status(&position, &mut scratch).outcome(), plies: plies_max }
}
