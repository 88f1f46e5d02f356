//! The evaluator of Connect Four, its solver, and its entry in the catalog.

#![forbid(unsafe_code)]

mod evaluation;
mod family;
mod solver;

pub use crate::evaluation::{ConnectFourHints, Threats};
pub use crate::family::{ConnectFourEntry, FAMILY};
pub use crate::solver::ConnectFourSolver;
