//! Tests of the syntax of PDN.

mod fuzz;
mod games;
mod texts;
mod traps;
