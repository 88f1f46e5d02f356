//! `DamExchange` (DXP) over TCP: messages of at most 127 characters that end with a zero byte, as described on
//! mesander.nl/damexchange and implemented by Scan and dctl.
//!
//! One side, the initiator, proposes games with a position and a time. Messages don't state the variant, and a position
//! is one letter for each of the 50 squares, so both sides must be set to the same 10×10 variant. The protocol has no
//! command to move early and doesn't send scores, so a DXP program can play but not analyze.

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
