//! The Hub protocol, version 2, as Scan 3.1 speaks it (its `protocol.txt`).
//!
//! Hub is defined for 10×10. Other boards use the same form with a letter per square, numbered as in PDN; `variant` is
//! the name that the variant has here. Positions of `parlour`, where a side may have to pass, can't be expressed.

mod control;
mod engine;
mod level;
mod line;
mod message;
mod player;

pub use self::engine::{Engine, Make, ServeError, serve};
pub use self::player::{HubError, HubPlayer, Timeouts};
