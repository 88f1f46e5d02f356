//! Chess.

mod hints;
mod material;
mod squares;
mod standard;

use board_engine::Seat;
use chess::{Chess, Move, Position};
use cozy_chess::Piece;
use search::{Evaluator, Score};

pub use self::hints::ChessHints;
use self::standard::Standard;
use crate::{EvaluatedGame, EvaluatorInfo, RankedMoves};

/// Any one of the evaluators of chess. A pawn is 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChessEvaluator {
    /// Material, squares, mobility, pawns and the safety of the king, weighted by the phase of the game.
    Standard,
    /// The pieces alone.
    Material,
}

impl Evaluator<Chess> for ChessEvaluator {
    #[inline]
    fn evaluate(&self, game: &Chess, position: &Position, seat: Seat) -> Score {
        match self {
            Self::Standard => Standard.evaluate(game, position, seat),
            Self::Material => material::balance(position, seat),
        }
    }
}

impl EvaluatedGame for Chess {
    type Evaluator = ChessEvaluator;
    type Hints = ChessHints;

    const EVALUATORS: &'static [(EvaluatorInfo, ChessEvaluator)] = &[
        (
            EvaluatorInfo {
                name: "standard",
                description: "material, squares, mobility, pawns, safety of the king",
            },
            ChessEvaluator::Standard,
        ),
        (
            EvaluatorInfo { name: "material", description: "the pieces alone" },
            ChessEvaluator::Material,
        ),
    ];
}

/// Captures of large pieces by small ones first, then promotions.
impl RankedMoves for Chess {
    fn rank(&self, position: &Position, mv: Move) -> i32 {
        let promoted = mv.promotion().map_or(0, |piece| material::value(piece) - material::PAWN);
        let taken = hints::taken(position, mv).map_or(0, |taken| {
            let taker = position.board().piece_on(mv.from()).unwrap_or(Piece::King);
            10 * material::value(taken) - material::value(taker) / 10
        });
        taken + promoted
    }
}
