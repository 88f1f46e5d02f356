//! Tablebase and opening-book entries for a position.

use serde::{Deserialize, Serialize};

use super::analysis::{BookMove, TableValue};

/// A move with its value in the tablebases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value of the move for the side that makes it, with plies counted from before the move; null if the position
    /// after it is not in the tables.
    pub table: Option<TableValue>,
}

/// The table entry for a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TablePosition {
    /// The game with its variant.
    pub game: String,
    /// The position.
    pub position: String,
    /// The value of the position for the side to move.
    pub table: TableValue,
    /// The moves, best first.
    pub moves: Vec<TableMove>,
}

/// The book entry for a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BookPosition {
    /// The game with its variant.
    pub game: String,
    /// The book file; null for the shipped book.
    pub file: Option<String>,
    /// The number of positions in the book.
    pub positions: usize,
    /// The number of positions with moves.
    pub positions_with_moves: usize,
    /// The position.
    pub position: String,
    /// The book moves for the position, best first.
    pub moves: Vec<BookMove>,
}

/// The moves for a position in another program's book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WeightedBookPosition {
    /// The game with its variant.
    pub game: String,
    /// The book file.
    pub file: String,
    /// The position.
    pub position: String,
    /// The moves for the position, in descending order of weight.
    pub moves: Vec<WeightedBookMove>,
}

/// A move in another program's book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WeightedBookMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move's weight relative to the position's other moves.
    pub weight: u16,
}
