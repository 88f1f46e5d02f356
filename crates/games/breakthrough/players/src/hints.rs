//! Hints for searches.

use board_engine::Seat;
use breakthrough::{Breakthrough, Move, Position};
use search::{Hints, Margins, MoveIndex};

/// Captures are noisy, and a pawn one row before its goal is a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BreakthroughHints;

/// The value of a pawn, in hundredths.
const PAWN: i32 = 100;
/// The number of bits in a row of the board.
const STRIDE: i32 = 8;

impl Hints<Breakthrough> for BreakthroughHints {
    const MARGINS: Option<Margins> =
        Some(Margins { per_ply: 80, capture: 150, exchange: 80, probcut: None });

    fn null_move(&self, game: &Breakthrough, position: &Position) -> Option<Position> {
        let pawns = [Seat::FIRST, Seat::SECOND].map(|seat| position.pawns(seat));
        let is_threatened = self.is_in_check(game, position);
        (!is_threatened).then(|| Position::new(pawns, position.mover().opponent()))
    }

    fn is_in_check(&self, game: &Breakthrough, position: &Position) -> bool {
        let opponent = position.mover().opponent();
        let back = if opponent == Seat::FIRST { -STRIDE } else { STRIDE };
        position.pawns(opponent).meets(game.goal(opponent).shifted(back))
    }

    fn gain(&self, game: &Breakthrough, position: &Position, mv: Move) -> i32 {
        if self.is_noisy(game, position, mv) { PAWN } else { 0 }
    }

    fn is_noisy(&self, _: &Breakthrough, position: &Position, mv: Move) -> bool {
        position.pawns(position.mover().opponent()).contains(mv.to())
    }

    fn move_index(&self, _: &Breakthrough, _: &Position, mv: Move) -> MoveIndex {
        MoveIndex::new((mv.from() * 64 + mv.to()) as usize)
    }
}
