//! The evaluators.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod checkers;
mod chess;
mod connect_four;
mod hints;
mod othello;
mod standard;
mod tic_tac_toe;
mod zero_sum;
