//! Tests of the arena's public interface.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod coverage;
mod playing;
mod run_folder;
mod running;
mod schedules;
mod statistics;
mod support;
mod tables;
mod unchanged;
mod verifying;
