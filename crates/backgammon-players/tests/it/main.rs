//! What players of backgammon go by.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cube;
mod laws;
mod mat;
mod networks;
mod plays;
mod support;
