//! Tests of networks and runs through the public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod inputs;
mod runs;
mod tuning;
