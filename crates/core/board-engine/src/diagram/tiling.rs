//! Hexagonal boards, and board sides owned by seats.

use crate::Seat;

/// The shape and arrangement of the places on a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tiling {
    /// Squares in rows and columns.
    #[default]
    Squares,
    /// Hexagons with a corner at the top. Each row begins half a hexagon to the right of the row above it, so a board
    /// with as many rows as columns is a rhombus. A place touches its neighbors left, right, above, below, above right
    /// and below left.
    Hexagons,
}

/// The seats that own a board's sides. A side without an owner has the color of the frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct SideOwners {
    /// The side above the first row.
    pub top: Option<Seat>,
    /// The side to the right of the last column.
    pub right: Option<Seat>,
    /// The side below the last row.
    pub bottom: Option<Seat>,
    /// The side to the left of the first column.
    pub left: Option<Seat>,
}

impl SideOwners {
    /// The owners as seen from the other side of the board.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { top: self.bottom, right: self.left, bottom: self.top, left: self.right }
    }
}
