//! Constants for directions and sets of directions, for unrolled code.

use board_engine::Direction;

use crate::rules::MoveLines;

/// The number of directions, which is one past the index of the last direction.
pub(crate) const DIRECTIONS: usize = Direction::ALL.len();

/// The directions by index, for constants that choose code.
pub(crate) const NORTH: usize = Direction::North as usize;
pub(crate) const NORTH_EAST: usize = Direction::NorthEast as usize;
pub(crate) const EAST: usize = Direction::East as usize;
pub(crate) const SOUTH_EAST: usize = Direction::SouthEast as usize;
pub(crate) const SOUTH: usize = Direction::South as usize;
pub(crate) const SOUTH_WEST: usize = Direction::SouthWest as usize;
pub(crate) const WEST: usize = Direction::West as usize;
pub(crate) const NORTH_WEST: usize = Direction::NorthWest as usize;

/// The opposite direction.
pub(crate) const fn opposite(direction: usize) -> usize {
    (direction + DIRECTIONS / 2) % DIRECTIONS
}

/// Evaluates an expression once per direction in a set, with the direction's index as a constant, so the directions are
/// unrolled before the optimizer sees the code.
macro_rules! for_each_direction {
    ($set:expr, $direction:ident => $body:expr) => {
        for_each_direction!(@each $set, $direction => $body,
            NORTH NORTH_EAST EAST SOUTH_EAST SOUTH SOUTH_WEST WEST NORTH_WEST)
    };
    (@each $set:expr, $direction:ident => $body:expr, $($name:ident)*) => {$(
        if const { $set.has(crate::layout::$name) } {
            const $direction: usize = crate::layout::$name;
            $body;
        }
    )*};
}
pub(crate) use for_each_direction;

/// A set of directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Directions(u8);

impl Directions {
    const fn of(list: &[usize]) -> Self {
        let mut set = 0;
        let mut index = 0;
        while index < list.len() {
            set |= 1 << list[index];
            index += 1;
        }
        Self(set)
    }

    pub(crate) const fn has(self, direction: usize) -> bool {
        self.0 & (1 << direction) != 0
    }

    /// All directions of a variant's lines, for captures or for moves without capture.
    pub(crate) const fn all(lines: MoveLines, captures: bool) -> Self {
        match lines {
            MoveLines::Diagonals => Self::of(&[NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST]),
            MoveLines::DiagonalsAndStraightCaptures if captures => Self(0xFF),
            MoveLines::DiagonalsAndStraightCaptures => {
                Self::of(&[NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST])
            }
            MoveLines::Straight => Self::of(&[NORTH, EAST, SOUTH, WEST]),
        }
    }

    /// The directions that don't lead back for White (up the page) or for Black (down).
    pub(crate) const fn forward(self, white: bool) -> Self {
        let back =
            if white { &[SOUTH_WEST, SOUTH, SOUTH_EAST] } else { &[NORTH_WEST, NORTH, NORTH_EAST] };
        let sideways = Self::of(&[EAST, WEST]);
        // Diagonal variants have no sideways direction; only straight variants do.
        let kept = self.0 & !Self::of(back).0;
        if self.has(NORTH_EAST) { Self(kept & !sideways.0) } else { Self(kept) }
    }
}
