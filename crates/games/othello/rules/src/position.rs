//! The types for positions and moves.

use board_engine::{Bitboard, Seat};

use crate::flips;

/// The discs on the board, and the side to move.
///
/// The discs are stored as the mover's and the opponent's, so a move swaps the two sets and never looks up a seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    own: u64,
    opposing: u64,
    /// `true` if White is to move. A `Seat` would need a check each time the seats are swapped.
    is_white: bool,
}

impl Position {
    /// The position with these discs of Black and White. The two sets must be disjoint and on the board.
    pub const fn new([black, white]: [u64; 2], mover: Seat) -> Self {
        match mover {
            Seat::FIRST => Self { own: black, opposing: white, is_white: false },
            _ => Self { own: white, opposing: black, is_white: true },
        }
    }

    /// One seat's discs: bit `8 * row + column`; see the [crate documentation](crate).
    #[inline]
    pub fn discs(&self, seat: Seat) -> Bitboard<u64> {
        if seat == self.mover() { self.own() } else { self.opposing() }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn own(&self) -> Bitboard<u64> {
        Bitboard(self.own)
    }

    /// The opponent's discs.
    #[inline]
    pub const fn opposing(&self) -> Bitboard<u64> {
        Bitboard(self.opposing)
    }

    /// Both seats' discs.
    #[inline]
    pub const fn occupied(&self) -> Bitboard<u64> {
        Bitboard(self.own | self.opposing)
    }

    /// The seat to move.
    #[inline]
    pub const fn mover(&self) -> Seat {
        if self.is_white { Seat::SECOND } else { Seat::FIRST }
    }

    /// The opposing discs that the mover would turn over by placing a disc on this bit's empty square.
    #[inline]
    pub fn flips(&self, square: u32) -> Bitboard<u64> {
        Bitboard(flips::flips(self.own, self.opposing, square))
    }

    /// The squares at the end of a line of opposing discs that starts next to one of the mover's discs. These squares
    /// can be occupied.
    #[inline]
    pub fn line_ends(&self) -> Bitboard<u64> {
        Bitboard(flips::line_ends(self.own, self.opposing))
    }

    /// The same discs, with the other seat to move.
    #[inline]
    #[must_use]
    pub const fn after_pass(&self) -> Self {
        Self { own: self.opposing, opposing: self.own, is_white: !self.is_white }
    }

    /// The position after the mover has placed a disc on this bit's empty square.
    #[inline]
    #[must_use]
    pub fn after(&self, square: u32) -> Self {
        self.with_flips(square, self.flips(square).0)
    }

    /// The position after the mover has placed a disc on this bit's empty square; `None` if the disc wouldn't enclose
    /// any discs.
    #[inline]
    pub fn after_if_legal(&self, square: u32) -> Option<Self> {
        let flips = self.flips(square).0;
        (flips != 0).then(|| self.with_flips(square, flips))
    }

    #[inline]
    const fn with_flips(&self, square: u32, flips: u64) -> Self {
        Self {
            own: self.opposing ^ flips,
            opposing: self.own | flips | 1 << (square & 63),
            is_white: !self.is_white,
        }
    }
}

/// A placed disc, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// Passes, because no disc can be placed.
    pub const PASS: Self = Self(64);

    /// A disc placed on this bit's square, `0..64`.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a bit's number is below 64")]
    pub(crate) const fn placing(square: u32) -> Self {
        debug_assert!(square < 64);
        Self(square as u8)
    }

    /// The bit of the placed disc's square; `None` for a pass.
    #[inline]
    pub const fn square(self) -> Option<u32> {
        if self.0 < 64 { Some(self.0 as u32) } else { None }
    }
}
