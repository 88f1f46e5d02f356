//! The players of Hex, and its entry in the catalog.
//!
//! The rules are in the crate `hex-game`; this crate adds what a catalog needs. Start at [`FAMILY`], which opens
//! variants by name. There is no hand-written evaluation: the default player on the usual board searches with a network
//! that `rival learn` has learned, and Monte Carlo tree search needs none.

#![forbid(unsafe_code)]

mod connection;
mod family;
mod hints;
mod learning_inputs;

pub use crate::family::{FAMILY, HexEntry};
pub use crate::hints::HexHints;
pub use crate::learning_inputs::HexInputs;
