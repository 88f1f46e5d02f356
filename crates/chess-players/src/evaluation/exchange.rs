//! Static exchange evaluation.

use chess::{Move, Position};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::material::{taken, value};

/// Whether the exchange on the square to which `mv` leads gains at least `least` for its mover, if both sides take back with
/// their smallest piece as long as it pays (<https://www.chessprogramming.org/Static_Exchange_Evaluation>). Pins are not
/// looked at.
pub(super) fn gains(position: &Position, mv: Move, least: i32) -> bool {
    let board = position.board();
    let square = mv.to();
    let Some(mover) = board.piece_on(mv.from()) else { return false };
    let captured = taken(position, mv).map_or(0, value);
    let promoted = mv.promotion().map_or(0, |piece| value(piece) - value(Piece::Pawn));
    let placed = mv.promotion().unwrap_or(mover);
    // What the mover has beyond `least` if the exchange ends here.
    let mut balance = captured + promoted - least;
    if balance < 0 {
        return false;
    }
    // The same if the piece that has just moved is lost for nothing.
    balance -= exchanged(placed);
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
        // Seen by the side that is to take back next.
        balance = -balance - 1 - exchanged(piece);
        if balance >= 0 {
            // A king can't take what is still guarded.
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
    // The side that can't or won't take back has the worse of it.
    side != first
}

/// What the loss of a piece costs in an exchange; that of a king costs the game.
const fn exchanged(piece: Piece) -> i32 {
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
