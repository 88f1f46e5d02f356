//! The board, the setup, positions and moves.

use board_engine::{Bitboard, Color, Direction, Geometry, Place, Square};
use thiserror::Error;

/// The longest side of a board.
const SIDE_MAX: u8 = 16;
/// The shortest side of a board.
const SIDE_MIN: u8 = 3;
/// Half of the squares on the largest board are in play, and a set has one bit for each square in play.
const _: () = assert!(SIDE_MAX as u32 * SIDE_MAX as u32 / 2 <= u128::BITS);

/// The diagonals; the two toward Black's side come first.
pub(crate) const DIAGONALS: [Direction; 4] =
    [Direction::NorthWest, Direction::NorthEast, Direction::SouthWest, Direction::SouthEast];

/// English draughts on a board of some size. The square at each player's near left is dark and in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckersAnySize {
    geometry: Geometry,
    men_rows: u8,
    /// For each square, the next square on each of [`DIAGONALS`].
    neighbors: Vec<[Option<Square>; 4]>,
}

/// An unsupported board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SizeError {
    /// A side is too short or too long.
    #[error("the board is {width}x{height}, but each side must be 3 to 16 squares long")]
    Side {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
    },
    /// The men don't fit.
    #[error("a board with {height} rows has room for 1 to {} rows of men on each side, not {men_rows}", (height - 1) / 2)]
    Men {
        /// The number of rows on the board.
        height: u8,
        /// The number of rows of men.
        men_rows: u8,
    },
}

impl CheckersAnySize {
    /// The game on a board with `width` columns and `height` rows, with `men_rows` rows of men on each side.
    ///
    /// # Errors
    /// [`SizeError`] if a side is not 3 to 16 squares long, or if there would be no empty row between the men.
    pub fn new(width: u8, height: u8, men_rows: u8) -> Result<Self, SizeError> {
        let is_side = |side| (SIDE_MIN..=SIDE_MAX).contains(&side);
        if !is_side(width) || !is_side(height) {
            return Err(SizeError::Side { width, height });
        }
        if men_rows == 0 || men_rows >= height.div_ceil(2) {
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

    /// The number of rows between a square and this color's home side.
    pub fn rows_advanced(&self, color: Color, square: Square) -> u8 {
        let row = self.geometry.place(square).row;
        match color {
            Color::White => self.geometry.height() - 1 - row,
            Color::Black => row,
        }
    }

    /// Returns `true` if men of this color become kings on this square.
    pub(crate) fn is_crowning(&self, color: Color, square: Square) -> bool {
        self.rows_advanced(color, square) == self.geometry.height() - 1
    }

    /// The start squares of this color's men.
    pub(crate) fn men_at_start(&self, color: Color) -> Bitboard<u128> {
        let is_start = |square: &Square| self.rows_advanced(color, *square) < self.men_rows;
        self.geometry
            .squares()
            .filter(is_start)
            .map(single)
            .fold(Bitboard::EMPTY, |all, one| all | one)
    }

    /// The next square on the diagonal with this index in [`DIAGONALS`].
    pub(crate) fn next(&self, square: Square, diagonal: usize) -> Option<Square> {
        self.neighbors[square.index()][diagonal]
    }
}

/// The indices of the diagonals on which a piece moves: for a white man the two toward Black's side, for a king all
/// four.
pub(crate) const fn diagonals(color: Color, is_king: bool) -> std::ops::Range<usize> {
    match (is_king, color) {
        (true, _) => 0..4,
        (false, Color::White) => 0..2,
        (false, Color::Black) => 2..4,
    }
}

/// The pieces, the side to move, and the number of plies without a capture or a man's move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// White's pieces and Black's.
    pub(crate) pieces: [Bitboard<u128>; 2],
    /// Both colors' kings.
    pub(crate) kings: Bitboard<u128>,
    pub(crate) turn: Color,
    pub(crate) quiet_plies: u8,
}

impl Position {
    /// The color to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// A color's pieces.
    pub const fn pieces(&self, color: Color) -> Bitboard<u128> {
        self.pieces[color.index()]
    }

    /// A color's kings.
    pub fn kings(&self, color: Color) -> Bitboard<u128> {
        self.pieces(color) & self.kings
    }

    /// A color's men.
    pub fn men(&self, color: Color) -> Bitboard<u128> {
        self.pieces(color) - self.kings
    }

    /// Both colors' pieces.
    pub fn occupied(&self) -> Bitboard<u128> {
        self.pieces[0] | self.pieces[1]
    }
}

/// A step, or a capture of one or more pieces. Routes with the same ends and the same captured pieces are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) taken: Bitboard<u128>,
}

impl Move {
    /// The start square.
    pub const fn from(&self) -> Square {
        self.from
    }

    /// The target square.
    pub const fn to(&self) -> Square {
        self.to
    }

    /// The captured pieces.
    pub const fn taken(&self) -> Bitboard<u128> {
        self.taken
    }

    /// Returns `true` if the move captures anything.
    pub fn is_capture(&self) -> bool {
        !self.taken.is_empty()
    }
}

/// The set of one square.
pub(crate) fn single(square: Square) -> Bitboard<u128> {
    Bitboard::single(bit(square))
}

/// The bit of a square.
pub(crate) fn bit(square: Square) -> u32 {
    u32::try_from(square.index()).expect("a board has at most 128 squares")
}

/// The square of a bit.
pub(crate) fn square(bit: u32) -> Square {
    Square::new(bit as usize)
}
