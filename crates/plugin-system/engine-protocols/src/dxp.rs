//! `DamExchange` (DXP) over TCP: messages of at most 127 characters and a zero byte, as described on
//! mesander.nl/damexchange and implemented by Scan and dctl.
//!
//! One side is the initiator: it proposes games, with the position and the time. The protocol names no variant; a
//! position is a letter for each of 50 squares, so both sides must be set to the same variant of 10×10. The protocol
//! has no command to move early and no score, so a DXP program can play but not analyze.

mod address;
pub(crate) mod connection;
mod engine;
pub(crate) mod message;
pub(crate) mod notation;
pub(crate) mod opponent;
mod player;
pub(crate) mod settings;

pub use self::address::{Endpoint, PORT, Role};
pub use self::engine::{Service, serve};
pub use self::player::DxpPlayer;
