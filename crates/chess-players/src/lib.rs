//! The evaluators of chess, and its entry in the catalog.

#![forbid(unsafe_code)]

mod evaluation;
mod family;

pub use crate::evaluation::{ChessEvaluator, ChessHints, ChessTerms};
pub use crate::family::{ChessEntry, FAMILY};
