//! The evaluators and the entry of chess.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod evaluators;
mod hints;
mod laws;
mod motifs;
mod network;
mod openings;
mod pgn;
