//! The server, by a client over a real connection.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod client;
mod matches;
mod play;
mod strangers;
