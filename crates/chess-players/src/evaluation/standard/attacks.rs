//! What a side attacks.

use cozy_chess::Piece;

use super::view::Set;

/// What one side attacks, as it sees the board.
#[derive(Clone, Copy, Default)]
pub(super) struct Attacks {
    pub(super) by_piece: [Set; 6],
    /// The squares that any piece attacks.
    pub(super) all: Set,
    /// Those that two or more attack.
    pub(super) twice: Set,
    /// Points for pieces near the other king.
    pub(super) on_king: i32,
}

impl Attacks {
    #[inline]
    pub(super) fn add(&mut self, piece: Piece, set: Set) {
        self.by_piece[piece as usize] |= set;
        self.twice |= self.all & set;
        self.all |= set;
    }

    /// The same as the other side sees the board.
    #[inline]
    pub(super) fn turned(&self) -> Self {
        Self {
            by_piece: self.by_piece.map(Set::swap_bytes),
            all: self.all.swap_bytes(),
            twice: self.twice.swap_bytes(),
            ..*self
        }
    }

    /// The squares that the king alone attacks.
    #[inline]
    pub(super) const fn king_alone(&self) -> Set {
        self.by_piece[Piece::King as usize] & !self.twice
    }
}
