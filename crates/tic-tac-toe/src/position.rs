//! Positions and moves.

use board_engine::{Bitboard, Seat, Word};

/// Which stones stand where, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W: Word> {
    pub(crate) stones: [Bitboard<W>; 2],
    pub(crate) mover: Seat,
}

impl<W: Word> Position<W> {
    /// The empty board: X, the first seat, is to move.
    pub(crate) const EMPTY: Self = Self { stones: [Bitboard::EMPTY; 2], mover: Seat::FIRST };

    /// The stones of one seat. The bit of a square is [`MnkGame::bit`](crate::MnkGame::bit)'s.
    ///
    /// # Panics
    /// If it is neither the first nor the second seat.
    #[inline]
    pub fn stones(&self, seat: Seat) -> Bitboard<W> {
        self.stones[seat.index()]
    }

    /// The stones of both seats.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        self.stones[0] | self.stones[1]
    }

    /// The seat whose turn it is.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The seat that put the last stone.
    #[inline]
    pub(crate) const fn last_mover(&self) -> Seat {
        other(self.mover)
    }
}

/// The seat across the board.
#[inline]
pub(crate) const fn other(seat: Seat) -> Seat {
    if seat.index() == 0 { Seat::SECOND } else { Seat::FIRST }
}

/// A stone put on an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(crate) u8);

impl Move {
    /// The bit of the square, as [`MnkGame::bit`](crate::MnkGame::bit) counts.
    #[inline]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }
}
