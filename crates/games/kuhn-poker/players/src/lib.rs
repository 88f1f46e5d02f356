//! The evaluator of Kuhn poker, and its entry in the catalog.
//!
//! The rules are in the crate `kuhn-poker`; this crate adds what a catalog needs. Start at [`FAMILY`], which opens
//! variants by name; [`KuhnPokerEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod family;

pub use self::family::{Chips, FAMILY, KuhnPokerEntry};
