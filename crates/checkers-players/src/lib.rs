//! The evaluators of the draughts family, and its entry in the catalog.

#![forbid(unsafe_code)]

mod any_size;
mod books;
mod classics;
mod evaluation;
mod family;
mod motifs;
mod tables;

pub use crate::any_size::{AnySizeEntry, AnySizeHints, PiecesAndRows};
pub use crate::evaluation::{
    Advance, DraughtsEvaluator, DraughtsHints, Fibonacci, Material, Mobility, Patterns, Pieces,
    Standard, Term, Terms,
};
pub use crate::family::{CheckersEntry, FAMILY};
pub use crate::tables::TableHints;
