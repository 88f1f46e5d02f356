//! Material values and static exchange evaluation.

use board_engine::Seat;
use chess::{Move, Position};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use search::Score;

/// Returns `true` if the exchange on the target square of `mv` gains at least `least` for its mover, if both sides
/// recapture with their least valuable piece as long as that is profitable
/// (<https://www.chessprogramming.org/Static_Exchange_Evaluation>). Pins are ignored.
pub(super) fn exchange_gains(position: &Position, mv: Move, least: i32) -> bool {
    let board = position.board();
    let square = mv.to();
    let Some(mover) = board.piece_on(mv.from()) else { return false };
    let captured = captured_piece(position, mv).map_or(0, value);
    let promoted = mv.promotion().map_or(0, |piece| value(piece) - value(Piece::Pawn));
    let placed = mv.promotion().unwrap_or(mover);
    // The mover's surplus over `least` if the exchange ends here.
    let mut balance = captured + promoted - least;
    if balance < 0 {
        return false;
    }
    // The surplus if the piece that has just moved is lost without compensation.
    balance -= exchange_loss(placed);
    if balance >= 0 {
        return true;
    }
    let mut occupied = (board.occupied() - mv.from().bitboard()) | square.bitboard();
    if position.is_en_passant(mv) {
        occupied -= Square::new(square.file(), mv.from().rank()).bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers(board, square, occupied) & occupied;
    let first = board.side_to_move();
    let mut side = !first;
    loop {
        let own = attackers & board.colors(side);
        let Some((piece, from)) = smallest(board, own) else { break };
        side = !side;
        // The surplus from the point of view of the side that recaptures next.
        balance = -balance - 1 - exchange_loss(piece);
        if balance >= 0 {
            // A king can't capture a guarded piece.
            if piece == Piece::King && !(attackers & board.colors(side)).is_empty() {
                side = !side;
            }
            break;
        }
        occupied -= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(square, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(square, occupied) & straight;
        }
        attackers &= occupied;
    }
    // The side that can't or won't recapture loses the exchange.
    side != first
}

/// The cost of a lost piece in an exchange; a lost king costs the game.
const fn exchange_loss(piece: Piece) -> i32 {
    match piece {
        Piece::King => 10_000,
        piece => value(piece),
    }
}

fn smallest(board: &Board, pieces: BitBoard) -> Option<(Piece, Square)> {
    if pieces.is_empty() {
        return None;
    }
    Piece::ALL.into_iter().find_map(|piece| {
        let square = (board.pieces(piece) & pieces).next_square()?;
        Some((piece, square))
    })
}

/// The pieces of both sides that attack the square.
pub(crate) fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let pawns =
        |color: Color| get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    pawns(Color::White)
        | pawns(Color::Black)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
        | get_king_moves(square) & board.pieces(Piece::King)
}

/// The unit: a pawn.
pub(crate) const PAWN: i32 = 100;

/// The value of a piece in hundredths of a pawn; 0 for a king, because both sides have one.
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

/// A seat's color.
pub(super) fn color_of(seat: Seat) -> Color {
    if seat == Seat::FIRST { Color::White } else { Color::Black }
}

/// `seat`'s material minus the other side's.
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

/// The piece captured by a move.
#[inline]
pub(crate) fn captured_piece(position: &Position, mv: Move) -> Option<Piece> {
    if !position.is_capture(mv) {
        return None;
    }
    Some(position.board().piece_on(mv.to()).unwrap_or(Piece::Pawn))
}
