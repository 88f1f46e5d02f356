//! Moves as engines write them: "e2e4", "e7e8q". Castling is the king's move of two squares, "e1g1", where king and rooks
//! stand as in chess, and the king taking its own rook, "e1h1", where they don't (UCI's option `UCI_Chess960`).

use cozy_chess::{Piece, Square};

use crate::fen::castles_as_usual;
use crate::{Chess, Move, Position};

impl Chess {
    /// The text of a legal move for a UCI engine; `is_chess960` has castling written as the king taking its own rook.
    pub fn uci_move(&self, position: &Position, mv: Move, is_chess960: bool) -> String {
        let (from, mut to) = (mv.from(), mv.to());
        if position.is_castling(mv) && !is_chess960 && castles_as_usual(position.board()) {
            to = position.castled_king(from, to);
        }
        let promotion = mv.promotion().map(char::from).map(String::from).unwrap_or_default();
        format!("{from}{to}{promotion}")
    }

    /// The squares and the promotion that a text of this form names, whether or not that is a legal move.
    pub(crate) fn read_uci(text: &str) -> Option<(Square, Square, Option<Piece>)> {
        let squares = text.split_at_checked(4)?;
        let (from, to) = squares.0.split_at_checked(2)?;
        let promotion = squares.1.trim_start_matches('=');
        let mut letters = promotion.chars();
        let piece = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) => Some(Piece::try_from(letter.to_ascii_lowercase()).ok()?),
            _ => return None,
        };
        Some((from.parse().ok()?, to.parse().ok()?, piece))
    }

    /// Whether a legal move is meant by a text that names these squares.
    pub(crate) fn is_between(position: &Position, mv: Move, from: Square, to: Square) -> bool {
        let lands =
            |mv: Move| position.is_castling(mv) && position.castled_king(from, mv.to()) == to;
        mv.from() == from && (mv.to() == to || (lands(mv) && castles_as_usual(position.board())))
    }
}
