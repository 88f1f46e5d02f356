//! Material that can't mate.

use cozy_chess::{BitBoard, Board, Color, Piece};

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

/// Whether `color` can mate by some sequence of legal moves of both sides, as far as the pieces show it. A lone
/// knight needs a piece that takes a square from the other king, which a queen never has to; bishops on squares of one color
/// need one for the others.
pub(crate) fn can_mate(board: &Board, color: Color) -> bool {
    let own = |piece| board.colored_pieces(color, piece);
    let heavy = own(Piece::Pawn) | own(Piece::Rook) | own(Piece::Queen);
    if !heavy.is_empty() {
        return true;
    }
    let (knights, bishops) = (own(Piece::Knight), own(Piece::Bishop));
    let (all_knights, all_bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match (knights.len(), bishops.len()) {
        (0, 0) => false,
        (1, 0) => {
            let others =
                board.colors(!color) - board.pieces(Piece::King) - board.pieces(Piece::Queen);
            !others.is_empty()
        }
        (0, _) => {
            let are_on_both = !(all_bishops & BitBoard::DARK_SQUARES).is_empty()
                && !(all_bishops & BitBoard::LIGHT_SQUARES).is_empty();
            are_on_both || !all_knights.is_empty() || !board.pieces(Piece::Pawn).is_empty()
        }
        _ => true,
    }
}
