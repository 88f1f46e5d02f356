//! The Connect Four evaluator and solver, and the catalog entry for Connect Four.
//!
//! The rules are in the crate `connect-four`; this crate adds the catalog entry. Start at [`FAMILY`], which opens
//! variants by name; [`ConnectFourEntry`] lists the evaluators and players.

#![forbid(unsafe_code)]

mod evaluation;
mod family;
mod solver;

pub use crate::evaluation::{ConnectFourHints, Threats};
pub use crate::family::{ConnectFourEntry, FAMILY};
pub use crate::solver::ConnectFourSolver;
