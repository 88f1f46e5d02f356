//! Books from other programs, with weighted instead of scored moves.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// A move in a weighted book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightedMove {
    /// The move, in the game's notation.
    pub mv: String,
    /// The move's weight relative to the position's other moves.
    pub weight: u16,
}

/// A book with weighted moves.
pub trait WeightedBook: fmt::Debug + Send + Sync {
    /// A position's legal book moves in the game's notation, in descending order of weight. Empty for a position that
    /// is not in the book.
    fn moves(&self, position: &str) -> Vec<WeightedMove>;

    /// The number of moves in the book.
    fn move_count(&self) -> usize;
}

/// A book position with its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightedPosition {
    /// The position, in the game's notation.
    pub position: String,
    /// The moves for the position.
    pub moves: Vec<WeightedMove>,
}

/// A weighted book, or why it can't be read, as a phrase: "its size is not a multiple of 16 bytes".
pub type WeightedBookResult = Result<Arc<dyn WeightedBook>, String>;

/// A format of weighted books.
#[derive(Debug)]
pub struct BookFormat {
    /// The name: "Polyglot".
    pub name: &'static str,
    /// The file extension: "bin".
    pub extension: &'static str,
    /// Reads the bytes of a file.
    pub read: fn(Vec<u8>) -> WeightedBookResult,
    /// Writes the bytes of a file. Positions and moves that the format can't express are omitted.
    pub write: fn(&[WeightedPosition]) -> Vec<u8>,
}

impl BookFormat {
    /// Returns `true` if a file has this format's extension.
    pub fn is_of(&self, path: &Path) -> bool {
        path.extension().is_some_and(|found| found.eq_ignore_ascii_case(self.extension))
    }
}
