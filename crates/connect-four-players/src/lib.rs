//! The evaluator of Connect Four, and its entry in the catalog.

#![forbid(unsafe_code)]

mod evaluation;
mod family;

pub use crate::evaluation::{ConnectFourHints, Threats};
pub use crate::family::{ConnectFourEntry, FAMILY};
