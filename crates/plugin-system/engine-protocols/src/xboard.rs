//! The Chess Engine Communication Protocol, version 2 (T. Mann and H. G. Muller), used by XBoard and WinBoard.
//!
//! The engine plays a whole game: it receives the opponent's moves one by one and answers each of them. We track the
//! engine's game, and set up the position again only if the match has deviated from this game.

mod engine;
mod features;
mod level;
mod player;
mod thinking;

pub use self::engine::serve;
pub use self::player::player;
pub(crate) use self::thinking::own_move;
