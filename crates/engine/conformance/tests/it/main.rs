//! Tests that the laws hold for a sound game, and that each of them can fail.

mod evaluation;
mod faults;
mod leaks;
mod track;
