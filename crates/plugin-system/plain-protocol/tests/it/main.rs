//! The page that describes the protocol, and the rules that a program asks for.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod lines;
mod page;
mod rules;
mod session;
