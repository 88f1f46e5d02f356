//! What the crate promises, seen from outside.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod diagram;
mod endings;
mod fen;
mod laws;
mod moves;
mod perft;
mod refusals;
mod rules;
mod support;
mod variants;
