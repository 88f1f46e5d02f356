//! The evaluations of Othello, and hints for its searches.

mod discs;
mod ordering;
mod patterns;
pub(crate) mod squares;
mod stability;
mod standard;
mod terms;
mod weights;

use board_engine::Seat;
use othello::{Move, Othello, Position};
use search::{Evaluator, Hints, MoveIndex, PayoffBounds, Score, SolvedPayoff, Tension};

use self::discs::Discs;
pub use self::patterns::OthelloPatterns;
use self::squares::SquareValues;
use self::standard::Standard;
use crate::endgame;

/// Any one of the evaluators of Othello.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OthelloEvaluator {
    /// [`Standard`](Self::Standard) with learned patterns of edges, corners, rows and diagonals.
    Patterns,
    /// Mobility, corners, stable discs and more, weighted by the phase of the game.
    Standard,
    /// Each disc counts as much as its square.
    SquareValues,
    /// The difference in discs.
    Discs,
}

impl Evaluator<Othello> for OthelloEvaluator {
    #[inline]
    fn evaluate(&self, game: &Othello, position: &Position, seat: Seat) -> Score {
        match self {
            Self::Patterns => OthelloPatterns.evaluate(game, position, seat),
            Self::Standard => Standard.evaluate(game, position, seat),
            Self::SquareValues => SquareValues.evaluate(game, position, seat),
            Self::Discs => Discs.evaluate(game, position, seat),
        }
    }

    fn unit(&self) -> i32 {
        match self {
            Self::Patterns => OthelloPatterns.unit(),
            Self::Standard => Standard.unit(),
            Self::SquareValues => SquareValues.unit(),
            Self::Discs => Discs.unit(),
        }
    }
}

/// Hints for a search of Othello: a pass is searched at once, and moves are ordered by their squares and by what they
/// leave to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OthelloHints;

impl Hints<Othello> for OthelloHints {
    /// Only a pass is noisy.
    #[inline]
    fn tension(&self, game: &Othello, position: &Position) -> Tension {
        if game.placings(position).is_empty() { Tension::Unknown } else { Tension::Calm }
    }

    #[inline]
    fn is_noisy(&self, _: &Othello, _: &Position, mv: Move) -> bool {
        mv == Move::PASS
    }

    #[inline]
    fn is_solvable(&self, game: &Othello, position: &Position) -> bool {
        game.empty(position).count() <= endgame::EMPTY_MAX
    }

    fn solve(
        &self,
        game: &Othello,
        position: &Position,
        bounds: PayoffBounds,
    ) -> Option<SolvedPayoff> {
        Some(endgame::solve(game, position, bounds))
    }

    #[inline]
    fn rank(&self, game: &Othello, position: &Position, mv: Move) -> i32 {
        ordering::rank(game, position, mv)
    }

    #[inline]
    fn move_index(&self, _: &Othello, _: &Position, mv: Move) -> MoveIndex {
        MoveIndex::new(mv.square().map_or(64, |square| square as usize))
    }
}
