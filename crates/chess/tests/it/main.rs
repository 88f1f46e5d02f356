//! Chess as its users see it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod counts;
mod endings;
mod laws;
mod texts;
