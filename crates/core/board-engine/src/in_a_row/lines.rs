//! Lines of bits. A board's rows or columns are stored one after another in a word, each followed by a *ghost* bit that
//! is always empty. A line that would cross an edge passes a ghost, so one shift per step finds the lines in each
//! direction without edge checks.
//!
//! `stride` is the length of such a row or column with its ghost. `STRIDE` and `LENGTH` are the usual stride and line
//! length of a game: the same code with constants, which the compiler unrolls.

use crate::Word;

/// Returns `true` if `pieces` contain a line of `length` or more.
#[inline]
pub fn has_line<W: Word, const STRIDE: u32, const LENGTH: u32>(
    pieces: W,
    stride: u32,
    length: u32,
) -> bool {
    if (stride, length) == (STRIDE, LENGTH) {
        has_line_of(pieces, STRIDE, LENGTH)
    } else {
        has_other_line(pieces, stride, length)
    }
}

/// Tests for a line of another length. This is a separate function, so the common case stays small after inlining.
#[inline(never)]
fn has_other_line<W: Word>(pieces: W, stride: u32, length: u32) -> bool {
    match length {
        // The line lengths of other popular games, as constants for the same reason.
        3 => has_line_of(pieces, stride, 3),
        4 => has_line_of(pieces, stride, 4),
        5 => has_line_of(pieces, stride, 5),
        _ => has_line_of(pieces, stride, length),
    }
}

#[inline]
fn has_line_of<W: Word>(pieces: W, stride: u32, length: u32) -> bool {
    let ends = steps(stride).map(|step| line_ends(pieces, step, length));
    (ends[0] | ends[1] | ends[2] | ends[3]) != W::ZERO
}

/// The steps along a row, a column and the two diagonals.
#[inline]
pub(crate) const fn steps(stride: u32) -> [u32; 4] {
    [1, stride, stride + 1, stride - 1]
}

/// The first place of each line of `length` pieces, each piece `step` places after the previous one.
#[inline]
fn line_ends<W: Word>(pieces: W, step: u32, length: u32) -> W {
    if step * (length - 1) >= W::BITS {
        return W::ZERO;
    }
    // Two shorter lines that overlap or meet make a longer one.
    let joined = |ends: W, distance: u32| ends & (ends >> (step * distance));
    // The usual lengths without a loop: the compiler doesn't always unroll one.
    match length {
        3 => joined(joined(pieces, 1), 1),
        4 => joined(joined(pieces, 1), 2),
        5 => joined(joined(joined(pieces, 1), 2), 1),
        _ => {
            let (mut ends, mut found) = (pieces, 1);
            while found < length {
                let further = found.min(length - found);
                ends = joined(ends, further);
                found += further;
            }
            ends
        }
    }
}

/// The places where one more piece would complete a line of `length` or more. The result may
/// include occupied places and places off the board.
#[inline]
pub fn completing<W: Word, const STRIDE: u32, const LENGTH: u32>(
    pieces: W,
    stride: u32,
    length: u32,
) -> W {
    if (stride, length) == (STRIDE, LENGTH) {
        completing_of(pieces, STRIDE, LENGTH)
    } else {
        other_completing(pieces, stride, length)
    }
}

#[inline(never)]
fn other_completing<W: Word>(pieces: W, stride: u32, length: u32) -> W {
    completing_of(pieces, stride, length)
}

#[expect(
    clippy::inline_always,
    reason = "only so are the loops unrolled where the numbers are known: 6 times faster"
)]
#[inline(always)]
fn completing_of<W: Word>(pieces: W, stride: u32, length: u32) -> W {
    let mut places = W::ZERO;
    for step in steps(stride) {
        for before in 0..length {
            // `before` pieces before the place and the rest of the line after it.
            let mut gaps = !W::ZERO;
            for distance in 1..=before {
                gaps = gaps & shifted_up(pieces, step * distance);
            }
            for distance in 1..length - before {
                gaps = gaps & shifted_down(pieces, step * distance);
            }
            places = places | gaps;
        }
    }
    places
}

#[inline]
fn shifted_up<W: Word>(pieces: W, distance: u32) -> W {
    if distance < W::BITS { pieces << distance } else { W::ZERO }
}

#[inline]
fn shifted_down<W: Word>(pieces: W, distance: u32) -> W {
    if distance < W::BITS { pieces >> distance } else { W::ZERO }
}
