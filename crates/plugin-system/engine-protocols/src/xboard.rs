//! The Chess Engine Communication Protocol, version 2 (T. Mann and H. G. Muller), which XBoard and WinBoard speak.
//!
//! The engine plays a whole game: it gets the moves of the opponent one by one and answers each of them. A player of another
//! program follows its game, and sets up the position again only if the match has other moves.

mod engine;
mod features;
mod level;
mod player;
mod thinking;

pub use self::engine::serve;
pub use self::player::player;
pub(crate) use self::thinking::own_move;
