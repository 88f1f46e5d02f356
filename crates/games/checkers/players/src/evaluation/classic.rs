//! Draughts evaluations from earlier programs, reconstructed from memory.
//!
//! The evaluators were written for one board; on other boards the numbers continue in the same way. Their code is not
//! optimized, because these evaluators serve as opponents, not as advisers.

use board_engine::{Bitboard, Color, Place, Seat};
use checkers::{Checkers, Layout, Position, Variant};
use search::{Evaluator, Score};

use crate::evaluation::{count, in_sense};

/// The evaluator from a pocket computer: a man counts 100 plus the square of the rows that it has advanced; a king
/// counts 200, minus 20 on the first and the last row, and minus 40 in a corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Advance;

impl<V: Variant> Evaluator<Checkers<V>> for Advance {
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        difference::<V>(
            position,
            seat,
            |rows_advanced| 100 + rows_advanced * rows_advanced,
            |place| {
                let on_edge_row = place.row == 0 || place.row == Layout::<V>::HEIGHT - 1;
                let on_edge_column = place.column == 0 || place.column == Layout::<V>::WIDTH - 1;
                match (on_edge_row, on_edge_column) {
                    (true, true) => 200 - 40,
                    (true, false) => 200 - 20,
                    (false, _) => 200,
                }
            },
        )
    }
}

/// The evaluator from a 10×10 tournament player, in thousandths of a man: a man counts 1,000 plus the number for its
/// row, a king 3,000.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fibonacci;

impl Fibonacci {
    /// The value of a man regardless of its row.
    pub(super) const MAN: i32 = 1_000;
    const KING: i32 = 3_000;
}

/// The gain per row, starting at the back row. Boards higher than 10×10 repeat the last number.
const FIBONACCI_ROWS: [i32; 9] = [10, 1, 2, 3, 5, 8, 13, 21, 31];

impl<V: Variant> Evaluator<Checkers<V>> for Fibonacci {
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        let last = FIBONACCI_ROWS[FIBONACCI_ROWS.len() - 1];
        let row = |rows_advanced: i32| {
            let index = usize::try_from(rows_advanced).unwrap_or_default();
            FIBONACCI_ROWS.get(index).copied().unwrap_or(last)
        };
        let man = |rows_advanced| Self::MAN + row(rows_advanced);
        difference::<V>(position, seat, man, |_| Self::KING)
    }

    fn unit(&self) -> i32 {
        Self::MAN
    }
}

/// The difference in the number of pieces, men and kings alike: a piece is 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pieces;

impl<V: Variant> Evaluator<Checkers<V>> for Pieces {
    #[inline]
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        let own = Checkers::<V>::color_of(seat);
        in_sense::<V>(100 * (count(position.pieces(own)) - count(position.pieces(!own))))
    }
}

/// The lead of `seat`'s pieces over the opponent's. Men count by the rows that they have advanced, kings by their
/// squares.
fn difference<V: Variant>(
    position: &Position<V::Word>,
    seat: Seat,
    man: impl Fn(i32) -> i32,
    king: impl Fn(Place) -> i32,
) -> Score {
    let places = |set: Bitboard<V::Word>| set.into_iter().filter_map(Layout::<V>::place);
    let sum = |color: Color| -> i32 {
        let men = places(position.men(color)).map(|place| man(rows_advanced::<V>(color, place)));
        let kings = places(position.kings(color)).map(&king);
        men.chain(kings).sum()
    };
    let own = Checkers::<V>::color_of(seat);
    in_sense::<V>(sum(own) - sum(!own))
}

/// The number of rows between this color's back row and a piece on this square.
fn rows_advanced<V: Variant>(color: Color, place: Place) -> i32 {
    let from_the_top = i32::from(place.row);
    match color {
        Color::White => i32::from(Layout::<V>::HEIGHT) - 1 - from_the_top,
        Color::Black => from_the_top,
    }
}
