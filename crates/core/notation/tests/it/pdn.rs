//! Tests for the PDN syntax.

mod fuzz;
mod games;
mod texts;
mod traps;
