//! The evaluators and players of the m,n,k games, and their entries in the catalog.
//!
//! The rules are in the crate `tic-tac-toe`; this crate adds what a catalog needs. Start at [`FAMILY`], which opens
//! variants by name; [`MnkEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod evaluation;
mod family;

pub use self::evaluation::{MnkEvaluator, MnkHints, Neighbors, OpenLines};
pub use self::family::{FAMILY, FAMILY_FOR_THREE, MnkEntry, MnkForThreeEntry};
