//! Converts the score of the position after a move to the move's score.

use board_engine::Turn;
use games_package::{MatchState, Valuation};
use opening_book::{of_payoff, one_ply_farther};
use tablebase::TableValue;

/// The result of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Consequence {
    /// A position whose score can't be converted to the move's score: with more than two seats, or if chance is next.
    Unknown,
    /// The end of the game, with its score for the mover.
    Over(Valuation),
    /// Another turn, with the conversion from the new position's score to the move's score.
    Next(Conversion),
}

/// Converts a position's score to the previous move's score, depending on the next mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conversion {
    /// The same seat is next.
    SameMover,
    /// The opponent is next.
    OtherMover,
}

impl Conversion {
    /// The move's score, from the score of the position after it.
    pub(crate) const fn of_valuation(self, after: Valuation) -> Valuation {
        match self {
            Self::SameMover => after,
            Self::OtherMover => one_ply_farther(after.for_other()),
        }
    }

    /// The move's table value, from the value of the position after it.
    pub(crate) const fn of_table(self, after: TableValue) -> TableValue {
        let earlier = after.one_ply_farther();
        match self {
            Self::SameMover => earlier,
            Self::OtherMover => earlier.reverse(),
        }
    }
}

/// The result of a move by `mover`; `state` is the match after it.
pub(crate) fn consequence(state: &dyn MatchState, mover: Turn, seat_count: usize) -> Consequence {
    match (mover, state.turn(), state.outcome()) {
        (Turn::Seat(seat), _, Some(outcome)) => {
            Consequence::Over(one_ply_farther(of_payoff(outcome.payoff(seat))))
        }
        (Turn::Seat(seat), Turn::Seat(next), None) if seat == next => {
            Consequence::Next(Conversion::SameMover)
        }
        (Turn::Seat(_), Turn::Seat(_), None) if seat_count == 2 => {
            Consequence::Next(Conversion::OtherMover)
        }
        _ => Consequence::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_after_the_move_is_a_loss_a_ply_longer() {
        let before = |after| Conversion::OtherMover.of_valuation(after);
        assert_eq!(before(Valuation::WinIn(3)), Valuation::LossIn(4));
        assert_eq!(before(Valuation::LossIn(u32::MAX)), Valuation::WinIn(u32::MAX));
        assert_eq!(before(Valuation::Centi(i32::MIN)), Valuation::Centi(i32::MAX));
    }
}
