//! The evaluators and players for the m,n,k games, and their catalog entries.
//!
//! The rules are in the crate `tic-tac-toe`; this crate adds the catalog entries. Start at [`FAMILY`], which opens
//! variants by name; [`MnkEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod evaluation;
mod family;

pub use self::evaluation::{MnkEvaluator, MnkHints, Neighbors, OpenLines};
pub use self::family::{FAMILY, FAMILY_FOR_THREE, MnkEntry, MnkForThreeEntry};
