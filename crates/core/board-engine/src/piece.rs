//! Pieces, colors and squares.

use std::fmt;
use std::ops::Not;

/// A piece of color `color` with the moves of `role`. `R` is the game's own list of roles (man and
/// king, or pawn to king, or a single kind of stone).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece<R> {
    /// The color of the piece.
    pub color: Color,
    /// The role of the piece.
    pub role: R,
}

impl<R> Piece<R> {
    /// A piece of that color and role.
    pub const fn new(color: Color, role: R) -> Self {
        Self { color, role }
    }
}

/// A side of a two-player board game. A color implies neither a player nor the order of moves: the order is that of the
/// [`Seat`](crate::Seat)s.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Color {
    /// The light pieces.
    White,
    /// The dark pieces.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black: an index into arrays with an entry per color.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The first letter of the color's English name, `W` or `B`, as PDN and FEN write it.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A board square, as an index from 0 into the squares of a [`Geometry`](crate::Geometry). A game's
/// [`Notation`](crate::Notation) names squares.
#[doc(alias = "BoardPosition")]
#[doc(alias = "Cell")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    ///
    /// # Panics
    /// If `index` is more than 255.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index <= u8::MAX as usize, "a board has at most 256 squares");
        #[expect(clippy::cast_possible_truncation, reason = "at most 255")]
        Self(index as u8)
    }

    /// The index of this square, `0..=255`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
