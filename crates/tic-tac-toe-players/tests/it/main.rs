//! The evaluators and the entries of the m,n,k games.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod evaluators;
mod laws;
