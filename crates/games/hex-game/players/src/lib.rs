//! The Hex players, and the catalog entry for Hex.
//!
//! The rules are in the crate `hex-game`; this crate adds the catalog entry. Start at [`FAMILY`], which opens variants
//! by name. There is no hand-written evaluation: the default player on the usual board searches with a network that
//! `rival learn` has trained, and Monte Carlo tree search doesn't need an evaluation.

#![forbid(unsafe_code)]

mod connection;
mod family;
mod hints;
mod learning_inputs;

pub use crate::family::{FAMILY, HexEntry};
pub use crate::hints::HexHints;
pub use crate::learning_inputs::HexInputs;
