//! The evaluators of Othello, and its entry in the catalog.

#![forbid(unsafe_code)]

mod endgame;
mod evaluation;
mod family;
mod solver;

pub use crate::evaluation::{OthelloEvaluator, OthelloHints, OthelloPatterns};
pub use crate::family::{FAMILY, OthelloEntry};
