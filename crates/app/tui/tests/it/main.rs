//! Tests the screens with simulated keys, clicks and match events, without a terminal.

#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

mod choosing;
mod covering;
mod editing;
mod first_tries;
mod fixtures;
mod line_by_line;
mod pictures;
mod playing;
mod rematches;
mod rounds;
mod studying;
mod support;
mod tables;
mod tournaments;
mod watching;
mod words;
