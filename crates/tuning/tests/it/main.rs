//! The laws of fits, on Connect Four with an evaluation whose weights are known.

mod fits;
mod games;
mod learns;
mod planted;
