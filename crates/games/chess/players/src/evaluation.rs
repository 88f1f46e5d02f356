//! The chess evaluations, endgame knowledge, and hints for chess searches.

mod hints;
pub(crate) mod material;
mod network;
mod standard;

use board_engine::Seat;
use chess::{Chess, Position};
use cozy_chess::{BitBoard, Board, Color, Piece};
use search::{Evaluator, Score};

use self::standard::Standard;

pub use self::hints::ChessHints;
pub use self::network::{ChessInputs, ChessLayers, ChessNetwork, ChessWeights};
pub use self::standard::ChessTerms;

/// The chess evaluators. A pawn is 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChessEvaluator {
    /// A network trained on the evaluations of Stockfish 15.1's larger network.
    Network,
    /// Material, squares, mobility, pawns and king safety, weighted by the phase of the game.
    Standard,
    /// Counts only the material.
    Material,
}

impl Evaluator<Chess> for ChessEvaluator {
    #[inline]
    fn evaluate(&self, game: &Chess, position: &Position, seat: Seat) -> Score {
        match self {
            Self::Network => ChessNetwork::built_in().evaluate(game, position, seat),
            Self::Standard => Standard.evaluate(game, position, seat),
            Self::Material => material::balance(position, seat),
        }
    }
}

/// The winning chance if any lead is enough to win.
const CHANCE_MAX: i32 = 16;

/// A position's score for `color`, in hundredths of a pawn, adjusted for pawnless endings, moves without progress and
/// bare kings.
#[inline]
fn adjust(position: &Position, color: Color, score: i32) -> i32 {
    let board = position.board();
    let score = score + hunt(board, color) - hunt(board, !color);
    let chance = match score {
        0 => CHANCE_MAX,
        1.. => winning_chance(board, color),
        _ => winning_chance(board, !color),
    };
    // The score fades as a draw by lack of progress approaches.
    let left = 200 - i32::from(position.quiet_plies()).min(100);
    score * left / 200 * chance / CHANCE_MAX
}

/// Returns `true` if a side has only its king.
#[inline]
fn has_bare_king(board: &Board) -> bool {
    board.colors(Color::White).len() == 1 || board.colors(Color::Black).len() == 1
}

/// The bonus for driving the enemy's bare king to the edge while the attacking king is nearby, if the side can mate.
fn hunt(board: &Board, color: Color) -> i32 {
    let king = board.king(!color);
    if board.colors(!color) != king.bitboard() {
        return 0;
    }
    let own = board.king(color);
    let [file, rank, own_file, own_rank] =
        [king.file() as i32, king.rank() as i32, own.file() as i32, own.rank() as i32];
    // From 0 in the center to 3 at the edge.
    let from_center = |line: i32| (2 * line - 7).abs() / 2;
    20 * (from_center(file) + from_center(rank))
        - 10 * ((file - own_file).abs() + (rank - own_rank).abs())
}

/// The winning chance, out of [`CHANCE_MAX`], for the side that is ahead. A minor piece ahead often doesn't suffice
/// without pawns, and neither does a pawn ahead with bishops of opposite colors.
fn winning_chance(board: &Board, color: Color) -> i32 {
    let pieces = |color| {
        let count = |piece| board.colored_pieces(color, piece).len().cast_signed();
        3 * (count(Piece::Knight) + count(Piece::Bishop))
            + 5 * count(Piece::Rook)
            + 9 * count(Piece::Queen)
    };
    let (own, other) = (pieces(color), pieces(!color));
    let pawns = board.colored_pieces(color, Piece::Pawn).len();
    if pawns == 0 && own - other <= 3 {
        return if own <= 3 { 0 } else { 3 };
    }
    let bishops = board.pieces(Piece::Bishop);
    let is_opposite = own == 3
        && other == 3
        && bishops.len() == 2
        && (bishops & BitBoard::DARK_SQUARES).len() == 1;
    if is_opposite { 9 } else { CHANCE_MAX }
}
