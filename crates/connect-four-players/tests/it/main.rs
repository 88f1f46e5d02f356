//! The evaluator and the entry of Connect Four.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod evaluators;
mod laws;
mod solving;
