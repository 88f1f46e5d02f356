//! The evaluator of Pig, and its entry in the catalog.

#![forbid(unsafe_code)]

mod evaluation;
mod family;

pub use crate::evaluation::Distance;
pub use crate::family::{FAMILY, PigEntry};
