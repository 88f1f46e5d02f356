//! Places on a board.

/// A place on the board that pieces can stand on, as an index from 0 into the squares of a
/// [`Geometry`](crate::Geometry). It has no name: names are the business of a game's
/// [`Notation`](crate::Notation).
#[doc(alias = "BoardPosition")]
#[doc(alias = "Cell")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    ///
    /// # Panics
    /// If `index` is more than 255.
    pub const fn new(index: usize) -> Self {
        assert!(index <= u8::MAX as usize, "a board has at most 256 squares");
        #[expect(clippy::cast_possible_truncation, reason = "at most 255")]
        Self(index as u8)
    }

    /// The index of this square, `0..=255`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
