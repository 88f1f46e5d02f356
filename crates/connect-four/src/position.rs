//! Positions and moves.

use board_engine::{Bitboard, Seat, Word};

/// Which discs lie where, and whose turn it is.
///
/// The discs are kept as the mover's and the opponent's, so that a move is an exchange of the two sets and never
/// looks up a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W: Word> {
    own: Bitboard<W>,
    opposing: Bitboard<W>,
    mover: Seat,
}

impl<W: Word> Position<W> {
    /// The empty board: Red, the first seat, is to move.
    pub(crate) const EMPTY: Self =
        Self { own: Bitboard::EMPTY, opposing: Bitboard::EMPTY, mover: Seat::FIRST };

    /// The position with these discs of Red and Yellow.
    pub(crate) const fn new(discs: [Bitboard<W>; 2], mover: Seat) -> Self {
        let [red, yellow] = discs;
        if mover.index() == 0 {
            Self { own: red, opposing: yellow, mover }
        } else {
            Self { own: yellow, opposing: red, mover }
        }
    }

    /// The discs of one seat. The bit of a square is [`ConnectGame::bit`](crate::ConnectGame::bit)'s.
    #[inline]
    pub fn discs(&self, seat: Seat) -> Bitboard<W> {
        if seat == self.mover { self.own } else { self.opposing }
    }

    /// The discs of the seat whose turn it is.
    #[inline]
    pub(crate) const fn own(&self) -> Bitboard<W> {
        self.own
    }

    /// The discs of the seat that dropped the last one.
    #[inline]
    pub(crate) const fn opposing(&self) -> Bitboard<W> {
        self.opposing
    }

    /// The discs of both seats.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        self.own | self.opposing
    }

    /// The seat whose turn it is.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The seat that dropped the last disc.
    #[inline]
    pub(crate) const fn last_mover(&self) -> Seat {
        self.mover.opponent()
    }

    /// Drops a disc of the mover into the column with this foot.
    #[inline]
    pub(crate) fn drop_disc(&mut self, foot: Bitboard<W>) {
        let occupied = self.occupied();
        let disc = Bitboard(occupied.0.plus(foot.0)) - occupied;
        *self =
            Self { own: self.opposing, opposing: self.own | disc, mover: self.mover.opponent() };
    }
}

/// A disc dropped into a column that is not full.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(crate) u8);

impl Move {
    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0
    }
}
