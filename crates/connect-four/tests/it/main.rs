//! The public interface of Connect Four.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counts;
mod laws;
mod parameters;
mod texts;
