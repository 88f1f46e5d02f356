//! The Breakthrough players, and the catalog entry for Breakthrough.
//!
//! The rules are in the crate `breakthrough`; this crate adds the catalog entry. Start at [`FAMILY`], which opens
//! variants by name. There is no hand-written evaluation: the default player searches with a network that `rival learn`
//! has trained for each board size.

#![forbid(unsafe_code)]

mod family;

pub use crate::family::{BreakthroughEntry, FAMILY};
