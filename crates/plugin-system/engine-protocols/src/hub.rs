//! The Hub protocol, version 2, as defined by the `protocol.txt` of Scan 3.1.
//!
//! Hub is defined for 10×10. Other boards use the same form with a letter per square, numbered as in PDN, and our name
//! of the variant as `variant`. Positions of `parlour`, where a side may have to pass, can't be expressed.

mod engine;
mod level;
pub(crate) mod message;
mod player;

pub use self::engine::serve;
pub(crate) use self::player::hub_game;
pub use self::player::player;
