//! Discs by their squares.

use board_engine::{Bitboard, Seat};
use othello::{Othello, Position};
use search::{Evaluator, Score};

/// Each disc counts as much as its square: corners most, and the squares beside them less than nothing. It is the second
/// evaluation of P. Norvig, "Paradigms of Artificial Intelligence Programming", 1992, chapter 18.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SquareValues;

/// By the distances from the nearer of the two edges in each direction.
const VALUES: [[i32; 4]; 4] =
    [[120, -20, 20, 5], [-20, -40, -5, -5], [20, -5, 15, 3], [5, -5, 3, 3]];

/// The value of the square of this bit.
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
