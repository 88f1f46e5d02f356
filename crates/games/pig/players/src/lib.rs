//! The Pig evaluator, and the catalog entry for Pig.
//!
//! The rules are in the crate `pig`; this crate adds the catalog entry. Start at [`FAMILY`], which opens variants by
//! name; [`PigEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod family;

pub use self::family::{Distance, FAMILY, PigEntry};
