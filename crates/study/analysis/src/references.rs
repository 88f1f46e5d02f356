//! Sources quoted by an analysis in addition to the player's result.

use std::fmt;
use std::sync::Arc;

use games_package::MatchState;
use opening_book::{Book, BookMove, Opening, Openings};

use crate::endgame_tables::EndgameTables;

/// Maximum number of book moves in a sentence.
const BOOK_MOVES_MAX: usize = 4;

/// Maximum number of played moves in a sentence.
const PLAYED_MOVES_MAX: usize = 3;

/// Tablebases, an opening book, opening names, and matches; each is optional.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// The game's tablebases.
    pub tables: EndgameTables,
    /// The game's opening book.
    pub book: Option<Arc<Book>>,
    /// The game's named openings.
    pub openings: Option<&'static Openings>,
    /// The moves played in other matches in the game.
    pub matches: Option<Arc<dyn PlayedMoves>>,
}

/// A collection of matches that reports the moves played in a position.
pub trait PlayedMoves: fmt::Debug + Send + Sync {
    /// The moves played in a position, most frequent first.
    fn played_moves(&self, state: &dyn MatchState) -> Vec<PlayedMove>;
}

/// A move played in matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: String,
    /// The number of matches that contain the position after the move.
    pub matches: usize,
    /// Number of wins for the first seat.
    pub first_wins: usize,
    /// Number of draws.
    pub draws: usize,
    /// Number of wins for the second seat.
    pub second_wins: usize,
}

impl References {
    /// References with only these tables.
    pub fn of_tables(tables: EndgameTables) -> Self {
        Self { tables, ..Self::default() }
    }

    /// The opening of a match in this state: the last named position that the match reached.
    pub fn opening(&self, state: &dyn MatchState) -> Option<&'static Opening> {
        self.openings?.of_match(state)
    }

    /// Phrases from the book and the matches about a position.
    pub fn quotes(&self, state: &dyn MatchState) -> Vec<String> {
        let played = self.matches.as_ref().map(|matches| matches.played_moves(state));
        let played = played_phrase(&played.unwrap_or_default());
        book_phrase(&self.book_moves(state)).into_iter().chain(played).collect()
    }

    /// The book moves for a position, best first; empty if the position is not in the book.
    pub fn book_moves(&self, state: &dyn MatchState) -> Vec<BookMove> {
        self.book.as_ref().and_then(|book| book.moves(state)).unwrap_or_default()
    }
}

/// Formats "in 1204 matches 9-14 57 % (400-86-201), 11-15 41 % (…)": the most frequent moves, with the first seat's
/// score and the numbers of wins, draws and losses. `None` without moves.
fn played_phrase(moves: &[PlayedMove]) -> Option<String> {
    let all: usize = moves.iter().map(|played| played.matches).sum();
    let one = |played: &PlayedMove| {
        let PlayedMove { mv, matches, first_wins, draws, second_wins } = played;
        format!("{mv} {} % ({first_wins}-{draws}-{second_wins})", (100 * matches + all / 2) / all)
    };
    let shown: Vec<String> = moves.iter().take(PLAYED_MOVES_MAX).map(one).collect();
    let matches = if all == 1 { "1 match".to_owned() } else { format!("{all} matches") };
    (all > 0).then(|| format!("in {matches} {}", shown.join(", ")))
}

/// Formats "9-14 (+0.03), 11-15 (+0.02) in the book": the best moves in a position. `None` without moves.
pub fn book_phrase(moves: &[BookMove]) -> Option<String> {
    let shown = moves.iter().take(BOOK_MOVES_MAX);
    let shown: Vec<String> =
        shown.map(|known| format!("{} ({})", known.mv, known.valuation)).collect();
    (!shown.is_empty()).then(|| format!("{} in the book", shown.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_quoted_with_their_share_and_results() {
        let played = |mv: &str, matches, first_wins, draws, second_wins| PlayedMove {
            mv: mv.into(),
            matches,
            first_wins,
            draws,
            second_wins,
        };
        let moves = [played("9-14", 2, 1, 1, 0), played("11-15", 1, 0, 0, 1)];
        let expected = "in 3 matches 9-14 67 % (1-1-0), 11-15 33 % (0-0-1)";
        assert_eq!(played_phrase(&moves).as_deref(), Some(expected));
        assert_eq!(played_phrase(&[]), None);
    }
}
