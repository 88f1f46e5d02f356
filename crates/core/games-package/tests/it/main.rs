//! Tests for the table's guarantees, seen from outside.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod authority;
mod clocks;
mod directing;
mod draws;
mod endurance;
mod faults;
mod games;
mod matches;
mod passed_draws;
mod people;
mod players;
mod pondering;
mod referee;
mod replays;
mod table;
mod variations;
mod watching;
