//! Positions and moves.

use board_engine::{Bitboard, Seat, Word};

/// Which stones stand where, and whose turn it is, with so many seats.
///
/// The stones are kept in turn order from the mover on, so that a move is an exchange of sets and never looks up a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones<W: Word, const SEATS: usize> {
    /// The mover's first, those of who put the last stone last.
    sets: [Bitboard<W>; SEATS],
    mover: Seat,
}

/// A position of a game for two.
pub type Position<W> = Stones<W, 2>;

impl<W: Word, const SEATS: usize> Stones<W, SEATS> {
    /// The empty board: X, the first seat, is to move.
    pub(crate) const EMPTY: Self = Self { sets: [Bitboard::EMPTY; SEATS], mover: Seat::FIRST };

    /// The position with these stones, X's first.
    pub(crate) fn new(stones: [Bitboard<W>; SEATS], mover: Seat) -> Self {
        let mut sets = stones;
        sets.rotate_left(mover.index());
        Self { sets, mover }
    }

    /// The stones of one seat. The bit of a square is [`MnkRules::bit`](crate::MnkRules::bit)'s.
    #[inline]
    pub fn stones(&self, seat: Seat) -> Bitboard<W> {
        self.sets[(seat.index() + SEATS - self.mover.index()) % SEATS]
    }

    /// The stones of the seat that put the last one.
    #[inline]
    pub(crate) const fn newest(&self) -> Bitboard<W> {
        self.sets[SEATS - 1]
    }

    /// The stones of all seats.
    #[inline]
    pub fn occupied(&self) -> Bitboard<W> {
        self.sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// The seat whose turn it is.
    #[inline]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// The seat that put the last stone.
    #[inline]
    pub(crate) const fn last_mover(&self) -> Seat {
        Seat::new((self.mover.index() + SEATS - 1) % SEATS)
    }

    /// Puts a stone of the mover on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, mv: Move) {
        let own = self.sets[0] | Bitboard::single(mv.bit());
        // Step by step, which the compiler unrolls; `rotate_left` is a call.
        for index in 1..SEATS {
            self.sets[index - 1] = self.sets[index];
        }
        self.sets[SEATS - 1] = own;
        self.mover = Seat::new((self.mover.index() + 1) % SEATS);
    }
}

/// A stone put on an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(crate) u8);

impl Move {
    /// The bit of the square, as [`MnkRules::bit`](crate::MnkRules::bit) counts.
    #[inline]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }
}
