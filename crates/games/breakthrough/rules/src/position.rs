//! The types for positions and moves.

use board_engine::{Bitboard, Seat};

/// The pawns on the board, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// White's and Black's pawns.
    pawns: [Bitboard<u64>; 2],
    mover: Seat,
}

impl Position {
    /// The position with White's and Black's pawns.
    pub const fn new(pawns: [Bitboard<u64>; 2], mover: Seat) -> Self {
        Self { pawns, mover }
    }

    /// A seat's pawns.
    #[inline]
    pub const fn pawns(&self, seat: Seat) -> Bitboard<u64> {
        self.pawns[seat.index()]
    }

    /// Both seats' pawns.
    #[inline]
    pub fn occupied(&self) -> Bitboard<u64> {
        self.pawns[0] | self.pawns[1]
    }

    /// The seat to move.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// Moves a pawn of the mover, removes the opposing pawn on its destination, and passes the turn.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        let (from, to) = (Bitboard::single(mv.from()), Bitboard::single(mv.to()));
        let (own, other) = (self.mover.index(), self.mover.opponent().index());
        self.pawns[own] = (self.pawns[own] - from) | to;
        self.pawns[other] = self.pawns[other] - to;
        self.mover = self.mover.opponent();
    }
}

/// A pawn moves from one square to another; the squares are bits of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// The move between two bits below 64.
    #[inline]
    pub(crate) const fn new(from: u32, to: u32) -> Self {
        Self { from: (from & 63) as u8, to: (to & 63) as u8 }
    }

    /// The bit that the pawn leaves.
    #[inline]
    pub const fn from(self) -> u32 {
        self.from as u32
    }

    /// The bit on which the pawn arrives.
    #[inline]
    pub const fn to(self) -> u32 {
        self.to as u32
    }
}
