//! Sets of squares as the bits of one word.

use std::fmt::{Binary, Debug};
use std::hash::Hash;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub,
};

/// The unsigned integers that can back a [`Bitboard`].
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Binary
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// Only the lowest bit set.
    const ONE: Self;

    /// The number of set bits.
    fn count(self) -> u32;
    /// The index of the lowest set bit; [`BITS`](Self::BITS) if no bit is set.
    fn lowest(self) -> u32;
    /// The index of the highest set bit. The word must not be zero.
    fn highest(self) -> u32;
    /// The same word without its lowest set bit.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// The sum of two words, without the carry out of the highest bit. A carry propagates along adjacent set bits:
    /// adding the lowest bit of a column finds its first free place.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The word with its two halves swapped.
    #[must_use]
    fn rotated_by_half(self) -> Self;
    /// The word with its bits in reverse order.
    #[must_use]
    fn reversed(self) -> Self;
    /// The lowest bits as a `usize`, for table lookups.
    fn low(self) -> usize;
    /// The word folded to 64 bits, for hashing.
    fn fold(self) -> u64;
    /// The lowest [`BITS`](Self::BITS) bits of `bits`, for masks that are computed once at compile time for all word
    /// types.
    fn truncated(bits: u128) -> Self;
}

macro_rules! impl_word {
    ($($word:ty: $fold:expr),*) => {$(
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn highest(self) -> u32 {
                Self::BITS - 1 - self.leading_zeros()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn rotated_by_half(self) -> Self {
                self.rotate_left(Self::BITS / 2)
            }

            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }

            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_lossless,
                reason = "that is what it does"
            )]
            fn low(self) -> usize {
                self as usize
            }

            #[inline]
            fn fold(self) -> u64 {
                let fold: fn(Self) -> u64 = $fold;
                fold(self)
            }

            #[inline]
            #[allow(clippy::cast_possible_truncation, reason = "that is what it does")]
            fn truncated(bits: u128) -> Self {
                bits as Self
            }
        }
    )*};
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the two halves of the word, one after the other"
)]
const fn fold_u128(word: u128) -> u64 {
    word as u64 ^ crate::zobrist::scramble((word >> 64) as u64)
}

impl_word!(u16: u64::from, u32: u64::from, u64: |word| word, u128: fold_u128);

/// A set of places, one bit each. The game chooses the place of each bit. Many games leave gaps ("ghost columns"): one
/// step in any direction is then one shift.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Bitboard<W: Word>(pub W);

impl<W: Word> Bitboard<W> {
    /// The empty set.
    pub const EMPTY: Self = Self(W::ZERO);

    /// The set that contains only the place `index`.
    ///
    /// # Panics
    /// In debug builds, if `index` is not below the number of bits.
    #[inline]
    pub fn single(index: u32) -> Self {
        debug_assert!(index < W::BITS);
        Self(W::ONE << index)
    }

    /// Returns `true` if no place is in the set.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Returns `true` if two or more places are in the set.
    #[inline]
    pub fn has_several(self) -> bool {
        self.0.without_lowest() != W::ZERO
    }

    /// The number of places in the set.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.count()
    }

    /// Returns `true` if the place is in the set.
    #[inline]
    pub fn contains(self, index: u32) -> bool {
        !(self & Self::single(index)).is_empty()
    }

    /// Returns `true` if the two sets share a place.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The lowest place in the set.
    #[inline]
    pub fn first(self) -> Option<u32> {
        (!self.is_empty()).then(|| self.0.lowest())
    }

    /// The set shifted by `by` places: up if positive, down if negative. Places shifted past either end are lost.
    #[inline]
    #[must_use]
    pub fn shifted(self, by: i32) -> Self {
        let distance = by.unsigned_abs();
        Self(if by >= 0 { self.0 << distance } else { self.0 >> distance })
    }

    /// The set with the two halves of its word swapped. Two sets that each use at most half of a word can then be
    /// combined into one word, which needs only one population count.
    #[inline]
    #[must_use]
    pub fn rotated_by_half(self) -> Self {
        Self(self.0.rotated_by_half())
    }
}

/// The places in the set, lowest first.
#[derive(Clone, Debug)]
pub struct Places<W: Word>(W);

impl<W: Word> Iterator for Places<W> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == W::ZERO {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl<W: Word> ExactSizeIterator for Places<W> {}

impl<W: Word> IntoIterator for Bitboard<W> {
    type Item = u32;
    type IntoIter = Places<W>;

    #[inline]
    fn into_iter(self) -> Places<W> {
        Places(self.0)
    }
}

impl<W: Word> FromIterator<u32> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = u32>>(places: I) -> Self {
        places.into_iter().fold(Self::EMPTY, |set, index| set | Self::single(index))
    }
}

macro_rules! impl_operator {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident),*) => {$(
        impl<W: Word> $operator for Bitboard<W> {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }

        impl<W: Word> $assign for Bitboard<W> {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0.$method(other.0);
            }
        }
    )*};
}

impl_operator!(
    BitAnd bitand BitAndAssign bitand_assign,
    BitOr bitor BitOrAssign bitor_assign,
    BitXor bitxor BitXorAssign bitxor_assign
);

/// The places of the first set that are not in the second.
impl<W: Word> Sub for Bitboard<W> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<W: Word> Not for Bitboard<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}
