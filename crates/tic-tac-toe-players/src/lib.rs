//! The evaluators and players of the m,n,k games, and their entries in the catalog.

#![forbid(unsafe_code)]

mod evaluation;
mod family;
mod family_for_three;

pub use crate::evaluation::{MnkEvaluator, MnkHints, Neighbors, OpenLines};
pub use crate::family::{FAMILY, MnkEntry};
pub use crate::family_for_three::{FAMILY_FOR_THREE, MnkForThreeEntry};
