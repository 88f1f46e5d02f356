//! The Hub protocol, version 2, as Scan 3.1 speaks it (its `protocol.txt`).
//!
//! Hub is defined for 10×10. Other boards use the same form with a letter per square, numbered as in PDN; `variant` is
//! the name that the variant has here. Positions of `parlour`, where a side may have to pass, can't be expressed.

mod engine;
mod level;
pub(crate) mod line;
pub(crate) mod message;
mod player;

pub use self::engine::serve;
pub(crate) use self::line::line_of;
pub use self::player::HubPlayer;

/// Whether the protocol can express the game with this name.
pub fn supports(game: &str) -> bool {
    line_of(game).is_some()
}
