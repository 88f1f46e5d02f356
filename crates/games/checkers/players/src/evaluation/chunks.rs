//! Sums over the squares of a set, looked up for six squares at a time.

use board_engine::{Place, Word};
use checkers::{Layout, Variant};

/// Squares per lookup.
pub(super) const BITS: u32 = 6;
/// The number of subsets of a chunk's squares.
pub(super) const SETS: usize = 1 << BITS;

/// The number of chunks that contain squares of `V`'s board.
pub(super) const fn count<V: Variant>() -> usize {
    let last = Place { column: Layout::<V>::WIDTH - 1, row: Layout::<V>::HEIGHT - 1 };
    let beside = Place { column: last.column - 1, row: last.row };
    let (last, beside) = (Layout::<V>::bit_at(last), Layout::<V>::bit_at(beside));
    let ((Some(bit), _) | (None, Some(bit))) = (last, beside) else {
        panic!("one of two squares side by side plays")
    };
    (bit / BITS) as usize + 1
}

/// The table entries for each group of six squares in the set, lowest squares first.
#[inline]
pub(super) fn look_up<W: Word, T>(mut set: W, table: &[[T; SETS]]) -> impl Iterator<Item = &T> {
    table.iter().map(move |chunk| {
        let entry = &chunk[set.low() % SETS];
        set = set >> BITS;
        entry
    })
}
