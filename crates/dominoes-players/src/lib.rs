//! The evaluator of dominoes, and its entry in the catalog.

#![forbid(unsafe_code)]

mod evaluation;
mod family;

pub use crate::evaluation::Points;
pub use crate::family::{DominoesEntry, FAMILY};
