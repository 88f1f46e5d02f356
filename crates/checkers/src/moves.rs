//! Moves.

use board_engine::{Bitboard, Word};

/// One whole move: from where to where, and which pieces it takes. Routes that agree in all three are one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<W: Word> {
    taken: Bitboard<W>,
    from: u8,
    to: u8,
}

impl<W: Word> Move<W> {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "bits of a word of at most 128 bits")]
    pub(crate) const fn new(from: u32, to: u32, taken: Bitboard<W>) -> Self {
        Self { taken, from: from as u8, to: to as u8 }
    }

    /// What a side does that has no move, where the rules let it pass.
    pub(crate) const PASS: Self = Self::new(0, 0, Bitboard::EMPTY);

    /// The bit of the square that the piece leaves.
    #[inline]
    pub fn from(self) -> u32 {
        self.from.into()
    }

    /// The bit of the square that the piece ends on.
    #[inline]
    pub fn to(self) -> u32 {
        self.to.into()
    }

    /// [`to`](Self::to) in the size that positions keep it in.
    #[inline]
    pub(crate) const fn to_bit(self) -> u8 {
        self.to
    }

    /// The bits of the pieces that are taken.
    #[inline]
    pub const fn taken(self) -> Bitboard<W> {
        self.taken
    }

    /// Whether pieces are taken.
    #[inline]
    pub fn is_capture(self) -> bool {
        !self.taken.is_empty()
    }

    /// Whether the side to move does nothing, as `parlour` has it.
    #[inline]
    pub fn is_pass(self) -> bool {
        self.from == self.to && self.taken.is_empty()
    }
}
