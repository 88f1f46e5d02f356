//! The evaluations of chess, and hints for its searches.

mod endings;
pub(crate) mod exchange;
mod hints;
pub(crate) mod material;
mod network;
mod standard;

use board_engine::Seat;
use chess::{Chess, Position};
use search::{Evaluator, Score};

pub use self::hints::ChessHints;
pub use self::network::{ChessInputs, ChessLayers, ChessNetwork, ChessWeights};
pub use self::standard::ChessTerms;
use self::standard::Standard;

/// Any one of the evaluators of chess. A pawn is 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChessEvaluator {
    /// A network that was learned from what the larger one of Stockfish 15.1 finds.
    Network,
    /// Material, squares, mobility, pawns and the safety of the king, weighted by the phase of the game.
    Standard,
    /// The pieces alone.
    Material,
}

impl Evaluator<Chess> for ChessEvaluator {
    #[inline]
    fn evaluate(&self, game: &Chess, position: &Position, seat: Seat) -> Score {
        match self {
            Self::Network => ChessNetwork::learned().evaluate(game, position, seat),
            Self::Standard => Standard.evaluate(game, position, seat),
            Self::Material => material::balance(position, seat),
        }
    }
}
