//! Cells grouped by the number of lines through them.

use board_engine::{Bitboard, Word};

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
