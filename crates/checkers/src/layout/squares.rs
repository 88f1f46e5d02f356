//! The squares of a board as a value.

use board_engine::{Place, Square};

use crate::layout::tables::{GHOST, Tables, bit_at};
use crate::rules::{PlayingSquares, Rules};

/// The squares of a variant's board as a value: what reads and writes their names is compiled once for all variants.
#[derive(Clone, Copy)]
pub(crate) struct Squares {
    pub(crate) rules: &'static Rules,
    pub(super) tables: &'static Tables,
}

impl Squares {
    /// How many there are.
    #[inline]
    pub(crate) const fn count(self) -> usize {
        self.tables.square_count
    }

    /// How many there are in a row.
    #[inline]
    pub(crate) const fn in_row(self) -> usize {
        self.rules.board.columns() as usize
    }

    /// The bit of a square. See [`Layout::bit`](crate::layout::Layout::bit).
    #[inline]
    pub(crate) fn bit(self, square: Square) -> u32 {
        assert!(square.index() < self.count(), "a square of this board");
        self.tables.bits[square.index()].into()
    }

    /// The square of a bit, unless the bit is a ghost or off the board.
    #[inline]
    pub(crate) fn square(self, bit: u32) -> Option<Square> {
        let square = *self.tables.squares.get(bit as usize)?;
        (square != GHOST).then(|| Square::new(square.into()))
    }

    /// Column and row of a bit that is a square.
    #[inline]
    pub(crate) fn place(self, bit: u32) -> Option<Place> {
        let index = self.square(bit)?.index();
        let board = self.rules.board;
        let row = u8::try_from(index / self.in_row()).ok()?;
        let in_row = u8::try_from(index % self.in_row()).ok()?;
        let column = if matches!(board.squares, PlayingSquares::All) {
            in_row
        } else {
            2 * in_row + board.first_column(row)
        };
        Some(Place { column, row })
    }

    /// The bit of the square at this place, if the place is on the board and plays.
    #[inline]
    pub(crate) const fn bit_at(self, place: Place) -> Option<u32> {
        let board = self.rules.board;
        let plays = place.column < board.width && place.row < board.height && board.plays(place);
        if plays { Some(bit_at(board, place) as u32) } else { None }
    }
}
