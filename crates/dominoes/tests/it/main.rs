//! Dominoes as its users see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod knowledge;
mod laws;
mod scoring;
mod texts;
mod variants;
