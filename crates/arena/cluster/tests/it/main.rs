//! Tests of the public interface.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod dispatching;
mod simulation;
mod support;
