//! Runs in folders, by their library.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod following;
