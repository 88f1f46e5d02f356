//! Backgammon as its users see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod cube;
mod identifiers;
mod laws;
mod naive;
mod order;
mod picture;
mod plays;
mod support;
mod texts;
