//! Positions and moves. A set of squares has a bit for each square's index.

use board_engine::{Bitboard, Color, Square};

/// Which pieces stand where, whose turn it is, and how long nothing has been taken and no man has moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// White's pieces and Black's.
    pub(crate) pieces: [Bitboard<u128>; 2],
    /// The kings of both.
    pub(crate) kings: Bitboard<u128>,
    pub(crate) turn: Color,
    pub(crate) quiet_plies: u8,
}

impl Position {
    /// The color whose turn it is.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces of a color.
    pub const fn pieces(&self, color: Color) -> Bitboard<u128> {
        self.pieces[color.index()]
    }

    /// The kings of a color.
    pub fn kings(&self, color: Color) -> Bitboard<u128> {
        self.pieces(color) & self.kings
    }

    /// The men of a color.
    pub fn men(&self, color: Color) -> Bitboard<u128> {
        self.pieces(color) - self.kings
    }

    /// The pieces of both colors.
    pub fn occupied(&self) -> Bitboard<u128> {
        self.pieces[0] | self.pieces[1]
    }
}

/// A step, or a capture of one or several pieces. Routes with the same ends that take the same pieces are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) taken: Bitboard<u128>,
}

impl Move {
    /// Where the piece starts.
    pub const fn from(&self) -> Square {
        self.from
    }

    /// Where it ends.
    pub const fn to(&self) -> Square {
        self.to
    }

    /// The pieces that are taken.
    pub const fn taken(&self) -> Bitboard<u128> {
        self.taken
    }

    /// Whether it takes anything.
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
