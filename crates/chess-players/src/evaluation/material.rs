//! What pieces count.

use board_engine::Seat;
use chess::{Move, Position};
use cozy_chess::{Color, Piece};
use search::Score;

/// The unit: a pawn.
pub(crate) const PAWN: i32 = 100;

/// The value of a piece in hundredths of a pawn; of a king 0, since both sides have one.
pub(crate) const fn value(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => PAWN,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 950,
        Piece::King => 0,
    }
}

/// The color of the pieces of a seat.
pub(super) fn color_of(seat: Seat) -> Color {
    if seat == Seat::FIRST { Color::White } else { Color::Black }
}

/// The pieces of `seat` less those of the other.
pub(super) fn balance(position: &Position, seat: Seat) -> Score {
    let board = position.board();
    let of = |color| -> i32 {
        let counts = Piece::ALL
            .iter()
            .map(|&piece| value(piece) * board.colored_pieces(color, piece).len().cast_signed());
        counts.sum()
    };
    let own = color_of(seat);
    Score::new(of(own) - of(!own))
}

/// The piece that a move takes.
#[inline]
pub(crate) fn taken(position: &Position, mv: Move) -> Option<Piece> {
    if !position.is_capture(mv) {
        return None;
    }
    Some(position.board().piece_on(mv.to()).unwrap_or(Piece::Pawn))
}
