//! Sets of places as bits.

use crate::{BAR, Checkers};

/// A set of places from [`OFF`](crate::OFF) to [`BAR`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlaceSet(u32);

impl PlaceSet {
    /// The points and the bar, without the place of what is off.
    const ON_BOARD: u32 = 0x3FF_FFFE;
    /// The points.
    const POINTS: u32 = 0x1FF_FFFE;
    /// The points and the bar behind the mover's home.
    const OUTSIDE: u32 = Self::ON_BOARD & !0x7F;

    /// Where checkers stand: on points or on the bar.
    #[inline]
    pub(crate) fn occupied(checkers: &Checkers) -> Self {
        Self(with_at_least::<1>(checkers) & Self::ON_BOARD)
    }

    /// The points that these checkers close to the other side, as it counts them.
    #[inline]
    pub(crate) fn closed(checkers: &Checkers) -> Self {
        // Place 25 becomes bit 0.
        Self((with_at_least::<2>(checkers) & Self::POINTS).reverse_bits() >> (31 - BAR))
    }

    /// The places from which one checker can move by `die` if checkers are on these places, and the other side has closed
    /// those.
    #[inline]
    pub(crate) fn movable(self, closed: Self, die: u8) -> Self {
        let bar = self.0 & 1 << BAR;
        let sources = if bar == 0 { self.0 } else { bar };
        let on_board = sources & !(closed.0 << die) & !0 << (die + 1);
        if self.0 & Self::OUTSIDE != 0 {
            return Self(on_board);
        }
        Self(on_board | self.borne_off(die))
    }

    /// The places from which a checker can be borne off by `die`, if all are at home: the point of this number, or the
    /// highest place if that is lower.
    fn borne_off(self, die: u8) -> u32 {
        let from = self.highest().unwrap_or(0).min(die);
        self.0 & 1 << from
    }

    /// The highest place of the set.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn highest(self) -> Option<u8> {
        self.0.checked_ilog2().map(|place| place as u8)
    }

    /// Those that are not higher than this place.
    #[inline]
    pub(crate) const fn up_to(self, place: u8) -> Self {
        Self(self.0 & ((2 << place) - 1))
    }

    /// Whether there is none.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The occupied places after a step: what is off is on none of them.
    #[inline]
    pub(crate) const fn after(self, from: u8, to: u8, is_last: bool) -> Self {
        let left = if is_last { self.0 & !(1 << from) } else { self.0 };
        Self((left | 1 << to) & Self::ON_BOARD)
    }

    /// Adds a place; whether it was not in the set.
    #[inline]
    pub(crate) const fn insert(&mut self, place: u8) -> bool {
        let is_new = self.0 >> place & 1 == 0;
        self.0 |= 1 << place;
        is_new
    }
}

impl IntoIterator for PlaceSet {
    type Item = u8;
    type IntoIter = HighestFirst;

    #[inline]
    fn into_iter(self) -> HighestFirst {
        HighestFirst(self)
    }
}

/// The places of a set, the highest one first.
#[derive(Debug)]
pub(crate) struct HighestFirst(PlaceSet);

impl Iterator for HighestFirst {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let place = self.0.highest()?;
        self.0.0 ^= 1 << place;
        Some(place)
    }
}

/// The places with at least `LEAST` checkers. Eight numbers at a time, each in a byte of a word.
#[inline]
fn with_at_least<const LEAST: u8>(checkers: &Checkers) -> u32 {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    /// Brings the lowest bit of each byte into the highest byte, those of higher bytes to higher places.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let lift = u64::from_ne_bytes([0x80 - LEAST; 8]);
    let (words, rest) = checkers.as_chunks::<8>();
    let high = rest.iter().rev().fold(0, |set, &count| set << 1 | u32::from(count >= LEAST));
    words.iter().rev().fold(high, |set, &word| {
        // No number is so high that a byte overflows.
        let reached = (u64::from_le_bytes(word) + lift) & HIGH_BITS;
        set << 8 | ((reached >> 7).wrapping_mul(GATHER) >> 56) as u32
    })
}
