//! The Kuhn poker evaluator, and the catalog entry for Kuhn poker.
//!
//! The rules are in the crate `kuhn-poker`; this crate adds the catalog entry. Start at [`FAMILY`], which opens
//! variants by name; [`KuhnPokerEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod family;

pub use self::family::{Chips, FAMILY, KuhnPokerEntry};
