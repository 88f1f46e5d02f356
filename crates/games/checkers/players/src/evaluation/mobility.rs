//! The evaluator that compares the mobility of both sides.

use board_engine::{Color, Game, Seat};
use checkers::{Checkers, Position, Variant};
use search::{Evaluator, Score};

use crate::evaluation::in_sense;

/// The difference in mobility: 1 for each move that a side could make without a capture, and 5 for each capture, if it
/// were to move. The evaluator comes from a cookbook on game programming, but is computed for both sides, so one side's
/// gain is the other's loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility;

impl<V: Variant> Evaluator<Checkers<V>> for Mobility {
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        let own = Checkers::<V>::color_of(seat);
        in_sense::<V>(freedom::<V>(position, own) - freedom::<V>(position, !own))
    }
}

/// The mobility in hundredths, so a move counts as a hundredth of a man.
fn freedom<V: Variant>(position: &Position<V::Word>, color: Color) -> i32 {
    let to_move = if position.turn() == color { *position } else { position.passed() };
    if Checkers::<V>::can_capture(&to_move) {
        let captures = Checkers::<V>::new().count_moves(&to_move, &mut Vec::new());
        return 5 * i32::try_from(captures).unwrap_or(i32::MAX / 5);
    }
    Checkers::<V>::mobility(position, color).cast_signed()
}
