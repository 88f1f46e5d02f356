//! What the evaluators promise.

mod checkers;
mod tic_tac_toe;
mod zero_sum;
