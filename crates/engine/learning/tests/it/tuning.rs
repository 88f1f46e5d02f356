//! Tests of fits for Connect Four with an evaluation whose weights are known.

mod fits;
mod games;
mod learns;
mod planted;
