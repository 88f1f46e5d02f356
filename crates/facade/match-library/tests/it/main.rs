//! Tests for match files and the library.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod batches;
mod board_picture;
mod exporting;
mod files;
mod importing;
mod library;
mod matches;
mod programs;
mod public;
mod puzzles;
mod refusals;
mod round_trip;
mod searching;
mod tables;
mod taking_back;
