//! Finding k in a row.

use board_engine::{Bitboard, Word};

/// Whether `stones` hold a line of `length` or more on a board whose rows, the ghost column included, are
/// `stride` places long.
#[inline]
pub(crate) fn has_line<W: Word>(stones: Bitboard<W>, stride: u32, length: u8) -> bool {
    match length {
        // The same code with the number known, so that the compiler unrolls it: these are the games people play.
        3 => has_line_of(stones.0, stride, 3),
        4 => has_line_of(stones.0, stride, 4),
        5 => has_line_of(stones.0, stride, 5),
        _ => has_line_of(stones.0, stride, length),
    }
}

#[inline]
fn has_line_of<W: Word>(stones: W, stride: u32, length: u8) -> bool {
    // Along a row, a column and the two diagonals.
    let ends = [1, stride, stride + 1, stride - 1].map(|step| line_ends(stones, step, length));
    (ends[0] | ends[1] | ends[2] | ends[3]) != W::ZERO
}

/// The places at which a line of `length` stones, each `step` places after the one before, begins.
#[inline]
fn line_ends<W: Word>(stones: W, step: u32, length: u8) -> W {
    let mut ends = stones;
    let mut rest = stones;
    for _ in 1..length {
        // One step at a time: the whole distance may be more than the word has bits.
        rest = rest >> step;
        ends = ends & rest;
    }
    ends
}
