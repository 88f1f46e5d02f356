//! Finding k in a row.

use board_engine::Word;

/// Whether `discs` hold a line of `length` or more on a board whose columns, the ghosts included, are `stride` places
/// high.
#[inline]
pub(crate) fn has_line<W: Word>(discs: W, stride: u32, length: u32) -> bool {
    match (stride, length) {
        // The same code with the numbers known, so that the compiler unrolls it: the game that people play.
        (7, 4) => has_line_of(discs, 7, 4),
        _ => has_other_line(discs, stride, length),
    }
}

/// Apart, so that the common case stays small where it is inlined.
#[inline(never)]
fn has_other_line<W: Word>(discs: W, stride: u32, length: u32) -> bool {
    has_line_of(discs, stride, length)
}

#[inline]
fn has_line_of<W: Word>(discs: W, stride: u32, length: u32) -> bool {
    // Up a column, along a row and along the two diagonals.
    let ends = [1, stride, stride + 1, stride - 1].map(|step| line_ends(discs, step, length));
    (ends[0] | ends[1] | ends[2] | ends[3]) != W::ZERO
}

/// The places at which a line of `length` discs, each `step` places after the one before, begins. Two shorter lines
/// that overlap or meet make a longer one.
#[inline]
fn line_ends<W: Word>(discs: W, step: u32, length: u32) -> W {
    if step * (length - 1) >= W::BITS {
        return W::ZERO;
    }
    let mut ends = discs;
    let mut found = 1;
    while found < length {
        let further = found.min(length - found);
        ends = ends & (ends >> (step * further));
        found += further;
    }
    ends
}
