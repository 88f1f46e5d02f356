//! Connect Four as its users see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counts;
mod laws;
mod parameters;
mod texts;
