//! Positions and moves.

use board_engine::{Bitboard, Seat, Word};

/// Which stones stand where, and whose turn it is.
///
/// The stones are kept as the mover's and the opponent's, so that a move is an exchange of the two sets and never
/// looks up a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W: Word> {
    own: Bitboard<W>,
    opposing: Bitboard<W>,
    mover: Seat,
}

impl<W: Word> Position<W> {
    /// The empty board: X, the first seat, is to move.
    pub(crate) const EMPTY: Self =
        Self { own: Bitboard::EMPTY, opposing: Bitboard::EMPTY, mover: Seat::FIRST };

    /// The position with these stones of X and O.
    pub(crate) const fn new(stones: [Bitboard<W>; 2], mover: Seat) -> Self {
        let [x, o] = stones;
        if mover.index() == 0 {
            Self { own: x, opposing: o, mover }
        } else {
            Self { own: o, opposing: x, mover }
        }
    }

    /// The stones of one seat. The bit of a square is [`MnkGame::bit`](crate::MnkGame::bit)'s.
    #[inline]
    pub fn stones(&self, seat: Seat) -> Bitboard<W> {
        if seat == self.mover { self.own } else { self.opposing }
    }

    /// The stones of the seat that put the last one.
    #[inline]
    pub(crate) const fn opposing(&self) -> Bitboard<W> {
        self.opposing
    }

    /// The stones of both seats.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        self.own | self.opposing
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

    /// Puts a stone of the mover on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, mv: Move) {
        *self = Self {
            own: self.opposing,
            opposing: self.own | Bitboard::single(mv.bit()),
            mover: other(self.mover),
        };
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
