//! Pieces: a role with a color.

use crate::Color;

/// A piece of color `color` that moves as `role` says. `R` is the game's own list of roles
/// (man and king, or pawn to king, or a single kind of stone).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece<R> {
    /// Whose piece it is.
    pub color: Color,
    /// How it moves.
    pub role: R,
}

impl<R> Piece<R> {
    /// A piece of that color and role.
    pub const fn new(color: Color, role: R) -> Self {
        Self { color, role }
    }
}
