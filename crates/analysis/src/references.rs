//! What an analysis quotes beside what a player finds.

use std::fmt;
use std::sync::Arc;

use games_package::MatchState;
use opening_book::{Book, BookMove, Opening, Openings};

use crate::endgame_tables::EndgameTables;

/// How many moves of a book a sentence has at most.
const BOOK_MOVES_MAX: usize = 4;

/// How many played moves a sentence has at most.
const PLAYED_MOVES_MAX: usize = 3;

/// Endgame tables, an opening book, names of openings, and matches, each of which may be missing.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// The endgame tables of the game.
    pub tables: EndgameTables,
    /// The opening book of the game.
    pub book: Option<Arc<Book>>,
    /// The openings of the game with their names.
    pub openings: Option<&'static Openings>,
    /// Matches of the game.
    pub matches: Option<Arc<dyn PlayedMoves>>,
}

/// Matches from which can be seen what was played in a position.
pub trait PlayedMoves: fmt::Debug + Send + Sync {
    /// The moves that were played in a position, the most frequent one first.
    fn played_moves(&self, state: &dyn MatchState) -> Vec<PlayedMove>;
}

/// A move that was played in matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: String,
    /// The number of matches with the position after it.
    pub matches: usize,
    /// How many of them the first seat won.
    pub first_wins: usize,
    /// How many were draws.
    pub draws: usize,
    /// How many the second seat won.
    pub second_wins: usize,
}

impl References {
    /// These tables alone.
    pub fn of_tables(tables: EndgameTables) -> Self {
        Self { tables, ..Self::default() }
    }

    /// The opening of a match that has come to this state: that of its last position that has a name.
    pub fn opening(&self, state: &dyn MatchState) -> Option<&'static Opening> {
        self.openings?.of_match(state)
    }

    /// What the book and the matches say of a position, as phrases.
    pub fn quotes(&self, state: &dyn MatchState) -> Vec<String> {
        let played = self.matches.as_ref().map(|matches| matches.played_moves(state));
        let played = played_phrase(&played.unwrap_or_default());
        book_phrase(&self.book_moves(state)).into_iter().chain(played).collect()
    }

    /// The moves of a position by the book, the best one first; empty where it doesn't know them.
    pub fn book_moves(&self, state: &dyn MatchState) -> Vec<BookMove> {
        self.book.as_ref().and_then(|book| book.moves(state)).unwrap_or_default()
    }
}

/// "in 1204 matches 9-14 57 % (400-86-201), 11-15 41 % (…)": the most frequent moves, with how often the first seat won, nobody, and
/// the second seat. None if there are none.
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

/// "9-14 (+0.03), 11-15 (+0.02) by the book": the best moves of a position. None if there are none.
pub fn book_phrase(moves: &[BookMove]) -> Option<String> {
    let shown = moves.iter().take(BOOK_MOVES_MAX);
    let shown: Vec<String> =
        shown.map(|known| format!("{} ({})", known.mv, known.valuation)).collect();
    (!shown.is_empty()).then(|| format!("{} by the book", shown.join(", ")))
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
