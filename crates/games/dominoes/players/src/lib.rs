//! The evaluator of dominoes, and its entry in the catalog.
//!
//! The rules are in the crate `dominoes`; this crate adds what a catalog needs. Start at [`FAMILY`], which opens
//! variants by name; [`DominoesEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod family;

pub use self::family::{DominoesEntry, FAMILY, Points};
