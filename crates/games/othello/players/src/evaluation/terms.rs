//! The hand-crafted evaluation's terms.

use board_engine::Bitboard;
use othello::{Othello, Position};

use crate::evaluation::stability::stable_discs;

/// The number of terms.
pub(super) const TERM_COUNT: usize = 11;

/// The differences between the mover's side and the other side, in the order of
/// [`WEIGHTS`](super::standard::WEIGHTS).
#[inline]
pub(super) fn terms(game: &Othello, position: &Position) -> [i32; TERM_COUNT] {
    let discs = [position.own(), position.opposing()];
    let empty = game.empty(position);
    let marks = Marks::of(game);
    let beside_empty = neighborhood(empty);
    // The empty squares next to empty corners.
    let beside_corners = neighborhood(empty & marks.corners);
    let [own, opposing] = discs;
    let stable = stable_discs(game.squares(), discs);
    let difference = |counted: [Bitboard<u64>; 2]| {
        let [own, opposing] = counted.map(|set| set.count().cast_signed());
        own - opposing
    };
    let within = |set: Bitboard<u64>| difference(discs.map(|discs| discs & set));
    [
        difference([game.placings(position), game.placings(&position.after_pass())]),
        difference([neighborhood(opposing) & empty, neighborhood(own) & empty]),
        -within(beside_empty),
        within(marks.corners),
        within(beside_corners & marks.diagonal_neighbors),
        within(beside_corners - marks.diagonal_neighbors),
        within(marks.edges - beside_corners - marks.corners),
        difference(stable),
        difference(discs),
        1,
        (empty.count() & 1).cast_signed(),
    ]
}

/// The corners of the board.
#[inline]
pub(super) fn corners_of(game: &Othello) -> Bitboard<u64> {
    Marks::of(game).corners
}

/// Board squares with special names.
#[derive(Clone, Copy)]
struct Marks {
    corners: Bitboard<u64>,
    /// The "X-squares".
    diagonal_neighbors: Bitboard<u64>,
    edges: Bitboard<u64>,
}

impl Marks {
    #[inline]
    fn of(game: &Othello) -> Self {
        MARKS[usize::from(game.size() / 2).saturating_sub(2).min(2)]
    }

    const fn new(size: u32) -> Self {
        let first = (8 - size) / 2;
        let last = first + size - 1;
        Self {
            corners: Bitboard(corners(first, last)),
            diagonal_neighbors: Bitboard(corners(first + 1, last - 1)),
            edges: Bitboard(frame(first, last)),
        }
    }
}

/// The marks for boards of 4×4, 6×6 and 8×8.
const MARKS: [Marks; 3] = [Marks::new(4), Marks::new(6), Marks::new(8)];

const fn bit(column: u32, row: u32) -> u64 {
    1 << (8 * row + column)
}

const fn corners(first: u32, last: u32) -> u64 {
    bit(first, first) | bit(first, last) | bit(last, first) | bit(last, last)
}

const fn frame(first: u32, last: u32) -> u64 {
    let (mut frame, mut line) = (0, first);
    while line <= last {
        frame |= bit(line, first) | bit(line, last) | bit(first, line) | bit(last, line);
        line += 1;
    }
    frame
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;

/// These squares and their neighbors.
#[inline]
fn neighborhood(squares: Bitboard<u64>) -> Bitboard<u64> {
    let row = squares.0 | (squares.0 & !COLUMN_H) << 1 | (squares.0 & !COLUMN_A) >> 1;
    Bitboard(row | row << 8 | row >> 8)
}
