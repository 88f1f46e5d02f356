//! What puzzles of chess can be about.

use board_engine::Game;
use chess::{Chess, Move, Position};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use game_family::GameMotif;

use crate::evaluation::{exchange::attackers, material::value};

/// A piece attacks two others at once, and then takes one of them
/// (<https://en.wikipedia.org/wiki/Fork_(chess)>).
pub(crate) const FORK: GameMotif<Chess> = GameMotif { name: "fork", fits: is_fork };

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the type is that of the motifs of all games"
)]
fn is_fork(game: &Chess, start: &Position, moves: &[Move]) -> bool {
    let mut position = start.clone();
    moves.chunks(2).enumerate().any(|(index, own_and_reply)| {
        let own = own_and_reply[0];
        game.play(&mut position, own);
        let targets = targets(position.board(), own.to());
        let next = moves.get(2 * index + 2);
        let is_taken = next.is_some_and(|next| next.from() == own.to() && targets.has(next.to()));
        if let Some(&reply) = own_and_reply.get(1) {
            game.play(&mut position, reply);
        }
        is_taken && targets.len() >= 2
    })
}

/// What the piece on `from`, which has just moved, attacks with a gain: the king, what is worth more than itself, and what nobody
/// guards.
fn targets(board: &Board, from: Square) -> BitBoard {
    let Some((piece, color)) = board.piece_on(from).zip(board.color_on(from)) else {
        return BitBoard::EMPTY;
    };
    let attacked = attacks(piece, color, from, board.occupied()) & board.colors(!color);
    let is_target = |&square: &Square| {
        let Some(target) = board.piece_on(square) else { return false };
        let guards = attackers(board, square, board.occupied()) & board.colors(!color);
        let is_worth_more = piece != Piece::King && value(target) > value(piece);
        target == Piece::King || is_worth_more || guards.is_empty()
    };
    attacked.into_iter().filter(is_target).map(Square::bitboard).fold(BitBoard::EMPTY, |a, b| a | b)
}

/// The squares that a piece attacks.
fn attacks(piece: Piece, color: Color, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}
