//! Match files, and the library.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod batches;
mod files;
mod import;
mod library;
mod matches;
mod programs;
mod refusals;
mod round_trip;
