//! Tests for fits in Connect Four, with an evaluation with known weights.

mod fits;
mod games;
mod learns;
mod planted;
