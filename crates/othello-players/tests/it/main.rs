//! The evaluators and the entry of Othello.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod endgames;
mod evaluators;
mod laws;
