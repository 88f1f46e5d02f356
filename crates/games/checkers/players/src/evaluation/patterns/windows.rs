//! The pattern squares, and pattern indices in a position.
//!
//! A pattern is a window of four columns and four or six rows, with eight or twelve squares. Windows overlap: adjacent
//! windows are two squares apart. The men in a window form a number in base 3: no man, the viewer's man, the other
//! side's man. All pieces in a window form a number in base 5, with both sides' kings as additional digits. White sees
//! a window, and Black the window turned by 180°, so one weight table serves both.
//!
//! The first square of a window is the left one of its lowest row. In a window at the upper edge, this row is the
//! nearest to the middle of the board, where most moves are made. These moves change the low digits, so the positions
//! in a search use weights from the same cache lines.

use std::marker::PhantomData;

use board_engine::{Color, Place};
use checkers::rules::{BoardSetup, PlayingSquares};
use checkers::{Layout, Position, Set, Variant};

use super::learned::{self, ROWS_LEAST};
use crate::evaluation::chunks;

/// Number of columns in a window.
const COLUMNS: u8 = 4;
/// The distance between windows.
const STEP: u8 = 2;
/// Maximum number of windows, counting a window and its half turn once: a 10×10 board has this many windows with four
/// rows.
pub(super) const WINDOWS_MAX: usize = 8;

/// The states of a square if only men count.
pub(super) const MEN: u32 = 3;
/// The states of a square if kings count too.
pub(super) const PIECES: u32 = 5;

/// A number for each window.
type Row = [u32; WINDOWS_MAX];

/// A set of pieces' contribution to each window's index, if each piece has the digit 1: first White's windows, then
/// Black's. This order allows adding four numbers at once.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Numbers([u32; 2 * WINDOWS_MAX]);

impl Numbers {
    const ZERO: Self = Self([0; 2 * WINDOWS_MAX]);

    /// The sum of the first `count` numbers.
    #[inline]
    const fn plus(mut self, other: &Self, count: usize) -> Self {
        let mut number = 0;
        while number < count {
            self.0[number] += other.0[number];
            number += 1;
        }
        self
    }
}

/// Maximum number of chunks: enough for a word of 64 bits.
const CHUNKS_MAX: usize = 64_u32.div_ceil(chunks::BITS) as usize;

/// For each chunk of a word, the numbers for each set of squares in the chunk.
type Table = [[Numbers; chunks::SETS]; CHUNKS_MAX];

/// The windows of `V`'s board, with `HELD` states per square: [`MEN`] or [`PIECES`].
pub(super) struct Windows<V: Variant, const HELD: u32>(PhantomData<V>);

impl<V: Variant, const HELD: u32> Windows<V, HELD> {
    /// Number of rows in a window.
    const ROWS: u8 = if HELD == MEN { learned::window_rows(&V::RULES) } else { ROWS_LEAST };

    /// The number of windows. A window and its half turn count as one.
    pub(super) const COUNT: usize = count(V::RULES.board, Self::ROWS);

    /// The number of possible contents of a window.
    pub(super) const CONTENTS: usize = (HELD as usize).pow(COLUMNS as u32 * Self::ROWS as u32 / 2);

    const TABLE: Table = table::<V, HELD>();

    /// The number of chunks with window squares.
    const CHUNKS: usize = if Self::COUNT == 0 { 0 } else { chunks::count::<V>() };

    /// Each window's index in White's view, and in Black's, both less than `CONTENTS`.
    #[inline]
    pub(super) fn indices(position: &Position<V::Word>) -> [Row; 2] {
        let [white, black] = Color::ALL.map(|color| Self::numbers(position.men(color)).0);
        let mut indices = [[0; WINDOWS_MAX]; 2];
        for window in 0..Self::COUNT {
            let turned = Self::COUNT + window;
            indices[0][window] = white[window] + 2 * black[window];
            indices[1][window] = black[turned] + 2 * white[turned];
        }
        if HELD == PIECES {
            let [white, black] =
                Color::ALL.map(|color| Self::numbers_of_few(position.kings(color)).0);
            for window in 0..Self::COUNT {
                let turned = Self::COUNT + window;
                indices[0][window] += 3 * white[window] + 4 * black[window];
                indices[1][window] += 3 * black[turned] + 4 * white[turned];
            }
        }
        indices
    }

    /// The numbers for a set with few squares, such as kings, square by square.
    #[inline]
    fn numbers_of_few(set: Set<V>) -> Numbers {
        if const { Self::COUNT == 0 } {
            return Numbers::ZERO;
        }
        let table = const { &Self::TABLE };
        set.into_iter().fold(Numbers::ZERO, |sum, bit| {
            let (chunk, square) = (bit / chunks::BITS, bit % chunks::BITS);
            sum.plus(&table[chunk as usize][1 << square], const { 2 * Self::COUNT })
        })
    }

    #[inline]
    fn numbers(set: Set<V>) -> Numbers {
        let table = &const { &Self::TABLE }[..Self::CHUNKS];
        chunks::look_up(set.0, table)
            .fold(Numbers::ZERO, |sum, numbers| sum.plus(numbers, const { 2 * Self::COUNT }))
    }
}

