//! What endgame tables and opening books know of a position.

use serde::{Deserialize, Serialize};

use crate::analysis::{BookMove, TableValue};

/// A move with what it brings its side by the endgame tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value of the move for the side that makes it, with the plies from before the move; null where the tables don't have
    /// it.
    pub table: Option<TableValue>,
}

/// What the endgame tables know of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TablePosition {
    /// The game with its variant.
    pub game: String,
    /// The position.
    pub position: String,
    /// Its value for the side to move.
    pub table: TableValue,
    /// The moves, best first.
    pub moves: Vec<TableMove>,
}

/// What an opening book knows of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BookPosition {
    /// The game with its variant.
    pub game: String,
    /// The file of the book; null for the one that comes with Rival.
    pub file: Option<String>,
    /// How many positions the book has in all.
    pub positions: usize,
    /// Of how many of these it has the moves.
    pub positions_with_moves: usize,
    /// The position.
    pub position: String,
    /// The moves of the position, best first.
    pub moves: Vec<BookMove>,
}
