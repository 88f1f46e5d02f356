//! Tests the server with a client over a real connection.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod bots;
mod client;
mod deleting;
mod engines;
mod library;
mod matches;
mod owner;
mod play;
mod proxies;
mod puzzles;
mod slow;
mod strangers;
mod study;
mod tournaments;
