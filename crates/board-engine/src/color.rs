//! The two sides of a board game.

use std::fmt;
use std::ops::Not;

/// A side of a two-player board game. It says neither which player has it nor which side
/// moves first: that is the order of the [`Seat`](crate::Seat)s.
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
