//! Seats at the table.

use std::fmt;

/// Maximum number of seats that a game can have.
pub const SEATS_MAX: usize = 8;

/// A place at the table: `0..n`, in order of first actions. Seat 0 starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Seat(u8);

impl Seat {
    /// The seat that acts first.
    pub const FIRST: Self = Self(0);
    /// The seat that acts second.
    pub const SECOND: Self = Self(1);

    /// The seat with this index.
    ///
    /// # Panics
    /// If `index` is not below [`SEATS_MAX`].
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < SEATS_MAX, "a table has at most SEATS_MAX seats");
        #[expect(clippy::cast_possible_truncation, reason = "below SEATS_MAX")]
        Self(index as u8)
    }

    /// `0..SEATS_MAX`: an index into arrays with an entry per seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat in a two-player game.
    ///
    /// # Panics
    /// If the seat is neither the first nor the second.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::FIRST => Self::SECOND,
            Self::SECOND => Self::FIRST,
            _ => panic!("a game for two has two seats"),
        }
    }

    /// The seats `0..count`, in turn order.
    ///
    /// # Panics
    /// If `count` is more than [`SEATS_MAX`].
    #[inline]
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        assert!(count <= SEATS_MAX, "a table has at most SEATS_MAX seats");
        (0..count).map(Self::new)
    }
}

/// Formats the seat number as people count: from one.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0 + 1)
    }
}

/// The seat to act, or chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A seat chooses a move.
    Seat(Seat),
    /// Dice, a shuffle or a random draw decides; see [`Game::weight`](crate::Game::weight).
    Chance,
}

/// A point of view. A string or diagram for a viewer must not reveal hidden information.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player at this seat, who sees their own hand and everything public.
    Seat(Seat),
    /// A spectator, who sees only public information.
    Public,
    /// The table and its record see everything.
    Arbiter,
}
