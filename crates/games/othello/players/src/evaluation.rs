//! The Othello evaluations, move ordering, and hints for Othello searches.

mod patterns;
mod stability;
mod standard;
mod terms;
mod weights;

use board_engine::{Bitboard, Seat};
use othello::{Move, Othello, Position};
use search::{Evaluator, Hints, MoveIndex, PayoffBounds, Score, SolvedPayoff, Tension};

use self::standard::{DISCS_PER_UNIT, Standard};
use crate::endgame;

pub use self::patterns::OthelloPatterns;

/// The Othello evaluators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OthelloEvaluator {
    /// [`Standard`](Self::Standard) with learned patterns of edges, corners, rows and diagonals.
    Patterns,
    /// Mobility, corners, stable discs and more, weighted by game phase.
    Standard,
    /// Each disc counts its square's value.
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

/// Hints for an Othello search: passes are noisy, so they are followed immediately, and moves are ordered by their
/// squares and the opponent's replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OthelloHints;

impl Hints<Othello> for OthelloHints {
    /// Only passes are noisy.
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
        rank(game, position, mv)
    }

    #[inline]
    fn move_index(&self, _: &Othello, _: &Position, mv: Move) -> MoveIndex {
        MoveIndex::new(mv.square().map_or(64, |square| square as usize))
    }
}

/// The rank of a corner move.
const CORNER: i32 = 60;
/// The penalty for each opposing reply.
const REPLY: i32 = 8;
/// The additional penalty for each corner that the opponent can take.
const CORNER_REPLY: i32 = 24;

/// The fewer replies a move leaves, the higher its rank: such moves are often good, and their trees are small ("fastest
/// first").
#[inline]
fn rank(game: &Othello, position: &Position, mv: Move) -> i32 {
    let Some(square) = mv.square() else { return 0 };
    let after = position.after(square);
    let replies = game.placings(&after);
    let corners = terms::corners_of(game);
    let corner = if corners.contains(square) { CORNER } else { 0 };
    let corner_replies = (replies & corners).count().cast_signed();
    corner - REPLY * replies.count().cast_signed() - CORNER_REPLY * corner_replies
}

/// Each disc counts its square's value: highest on corners, and negative next to them. This is the second evaluation in
/// P. Norvig, "Paradigms of Artificial Intelligence Programming", 1992, chapter 18.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct SquareValues;

/// The values, indexed by the distances to the nearer edge in each direction.
const VALUES: [[i32; 4]; 4] =
    [[120, -20, 20, 5], [-20, -40, -5, -5], [20, -5, 15, 3], [5, -5, 3, 3]];

/// The value of this bit's square.
pub(crate) fn value(game: &Othello, square: u32) -> i32 {
    let margin = (8 - u32::from(game.size())) / 2;
    let [column, row] = [square % 8, square / 8]
        .map(|line| (line.min(7 - line).saturating_sub(margin) as usize).min(3));
    VALUES[column][row]
}

impl Evaluator<Othello> for SquareValues {
    fn evaluate(&self, game: &Othello, position: &Position, seat: Seat) -> Score {
        let sum = |discs: Bitboard<u64>| -> i32 {
            discs.into_iter().map(|square| value(game, square)).sum()
        };
        Score::new(sum(position.discs(seat)) - sum(position.discs(seat.opponent())))
    }
}

/// The difference in discs, which decides the game at the end but means little earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Discs;

impl Evaluator<Othello> for Discs {
    #[inline]
    fn evaluate(&self, _: &Othello, position: &Position, seat: Seat) -> Score {
        let count = |seat| position.discs(seat).count().cast_signed();
        Score::new(100 * (count(seat) - count(seat.opponent())))
    }

    /// A disc is 100.
    fn unit(&self) -> i32 {
        100 * DISCS_PER_UNIT
    }
}
