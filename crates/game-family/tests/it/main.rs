//! Kinds of games as their families see them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bids;
mod kinds;
