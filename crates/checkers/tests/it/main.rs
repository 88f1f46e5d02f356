//! Tests of the public interface.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod any_variant;
mod counters_key;
mod diagram;
mod endings;
mod fen;
mod fuzz;
mod laws;
mod moves;
mod perft;
mod refusals;
mod round_trips;
mod rules;
mod support;
#[path = "../../../pdn/tests/it/texts.rs"]
mod texts;
mod variants;
