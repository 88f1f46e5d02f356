//! The evaluators of Othello, and its entry in the catalog.
//!
//! The rules are in the crate `othello`; this crate adds what a catalog needs. Start at [`FAMILY`], which opens
//! variants by name; [`OthelloEntry`] lists the evaluators and players, and [`Ggf`] reads and writes matches of other
//! programs.

#![forbid(unsafe_code)]

mod endgame;
mod evaluation;
mod family;
mod ggf;
mod learning_inputs;
mod solver;

pub use crate::evaluation::{OthelloEvaluator, OthelloHints, OthelloPatterns};
pub use crate::family::{FAMILY, OthelloEntry};
pub use crate::ggf::Ggf;
pub use crate::learning_inputs::OthelloInputs;
