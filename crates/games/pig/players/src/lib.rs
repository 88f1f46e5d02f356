//! The evaluator of Pig, and its entry in the catalog.
//!
//! The rules are in the crate `pig`; this crate adds what a catalog needs. Start at [`FAMILY`], which opens variants by
//! name; [`PigEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod family;

pub use self::family::{Distance, FAMILY, PigEntry};
