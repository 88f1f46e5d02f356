//! The chess evaluators, and the catalog entry for chess.
//!
//! ```
//! let chess = chess_players::FAMILY.open(None)?;
//! assert_eq!(chess.explore(None)?.move_count(), 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`FAMILY`] opens variants by name; [`ChessEntry`] lists the evaluators and players. The evaluators are in
//! [`ChessEvaluator`], and [`ChessPgn`] reads and writes PGN. The rules are in the crate `chess`.

#![forbid(unsafe_code)]

mod evaluation;
mod family;
mod openings;
mod pgn;
mod polyglot;
mod tables;
mod uci;

pub use crate::evaluation::{
    ChessEvaluator, ChessHints, ChessInputs, ChessLayers, ChessNetwork, ChessTerms, ChessWeights,
};
pub use crate::family::{ChessEntry, FAMILY};
pub use crate::pgn::ChessPgn;
pub use crate::polyglot::POLYGLOT;
pub use crate::tables::ChessTableHints;
