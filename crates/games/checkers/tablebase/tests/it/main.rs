//! Tests that build tables and compare them with the rules.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod agreement;
mod building;
mod damage;
mod known;
mod support;
