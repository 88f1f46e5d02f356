//! Tests the protocol's documentation page, answers about rules, and sessions.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod lines;
mod page;
mod rules;
mod session;
