//! The Hub protocol, version 2, as defined by the `protocol.txt` of Scan 3.1.
//!
//! Hub is defined for 10×10 boards. For other boards we use the same form, with one letter per square in PDN numbering,
//! and our name for the variant as `variant`. Hub can't express `parlour` positions, in which a side may have to pass.

mod engine;
mod level;
pub(crate) mod message;
mod player;

pub use self::engine::serve;
pub(crate) use self::player::hub_game;
pub use self::player::player;