/// The number of windows on a board. A window and its half turn count as one. 0 if all squares on the board are in
/// play, or if there are too many windows.
const fn count(board: BoardSetup, rows: u8) -> usize {
    if board.width < COLUMNS || board.height < rows {
        return 0;
    }
    let (columns, rows) = ((board.width - COLUMNS) / STEP + 1, (board.height - rows) / STEP + 1);
    let count = (columns as usize * rows as usize).div_ceil(2);
    if matches!(board.squares, PlayingSquares::All) || count > WINDOWS_MAX { 0 } else { count }
}

#[expect(clippy::large_stack_arrays, reason = "it is made at compile time")]
const fn table<V: Variant, const HELD: u32>() -> Table {
    let squares = squares::<V, HELD>();
    let mut table = [[Numbers::ZERO; chunks::SETS]; CHUNKS_MAX];
    let mut chunk = 0;
    while chunk < Windows::<V, HELD>::CHUNKS {
        let mut set = 1;
        while set < chunks::SETS {
            // The numbers for the set without its lowest square, plus the numbers for that square.
            let lowest = chunk * chunks::BITS as usize + set.trailing_zeros() as usize;
            if lowest < squares.len() {
                table[chunk][set] = table[chunk][set & (set - 1)]
                    .plus(&squares[lowest], 2 * Windows::<V, HELD>::COUNT);
            }
            set += 1;
        }
        chunk += 1;
    }
    table
}

/// For each bit, the numbers for a piece on its square.
const fn squares<V: Variant, const HELD: u32>() -> [Numbers; 64] {
    let board = V::RULES.board;
    let mut squares = [Numbers::ZERO; 64];
    let (mut window, mut left, mut top) = (0, 0, 0);
    while window < Windows::<V, HELD>::COUNT {
        let (mut cell, mut digit) = (0, 1);
        while cell < COLUMNS * Windows::<V, HELD>::ROWS {
            let lowest = top + Windows::<V, HELD>::ROWS - 1;
            let (column, row) = (left + cell % COLUMNS, lowest - cell / COLUMNS);
            let turned = Place { column: board.width - 1 - column, row: board.height - 1 - row };
            let upright = Layout::<V>::bit_at(Place { column, row });
            if let (Some(upright), Some(turned)) = (upright, Layout::<V>::bit_at(turned)) {
                squares[upright as usize].0[window] += digit;
                squares[turned as usize].0[Windows::<V, HELD>::COUNT + window] += digit;
                digit *= HELD;
            }
            cell += 1;
        }
        left += STEP;
        if left + COLUMNS > board.width {
            (left, top) = (0, top + STEP);
        }
        window += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use checkers::{Canadian, English, Frisian, International, Italian, Turkish};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::visits::visit_each;

    /// The content of the window with this upper left corner, seen from `own`'s side, square by square, from the lowest
    /// row up.
    fn seen<V: Variant, const HELD: u32>(
        position: &Position<V::Word>,
        own: Color,
        (left, top): (u8, u8),
    ) -> u32 {
        let (mut index, mut digit) = (0, 1);
        for (row, column) in (0..Windows::<V, HELD>::ROWS)
            .rev()
            .flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
        {
            let place = Place { column: left + column, row: top + row };
            let place = match own {
                Color::White => place,
                Color::Black => Place {
                    column: Layout::<V>::WIDTH - 1 - place.column,
                    row: Layout::<V>::HEIGHT - 1 - place.row,
                },
            };
            if let Some(bit) = Layout::<V>::bit_at(place) {
                let [own_kings, other_kings] = [own, !own].map(|color| position.kings(color));
                let held = match () {
                    () if position.men(own).contains(bit) => 1,
                    () if position.men(!own).contains(bit) => 2,
                    () if HELD == PIECES && own_kings.contains(bit) => 3,
                    () if HELD == PIECES && other_kings.contains(bit) => 4,
                    () => 0,
                };
                index += digit * held;
                digit *= HELD;
            }
        }
        index
    }

    fn check<V: Variant, const HELD: u32>(corners: &[(u8, u8)], choices: &[usize]) {
        visit_each::<V>(choices, |position| {
            let mut expected = [[0; WINDOWS_MAX]; 2];
            for (window, &corner) in corners.iter().enumerate() {
                for color in Color::ALL {
                    expected[color.index()][window] = seen::<V, HELD>(position, color, corner);
                }
            }
            assert_eq!(Windows::<V, HELD>::indices(position), expected, "{position:?}");
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn windows_looked_up_at_once_agree_with_square_by_square_lookups(
            choices in prop::collection::vec(0..1_000_usize, 100),
        ) {
            let small = [(0, 0), (2, 0), (4, 0), (0, 2), (2, 2)];
            check::<English, MEN>(&small, &choices);
            check::<Italian, MEN>(&small, &choices);
            let large = [(0, 0), (2, 0), (4, 0), (6, 0), (0, 2), (2, 2), (4, 2), (6, 2)];
            check::<Frisian, MEN>(&large, &choices);
            // Check the windows with six rows.
            check::<International, MEN>(&large[..6], &choices);
            check::<English, PIECES>(&small, &choices);
            check::<International, PIECES>(&large, &choices);
            // Too many windows, and windows with too many squares.
            check::<Canadian, MEN>(&[], &choices);
            check::<Turkish, MEN>(&[], &choices);
        }
    }
}
