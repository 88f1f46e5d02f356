//! The players of Breakthrough, and its entry in the catalog.
//!
//! The rules are in the crate `breakthrough`; this crate adds what a catalog needs. Start at [`FAMILY`], which opens
//! variants by name. There is no evaluation: Monte Carlo tree search needs none, and other searches only recognize
//! finished games.

#![forbid(unsafe_code)]

mod family;

pub use crate::family::{BreakthroughEntry, FAMILY};
