//! The players of Breakthrough, and its entry in the catalog.
//!
//! The rules are in the crate `breakthrough`; this crate adds what a catalog needs. Start at [`FAMILY`], which opens
//! variants by name. There is no hand-written evaluation: the default player searches with a network that `rival learn`
//! has learned for each size of the board.

#![forbid(unsafe_code)]

mod family;

pub use crate::family::{BreakthroughEntry, FAMILY};
