//! Material that can't mate.

use cozy_chess::{BitBoard, Board, Piece};

/// Whether no sequence of legal moves leads to mate, as far as the pieces alone show it (FIDE's law 5.2.2): kings with at
/// most one knight, or with bishops that all stand on squares of one color.
pub(crate) fn is_dead(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match (knights.len(), bishops.len()) {
        (0, _) => {
            (bishops & BitBoard::DARK_SQUARES).is_empty()
                || (bishops & BitBoard::LIGHT_SQUARES).is_empty()
        }
        (1, 0) => true,
        _ => false,
    }
}
