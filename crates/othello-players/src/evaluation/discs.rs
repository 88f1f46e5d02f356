//! Counting discs.

use board_engine::Seat;
use othello::{Othello, Position};
use search::{Evaluator, Score};

use super::standard::DISCS_PER_UNIT;

/// The difference in discs: what decides the game at its end, and says little before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Discs;

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
