//! Finding k in a row.

use board_engine::{Bitboard, Word};

/// Whether `stones` hold a line of `length` or more on a board whose rows, the ghost column included, are
/// `stride` places long.
#[inline]
pub(crate) fn has_line<W: Word>(stones: Bitboard<W>, stride: u32, length: u8) -> bool {
    match (stride, length) {
        // The same code with the numbers known, so that the compiler unrolls it: tic-tac-toe.
        (4, 3) => has_line_of(stones.0, 4, 3),
        _ => has_other_line(stones.0, stride, length),
    }
}

/// Apart, so that the common case stays small where it is inlined.
#[inline(never)]
fn has_other_line<W: Word>(stones: W, stride: u32, length: u8) -> bool {
    match length {
        // The lengths of the other games that people play, known for the same reason.
        3 => has_line_of(stones, stride, 3),
        4 => has_line_of(stones, stride, 4),
        5 => has_line_of(stones, stride, 5),
        _ => has_line_of(stones, stride, length),
    }
}

#[inline]
fn has_line_of<W: Word>(stones: W, stride: u32, length: u8) -> bool {
    // Along a row, a column and the two diagonals.
    let ends = [1, stride, stride + 1, stride - 1].map(|step| line_ends(stones, step, length));
    (ends[0] | ends[1] | ends[2] | ends[3]) != W::ZERO
}

/// The cells in three sets: those on more than three quarters as many lines as the cell on most, those on more than
/// half as many, and the others.
pub(crate) fn tiers<W: Word>(cells: Bitboard<W>, stride: u32, length: u8) -> [Bitboard<W>; 3] {
    let count = |cell| line_count(cells, cell, stride, length);
    let most = cells.into_iter().map(count).max().unwrap_or(0);
    let first = cells.into_iter().filter(|&cell| 4 * count(cell) > 3 * most).collect();
    let half: Bitboard<W> = cells.into_iter().filter(|&cell| 2 * count(cell) > most).collect();
    [first, half - first, cells - (half | first)]
}

/// How many lines of exactly `length` cells go through `cell`.
fn line_count<W: Word>(cells: Bitboard<W>, cell: u32, stride: u32, length: u8) -> u32 {
    let steps = if length == 1 { [1].as_slice() } else { &[1, stride, stride + 1, stride - 1] };
    let on_board = |place: Option<u32>| place.is_some_and(|p| p < W::BITS && cells.contains(p));
    let mut count = 0;
    for step in steps {
        for before in 0..length.into() {
            let first = cell.checked_sub(before * step);
            let places = (0..length.into()).map(|index| first.map(|first| first + index * step));
            count += u32::from(places.into_iter().all(on_board));
        }
    }
    count
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
