//! The evaluators of chess, and its entry in the catalog.

#![forbid(unsafe_code)]

mod evaluation;
mod family;
mod motifs;
mod openings;
mod pgn;

pub use crate::evaluation::{
    ChessEvaluator, ChessHints, ChessInputs, ChessLayers, ChessNetwork, ChessTerms, ChessWeights,
};
pub use crate::family::{ChessEntry, FAMILY};
pub use crate::pgn::ChessPgn;
