//! Networks and runs as their users see them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod inputs;
mod runs;
