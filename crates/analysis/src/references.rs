//! What an analysis quotes beside what a player finds.

use std::sync::Arc;

use games_package::MatchState;
use opening_book::{Book, BookMove};

use crate::endgame_tables::EndgameTables;

/// How many moves of a book a sentence has at most.
const BOOK_MOVES_MAX: usize = 4;

/// Endgame tables and an opening book, either of which may be missing.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// The endgame tables of the game.
    pub tables: EndgameTables,
    /// The opening book of the game.
    pub book: Option<Arc<Book>>,
}

impl References {
    /// These tables alone.
    pub fn of_tables(tables: EndgameTables) -> Self {
        Self { tables, book: None }
    }

    /// The moves of a position by the book, the best one first; empty where it doesn't know them.
    pub fn book_moves(&self, state: &dyn MatchState) -> Vec<BookMove> {
        self.book.as_ref().and_then(|book| book.moves(state)).unwrap_or_default()
    }
}

/// "9-14 (+0.03), 11-15 (+0.02) by the book": the best moves of a position. None if there are none.
pub fn book_phrase(moves: &[BookMove]) -> Option<String> {
    let shown = moves.iter().take(BOOK_MOVES_MAX);
    let shown: Vec<String> =
        shown.map(|known| format!("{} ({})", known.mv, known.valuation)).collect();
    (!shown.is_empty()).then(|| format!("{} by the book", shown.join(", ")))
}
