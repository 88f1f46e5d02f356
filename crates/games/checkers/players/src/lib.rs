//! The draughts evaluators, and the catalog entry for the draughts family.

#![forbid(unsafe_code)]

mod any_size;
mod any_variant;
mod books;
mod classics;
mod entry;
mod evaluation;
mod family;
mod hub;
mod motifs;
pub mod pdn_files;
mod tables;

pub use crate::any_size::{AnySizeEntry, AnySizeHints, PiecesAndRows};
pub use crate::entry::CheckersEntry;
pub use crate::evaluation::{
    Advance, DraughtsEvaluator, DraughtsHints, Fibonacci, Material, Mobility, Patterns, Pieces,
    Standard, Term, Terms, Window,
};
pub use crate::family::FAMILY;
pub use crate::tables::TableHints;
