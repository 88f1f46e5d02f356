//! The board and the setup.

use board_engine::{Bitboard, Color, Direction, Geometry, Place, Square};
use thiserror::Error;

use crate::position::single;

/// The longest side of a board.
const SIDE_MAX: u8 = 16;
/// The shortest side of a board.
const SIDE_MIN: u8 = 3;
/// Half of the squares of the largest board: a set has a bit for each.
const _: () = assert!(SIDE_MAX as u32 * SIDE_MAX as u32 / 2 <= u128::BITS);

/// The diagonals, those toward Black's side first.
pub(crate) const DIAGONALS: [Direction; 4] =
    [Direction::NorthWest, Direction::NorthEast, Direction::SouthWest, Direction::SouthEast];

/// English draughts on a board of some size. The square at each player's near left is dark and played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckersAnySize {
    geometry: Geometry,
    men_rows: u8,
    /// For each square the next one on each of [`DIAGONALS`].
    neighbors: Vec<[Option<Square>; 4]>,
}

/// There is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// A side is too short or too long.
    #[error("a board of {width}x{height}: each side must be 3 to 16 long")]
    Side {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
    },
    /// The men don't fit.
    #[error("{men_rows} rows of men on each side: a board with {height} rows has room for 1 to {}", (height - 1) / 2)]
    Men {
        /// The number of rows of the board.
        height: u8,
        /// The number of rows of men.
        men_rows: u8,
    },
}

impl CheckersAnySize {
    /// The game on `width` columns and `height` rows, with `men_rows` rows of men on each side.
    ///
    /// # Errors
    /// [`SizeError`] if a side is not 3 to 16 long, or if there would be no empty row between the men.
    pub fn new(width: u8, height: u8, men_rows: u8) -> Result<Self, SizeError> {
        let is_side = |side| (SIDE_MIN..=SIDE_MAX).contains(&side);
        if !is_side(width) || !is_side(height) {
            return Err(SizeError::Side { width, height });
        }
        if men_rows == 0 || 2 * men_rows >= height {
            return Err(SizeError::Men { height, men_rows });
        }
        let is_dark = |place: Place| (place.column + place.row + height) % 2 == 1;
        let geometry = Geometry::new(width, height, is_dark);
        let neighbors = |square| DIAGONALS.map(|direction| geometry.neighbor(square, direction));
        let neighbors = geometry.squares().map(neighbors).collect();
        Ok(Self { geometry, men_rows, neighbors })
    }

    /// The board.
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The number of rows of men on each side.
    pub const fn men_rows(&self) -> u8 {
        self.men_rows
    }

    /// The rows between a square and the side from which the men of this color come.
    pub fn rows_advanced(&self, color: Color, square: Square) -> u8 {
        let row = self.geometry.place(square).row;
        match color {
            Color::White => self.geometry.height() - 1 - row,
            Color::Black => row,
        }
    }

    /// Whether men of this color become kings on this square.
    pub(crate) fn is_crowning(&self, color: Color, square: Square) -> bool {
        self.rows_advanced(color, square) == self.geometry.height() - 1
    }

    /// Where the men of this color stand at the start.
    pub(crate) fn men_at_start(&self, color: Color) -> Bitboard<u128> {
        let is_start = |square: &Square| self.rows_advanced(color, *square) < self.men_rows;
        self.geometry
            .squares()
            .filter(is_start)
            .map(single)
            .fold(Bitboard::EMPTY, |all, one| all | one)
    }

    /// The next square on a diagonal with this number in [`DIAGONALS`].
    pub(crate) fn next(&self, square: Square, diagonal: usize) -> Option<Square> {
        self.neighbors[square.index()][diagonal]
    }
}

/// The numbers of the diagonals on which a piece moves: a man of White toward Black's side, a king on all.
pub(crate) const fn diagonals(color: Color, is_king: bool) -> std::ops::Range<usize> {
    match (is_king, color) {
        (true, _) => 0..4,
        (false, Color::White) => 0..2,
        (false, Color::Black) => 2..4,
    }
}
