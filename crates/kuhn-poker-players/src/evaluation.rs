//! The evaluation of Kuhn poker.

use board_engine::Seat;
use kuhn_poker::{Card, KuhnPoker, Move, Position};
use search::{Evaluator, Score};

/// The chips that each has won so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chips;

impl Evaluator<KuhnPoker> for Chips {
    fn evaluate(&self, _: &KuhnPoker, position: &Position, seat: Seat) -> Score {
        Score::new(100 * i32::from(position.balance(seat)))
    }

    /// Each hand is dealt anew.
    fn ends_playout(&self, game: &KuhnPoker, position: &Position) -> bool {
        game.hands() > 1 && position.is_hand_over()
    }
}

/// The rank of a move for a player that never bluffs: chips go in with the king alone.
pub(crate) fn rank(position: Position, mover: Seat, mv: Move) -> i32 {
    let is_high = position.holding(mover).card() == Some(Card::King);
    ((mv == Move::Bet) == is_high).into()
}
