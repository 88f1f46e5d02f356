//! The evaluator of Kuhn poker, and its entry in the catalog.

#![forbid(unsafe_code)]

mod evaluation;
mod family;

pub use crate::evaluation::Chips;
pub use crate::family::{FAMILY, KuhnPokerEntry};
