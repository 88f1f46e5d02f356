//! The dominoes evaluator, and the catalog entry for dominoes.
//!
//! The rules are in the crate `dominoes`; this crate adds the catalog entry. Start at [`FAMILY`], which opens variants
//! by name; [`DominoesEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod family;

pub use self::family::{DominoesEntry, FAMILY, Points};
