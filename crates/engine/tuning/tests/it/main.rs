//! Fits of Connect Four with an evaluation of known weights.

mod fits;
mod games;
mod learns;
mod planted;
