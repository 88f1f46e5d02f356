//! Match files, and the library.

#![expect(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod batches;
mod exporting;
mod files;
mod importing;
mod library;
mod matches;
mod old_files;
mod programs;
mod public;
mod puzzles;
mod refusals;
mod round_trip;
mod searching;
