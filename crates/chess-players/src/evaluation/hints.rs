//! What a selective search of chess goes by.

use chess::{Chess, Move, Position};
use cozy_chess::Piece;
use search::{Hints, MoveIndex, Tension};

use super::material::value;

/// Hints for a search of chess: captures and promotions to a queen are noisy, and so is every move out of check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChessHints;

impl Hints<Chess> for ChessHints {
    #[inline]
    fn tension(&self, _: &Chess, position: &Position) -> Tension {
        if position.board().checkers().is_empty() { Tension::Unknown } else { Tension::Noisy }
    }

    #[inline]
    fn is_noisy(&self, _: &Chess, position: &Position, mv: Move) -> bool {
        position.is_capture(mv)
            || mv.promotion() == Some(Piece::Queen)
            || !position.board().checkers().is_empty()
    }

    /// The largest piece first, taken by the smallest one; every capture comes before quiet moves.
    #[inline]
    fn rank(&self, _: &Chess, position: &Position, mv: Move) -> i32 {
        let promoted = if mv.promotion() == Some(Piece::Queen) { 700 } else { 0 };
        let Some(taken) = taken(position, mv) else { return promoted };
        let taker = position.board().piece_on(mv.from()).unwrap_or(Piece::King);
        let gain = value(taken) - value(taker) / 10;
        promoted + gain.clamp(10, 900)
    }

    #[inline]
    fn move_index(&self, _: &Chess, position: &Position, mv: Move) -> MoveIndex {
        let piece = position.board().piece_on(mv.from()).unwrap_or(Piece::Pawn);
        let side = position.board().side_to_move() as usize;
        MoveIndex::new((side * 6 + piece as usize) * 64 + mv.to() as usize)
    }
}

/// The piece that a move takes.
pub(crate) fn taken(position: &Position, mv: Move) -> Option<Piece> {
    if !position.is_capture(mv) {
        return None;
    }
    Some(position.board().piece_on(mv.to()).unwrap_or(Piece::Pawn))
}
