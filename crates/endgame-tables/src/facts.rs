//! What tables need to know of a variant besides its moves.

use checkers::rules::{Goal, Rules};
use checkers::{Layout, Variant};
use tablebase::PIECES_MAX;

use crate::code::Aim;
use crate::rules;

/// What tables depend on in a variant besides its moves. Code that needs no more takes it as a value, and is compiled once for
/// all variants.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) name: &'static str,
    pub(crate) rules: &'static Rules,
    /// Who wins without a move.
    pub(crate) aim: Aim,
    /// The number of squares.
    pub(crate) squares: usize,
    /// How many of them are a row, and so the row on which a side's men become kings.
    pub(crate) row_squares: usize,
    /// The number of rows.
    pub(crate) height: usize,
    /// The most pieces that a side has.
    side_max: u32,
}

impl Facts {
    /// Those of `V`.
    pub(crate) const fn of<V: Variant>() -> &'static Self {
        const {
            &Self {
                name: V::RULES.name,
                rules: &V::RULES,
                aim: rules::aim::<V>(),
                squares: Layout::<V>::SQUARE_COUNT,
                row_squares: Layout::<V>::ROW_SQUARES,
                height: Layout::<V>::HEIGHT as usize,
                side_max: Layout::<V>::PIECES_MAX,
            }
        }
    }

    /// The squares on which men of a side can stand.
    pub(crate) const fn squares_of_men(&self) -> usize {
        self.squares - self.row_squares
    }

    /// The most pieces that a side has in a table.
    pub(crate) fn side_max(&self) -> u8 {
        u8::try_from(self.side_max).unwrap_or(u8::MAX)
    }

    /// The most kings that a side has in a table.
    pub(crate) const fn kings_max(&self) -> u8 {
        if matches!(self.rules.goal, Goal::FirstKing) { 0 } else { PIECES_MAX }
    }
}
