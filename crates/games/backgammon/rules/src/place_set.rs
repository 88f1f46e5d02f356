//! Sets of places as bits.

use crate::{BAR, Checkers};

/// A set of places from [`OFF`](crate::OFF) to [`BAR`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlaceSet(u32);

impl PlaceSet {
    /// The points and the bar, without the borne-off place.
    const ON_BOARD: u32 = 0x3FF_FFFE;
    /// The points.
    const POINTS: u32 = 0x1FF_FFFE;
    /// The points and the bar outside the mover's home.
    const OUTSIDE: u32 = Self::ON_BOARD & !0x7F;

    /// The places with checkers: points or the bar.
    #[inline]
    pub(crate) fn occupied(checkers: &Checkers) -> Self {
        Self(with_at_least::<1>(checkers) & Self::ON_BOARD)
    }

    /// The points that these checkers close to the other side, in the other side's numbering.
    #[inline]
    pub(crate) fn closed(checkers: &Checkers) -> Self {
        // Place 25 becomes bit 0.
        Self((with_at_least::<2>(checkers) & Self::POINTS).reverse_bits() >> (31 - BAR))
    }

    /// The places in this set from which a checker can move by `die` if the other side has closed the points in
    /// `closed`.
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

    /// The places from which a checker can be borne off by `die`, if all are at home: the point with this number, or
    /// the highest place if that is lower.
    fn borne_off(self, die: u8) -> u32 {
        let from = self.highest().unwrap_or(0).min(die);
        self.0 & 1 << from
    }

    /// The highest place in the set.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "places are below 32")]
    fn highest(self) -> Option<u8> {
        self.0.checked_ilog2().map(|place| place as u8)
    }

    /// The places up to this one.
    #[inline]
    pub(crate) const fn up_to(self, place: u8) -> Self {
        Self(self.0 & ((2 << place) - 1))
    }

    /// Returns `true` if the set is empty.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The occupied places after a step. A borne-off checker occupies none.
    #[inline]
    pub(crate) const fn after(self, from: u8, to: u8, is_last: bool) -> Self {
        let left = if is_last { self.0 & !(1 << from) } else { self.0 };
        Self((left | 1 << to) & Self::ON_BOARD)
    }

    /// Adds a place. Returns `true` if it is new.
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

/// The places in a set, highest first.
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

/// The places with at least `LEAST` checkers. Computed for eight counts at a time, each in one byte of a word.
#[inline]
fn with_at_least<const LEAST: u8>(checkers: &Checkers) -> u32 {
    const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
    /// Gathers the lowest bit of each byte into the highest byte, in the order of the bytes.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let lift = u64::from_ne_bytes([0x80 - LEAST; 8]);
    let (words, rest) = checkers.as_chunks::<8>();
    let high = rest.iter().rev().fold(0, |set, &count| set << 1 | u32::from(count >= LEAST));
    words.iter().rev().fold(high, |set, &word| {
        // No count is high enough for a byte to overflow.
        let reached = (u64::from_le_bytes(word) + lift) & HIGH_BITS;
        set << 8 | ((reached >> 7).wrapping_mul(GATHER) >> 56) as u32
    })
}

/// The Base64 digits (RFC 4648, section 4).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Up to 128 bits, written one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct BitWriter {
    bits: u128,
    count: u32,
}

impl BitWriter {
    /// Adds the lowest `count` bits of `value`, lowest first.
    pub(crate) fn push(&mut self, value: usize, count: u32) {
        let mask = (1_u128 << count) - 1;
        self.bits |= (value as u128 & mask) << self.count;
        self.count += count;
    }

    /// The first `bytes` bytes as text, without padding.
    pub(crate) fn text(self, bytes: usize) -> String {
        let bytes = &self.bits.to_le_bytes()[..bytes];
        let digit = |index: usize| {
            let bits = 0..6_usize;
            let value = bits.fold(0, |value, bit| {
                let place = 6 * index + bit;
                let byte = bytes.get(place / 8).copied().unwrap_or(0);
                value << 1 | usize::from(byte >> (7 - place % 8) & 1)
            });
            char::from(DIGITS[value])
        };
        (0..(8 * bytes.len()).div_ceil(6)).map(digit).collect()
    }
}

/// Bits read one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitReader {
    bits: u128,
}

impl BitReader {
    /// Reads `bytes` bytes, at most 16. `None` if the string has another length or other characters.
    pub(crate) fn new(text: &str, bytes: usize) -> Option<Self> {
        if text.len() != (8 * bytes).div_ceil(6) {
            return None;
        }
        let mut all = [0_u8; 16];
        for (index, letter) in text.bytes().enumerate() {
            let value = DIGITS.iter().position(|&digit| digit == letter)?;
            for bit in 0..6 {
                let place = 6 * index + bit;
                let is_set = value >> (5 - bit) & 1 == 1;
                if is_set {
                    *all.get_mut(place / 8)? |= 1 << (7 - place % 8);
                }
            }
        }
        Some(Self { bits: u128::from_le_bytes(all) })
    }

    /// The next `count` bits, at most 16, as a number.
    pub(crate) fn take(&mut self, count: u32) -> u16 {
        let value = self.bits & ((1 << count) - 1);
        self.bits >>= count;
        u16::try_from(value).expect("at most 16 bits are taken")
    }

    /// Returns `true` if no remaining bit is set.
    pub(crate) const fn is_empty(self) -> bool {
        self.bits == 0
    }
}
