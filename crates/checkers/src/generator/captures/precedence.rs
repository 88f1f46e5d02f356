//! Which of the possible captures must be preferred: each has a rank, and those of the highest rank are legal.

use crate::rules::Precedence;
use crate::variant::Variant;

/// The value of a man where values are compared: more than there are pieces on a side, so that a king can count an
/// infinitesimal less than two men.
const VALUE_OF_MAN: u32 = 64;

/// Whether the precedence compares ranks.
pub(super) const fn ranks<V: Variant>() -> bool {
    !matches!(V::RULES.precedence, Precedence::Optional | Precedence::Any | Precedence::KingsFirst)
}

/// The rank of a capture that has taken nothing yet, by a king or a man.
pub(super) const fn rank_at_start<V: Variant>(king: bool) -> u32 {
    match V::RULES.precedence {
        Precedence::HighestValue if king => 1,
        Precedence::MostByKingThenKings if king => 1 << 23,
        _ => 0,
    }
}

/// By how much the rank grows with a piece taken after `taken_before` others; `is_king` says whether it is a king.
#[inline]
pub(super) fn gain<V: Variant>(taken_before: u32, is_king: impl Fn() -> bool) -> u32 {
    let king = || u32::from(is_king());
    match V::RULES.precedence {
        Precedence::Optional | Precedence::Any | Precedence::KingsFirst => 0,
        Precedence::Most => 1,
        Precedence::MostThenKings => (1 << 8) + king(),
        // Pieces, by a king, kings, and a bit per taken piece, the first one highest.
        Precedence::MostByKingThenKings => {
            (1 << 24) + king() * ((1 << 16) + (1 << 15 >> taken_before))
        }
        // The lowest bit is set if a king captures.
        Precedence::HighestValue => 2 * (VALUE_OF_MAN + king() * (VALUE_OF_MAN - 1)),
    }
}
