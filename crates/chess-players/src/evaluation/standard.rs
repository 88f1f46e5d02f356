//! Material, squares, mobility, pawns and the safety of the king.

use board_engine::Seat;
use chess::{Chess, Position};
use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use search::{Evaluator, Score};

use super::material::{color_of, value};
use super::squares::{self, Phased};

/// The evaluator of this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standard;

/// The phase of the start; it falls to 0 as pieces leave the board.
const PHASE_MAX: i32 = 24;

const BISHOP_PAIR: Phased = Phased::new(25, 45);
/// For each square that a piece attacks and that no pawn guards.
const MOBILITY: [Phased; 6] = [
    Phased::new(0, 0),
    Phased::new(4, 4),
    Phased::new(4, 5),
    Phased::new(2, 4),
    Phased::new(1, 3),
    Phased::new(0, 0),
];
const ROOK_ON_OPEN_FILE: Phased = Phased::new(22, 10);
const ROOK_ON_HALF_OPEN_FILE: Phased = Phased::new(10, 6);
const DOUBLED_PAWN: Phased = Phased::new(-8, -18);
const ISOLATED_PAWN: Phased = Phased::new(-10, -12);
/// By the rank of the pawn, from 0.
const PASSED_PAWN: [Phased; 8] = [
    Phased::new(0, 0),
    Phased::new(0, 8),
    Phased::new(2, 14),
    Phased::new(8, 28),
    Phased::new(22, 52),
    Phased::new(45, 95),
    Phased::new(75, 150),
    Phased::new(0, 0),
];
/// For each pawn on the three files before the king.
const SHIELD: Phased = Phased::new(16, 0);
/// For each attacked square around the king, by piece.
const KING_ATTACK: [i32; 6] = [0, 7, 6, 8, 13, 0];
/// To move is worth this.
const TEMPO: i32 = 12;

impl Evaluator<Chess> for Standard {
    fn evaluate(&self, _: &Chess, position: &Position, seat: Seat) -> Score {
        let board = position.board();
        let own = color_of(seat);
        let difference = side(board, own).minus(side(board, !own));
        let phase = phase(board);
        let blended =
            (difference.middlegame * phase + difference.endgame * (PHASE_MAX - phase)) / PHASE_MAX;
        let tempo = if board.side_to_move() == own { TEMPO } else { -TEMPO };
        // Towards a draw by moves without progress the score fades.
        let left = 200 - i32::from(position.quiet_plies()).min(100);
        Score::new((blended + tempo) * left / 200)
    }
}

/// How many pieces are left, from [`PHASE_MAX`] to 0.
fn phase(board: &Board) -> i32 {
    let count = |piece| board.pieces(piece).len().cast_signed();
    let phase = count(Piece::Knight)
        + count(Piece::Bishop)
        + 2 * count(Piece::Rook)
        + 4 * count(Piece::Queen);
    phase.min(PHASE_MAX)
}

/// The score of one side.
fn side(board: &Board, color: Color) -> Phased {
    pieces(board, color).plus(pawns(board, color)).plus(shield(board, color))
}

fn pieces(board: &Board, color: Color) -> Phased {
    let occupied = board.occupied();
    let unsafe_squares = pawn_attacks(board, !color) | board.colors(color);
    let zone = get_king_moves(board.king(!color));
    let (mut score, mut attack) = (Phased::default(), 0);
    for piece in Piece::ALL {
        for square in board.colored_pieces(color, piece) {
            let placed = squares::score(piece, square.relative_to(color));
            score = score.plus(placed).plus(Phased::new(value(piece), value(piece)));
            let attacks = attacks(piece, square, occupied);
            let mobility = (attacks - unsafe_squares).len().cast_signed();
            score = score.plus(MOBILITY[piece as usize].times(mobility));
            attack += KING_ATTACK[piece as usize] * (attacks & zone).len().cast_signed();
        }
    }
    if board.colored_pieces(color, Piece::Bishop).len() >= 2 {
        score = score.plus(BISHOP_PAIR);
    }
    let score = board
        .colored_pieces(color, Piece::Rook)
        .into_iter()
        .fold(score, |score, rook| score.plus(file_score(board, color, rook.file())));
    // A lone attacker does little harm, several do much.
    score.plus(Phased::new(attack * attack / 120, 0))
}

/// The squares that a piece attacks; none for pawns and kings, whose mobility isn't counted.
fn attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::Pawn | Piece::King => BitBoard::EMPTY,
    }
}

fn pawn_attacks(board: &Board, color: Color) -> BitBoard {
    let pawns = board.colored_pieces(color, Piece::Pawn);
    pawns.into_iter().fold(BitBoard::EMPTY, |all, pawn| all | get_pawn_attacks(pawn, color))
}

/// What an open file gives to a rook.
fn file_score(board: &Board, color: Color, file: File) -> Phased {
    let pawns = board.pieces(Piece::Pawn) & file.bitboard();
    if pawns.is_empty() {
        ROOK_ON_OPEN_FILE
    } else if (pawns & board.colors(color)).is_empty() {
        ROOK_ON_HALF_OPEN_FILE
    } else {
        Phased::default()
    }
}

fn pawns(board: &Board, color: Color) -> Phased {
    let own = board.colored_pieces(color, Piece::Pawn);
    let other = board.colored_pieces(!color, Piece::Pawn);
    let mut score = Phased::default();
    for pawn in own {
        let file = pawn.file();
        if (own & file.adjacent()).is_empty() {
            score = score.plus(ISOLATED_PAWN);
        }
        let before = ahead(pawn, color);
        if !(own & file.bitboard() & before).is_empty() {
            score = score.plus(DOUBLED_PAWN);
        }
        if (other & (file.bitboard() | file.adjacent()) & before).is_empty() {
            score = score.plus(PASSED_PAWN[pawn.relative_to(color).rank() as usize]);
        }
    }
    score
}

/// All ranks before this square, as `color` sees the board.
fn ahead(square: Square, color: Color) -> BitBoard {
    let rank = square.relative_to(color).rank();
    let ranks = Rank::ALL.into_iter().filter(|&other| other > rank);
    ranks.fold(BitBoard::EMPTY, |all, rank| all | rank.relative_to(color).bitboard())
}

/// The pawns before the king.
fn shield(board: &Board, color: Color) -> Phased {
    let king = board.king(color);
    let near = king.file().bitboard() | king.file().adjacent();
    let ranks =
        Rank::Second.relative_to(color).bitboard() | Rank::Third.relative_to(color).bitboard();
    let pawns = board.colored_pieces(color, Piece::Pawn) & near & ranks & ahead(king, color);
    SHIELD.times(pawns.len().cast_signed())
}
