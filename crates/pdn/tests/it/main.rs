//! The crate as its users see it.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod fuzz;
mod games;
mod texts;
mod traps;
