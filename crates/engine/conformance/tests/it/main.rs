//! The laws hold for a sound game, and each of them can fail.

mod evaluation;
mod faults;
mod leaks;
mod track;
