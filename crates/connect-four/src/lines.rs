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

/// The places that one disc more would make part of a line of `length` or more. Places off the board and those that
/// are taken may be among them.
#[inline]
pub(crate) fn completing<W: Word>(discs: W, stride: u32, length: u32) -> W {
    match (stride, length) {
        // As in `has_line`.
        (7, 4) => completing_of(discs, 7, 4),
        _ => other_completing(discs, stride, length),
    }
}

#[inline(never)]
fn other_completing<W: Word>(discs: W, stride: u32, length: u32) -> W {
    completing_of(discs, stride, length)
}

#[expect(
    clippy::inline_always,
    reason = "only so are the loops unrolled where the numbers are known: 6 times faster"
)]
#[inline(always)]
fn completing_of<W: Word>(discs: W, stride: u32, length: u32) -> W {
    let mut places = W::ZERO;
    for step in [1, stride, stride + 1, stride - 1] {
        for before in 0..length {
            // So many discs before the place and the rest of the line after it.
            let mut gaps = !W::ZERO;
            for distance in 1..=before {
                gaps = gaps & shifted_up(discs, step * distance);
            }
            for distance in 1..length - before {
                gaps = gaps & shifted_down(discs, step * distance);
            }
            places = places | gaps;
        }
    }
    places
}

#[inline]
fn shifted_up<W: Word>(discs: W, distance: u32) -> W {
    if distance < W::BITS { discs << distance } else { W::ZERO }
}

#[inline]
fn shifted_down<W: Word>(discs: W, distance: u32) -> W {
    if distance < W::BITS { discs >> distance } else { W::ZERO }
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
