//! The Othello evaluators, and the catalog entry for Othello.
//!
//! The rules are in the crate `othello`; this crate adds the catalog entry. Start at [`FAMILY`], which opens variants
//! by name; [`OthelloEntry`] lists the evaluators and players, and [`Ggf`] reads and writes other programs' match
//! files.

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
