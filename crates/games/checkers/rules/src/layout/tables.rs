//! The layout in numbers, computed at compile time for words of any width.

use board_engine::{Bitboard, Color, Direction, Geometry, Place, Square, Word};

use super::directions::{DIRECTIONS, EAST, SOUTH, SOUTH_EAST, SOUTH_WEST, opposite};
use crate::rules::{BoardSetup, PlayingSquares, Rules};

impl BoardSetup {
    /// Squares in a row.
    pub(super) const fn columns(self) -> u8 {
        if matches!(self.squares, PlayingSquares::All) { self.width } else { self.width / 2 }
    }

    /// The column of the leftmost square in a row.
    pub(super) const fn first_column(self, row: u8) -> u8 {
        match self.squares {
            PlayingSquares::All => 0,
            // The lower left corner is in play.
            PlayingSquares::Dark => (self.height - 1 - row) % 2,
            PlayingSquares::Mirrored => (self.height - row) % 2,
        }
    }

    /// Returns `true` if the place is a square.
    pub(super) const fn plays(self, place: Place) -> bool {
        let Place { column, row } = place;
        matches!(self.squares, PlayingSquares::All) || column % 2 == self.first_column(row)
    }
}

/// Marks a ghost in the tables: a bit that is not a square.
pub(super) const GHOST: u8 = u8::MAX;

/// The layout in numbers, for words of any width.
pub(super) struct Tables {
    pub(super) square_count: usize,
    pub(super) board: u128,
    pub(super) crown: [u128; 2],
    pub(super) before_crown: [u128; 2],
    pub(super) start: [u128; 2],
    /// The diagonal from White's left-hand corner.
    pub(super) main_road: u128,
    pub(super) shifts: [i32; DIRECTIONS],
    /// `true` if steps in this direction can land on forbidden squares.
    pub(super) cut: [bool; DIRECTIONS],
    pub(super) reach: [u128; DIRECTIONS],
    /// For each square, its bit.
    pub(super) bits: [u8; 128],
    /// For each bit, its square.
    pub(super) squares: [u8; 128],
}

impl Tables {
    pub(super) const fn of(board: BoardSetup) -> Self {
        let mut tables = Self {
            square_count: board.columns() as usize * board.height as usize,
            board: 0,
            crown: [row_set(board, 0), row_set(board, board.height - 1)],
            before_crown: [row_set(board, 1), row_set(board, board.height - 2)],
            start: [0; 2],
            main_road: main_road(board),
            shifts: shifts(board),
            cut: [false; DIRECTIONS],
            reach: [0; DIRECTIONS],
            bits: [GHOST; 128],
            squares: [GHOST; 128],
        };
        assert!(
            board.width.is_multiple_of(2) && board.height >= 4,
            "a board has an even width and a few rows"
        );
        assert!(tables.square_count <= 112, "a board and its ghosts fit into the widest word");
        let mut square = 0;
        while square < tables.square_count {
            #[expect(clippy::cast_possible_truncation, reason = "at most 112 squares")]
            let (row, in_row) = (square as u8 / board.columns(), square as u8 % board.columns());
            let bit = bit_of(board, row, in_row);
            tables.board |= 1 << bit;
            tables.bits[square] = bit;
            #[expect(clippy::cast_possible_truncation, reason = "at most 112 squares")]
            let number = square as u8;
            tables.squares[bit as usize] = number;
            square += 1;
        }
        let mut row = board.rows_behind;
        while row < board.rows_behind + board.men_rows {
            tables.start[Color::Black.index()] |= row_set(board, row);
            tables.start[Color::White.index()] |= row_set(board, board.height - 1 - row);
            row += 1;
        }
        tables.with_reach(board)
    }

    /// Computes the squares on which a step in each direction can land.
    const fn with_reach(mut self, board: BoardSetup) -> Self {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let (right, down) = Direction::ALL[direction].step();
            // A step over the edge lands on a ghost or outside, except along rows.
            self.cut[direction] = down == 0;
            let mut row = 0;
            while row < board.height {
                let mut column = 0;
                while column < board.width {
                    let place = Place { column, row };
                    if board.plays(place) && steps_in(board, place, [right, down]) {
                        self.reach[direction] |= 1 << bit_at(board, place);
                    }
                    column += 1;
                }
                row += 1;
            }
            direction += 1;
        }
        self
    }
}

/// Returns `true` if a step from some square, `right` and `down`, lands on this place. On boards with every second
/// square in play, a straight step goes to the next square on the line, two places away.
const fn steps_in(board: BoardSetup, place: Place, [right, down]: [i8; 2]) -> bool {
    let far = if matches!(board.squares, PlayingSquares::All) || (right != 0 && down != 0) {
        1
    } else {
        2
    };
    let column = place.column as i16 - far * right as i16;
    let row = place.row as i16 - far * down as i16;
    0 <= column && column < board.width as i16 && 0 <= row && row < board.height as i16
}

/// The squares in a row.
const fn row_set(board: BoardSetup, row: u8) -> u128 {
    let mut set = 0;
    let mut in_row = 0;
    while in_row < board.columns() {
        set |= 1 << bit_of(board, row, in_row);
        in_row += 1;
    }
    set
}

/// The squares of the diagonal from White's left-hand corner, if it is in play.
const fn main_road(board: BoardSetup) -> u128 {
    let mut set = 0;
    let mut row = 0;
    while row < board.height {
        let place = Place { column: board.height - 1 - row, row };
        if place.column < board.width && board.plays(place) {
            set |= 1 << bit_at(board, place);
        }
        row += 1;
    }
    set
}

/// The bit of the square with this index in its row.
const fn bit_of(board: BoardSetup, row: u8, in_row: u8) -> u8 {
    let ghosts = if matches!(board.squares, PlayingSquares::All) {
        0
    } else {
        (row + 1 - board.first_column(0)) / 2
    };
    row * board.columns() + in_row + ghosts
}

/// The bit of the square at this place.
pub(super) const fn bit_at(board: BoardSetup, place: Place) -> u8 {
    let Place { column, row } = place;
    let in_row = if matches!(board.squares, PlayingSquares::All) { column } else { column / 2 };
    bit_of(board, row, in_row)
}

/// The change in the bit index for a step in each direction.
const fn shifts(board: BoardSetup) -> [i32; DIRECTIONS] {
    let columns = board.columns() as i32;
    let (down, down_right) = if matches!(board.squares, PlayingSquares::All) {
        (columns, columns + 1)
    } else {
        (2 * columns + 1, columns + 1)
    };
    let down_left = down_right - if matches!(board.squares, PlayingSquares::All) { 2 } else { 1 };
    let mut shifts = [0; DIRECTIONS];
    shifts[SOUTH] = down;
    shifts[SOUTH_EAST] = down_right;
    shifts[SOUTH_WEST] = down_left;
    shifts[EAST] = 1;
    let mut direction = 0;
    while direction < DIRECTIONS / 2 {
        // West is the opposite of east, and so on; missing values are filled in from the opposite direction.
        if shifts[direction] == 0 {
            shifts[direction] = -shifts[opposite(direction)];
        } else {
            shifts[opposite(direction)] = -shifts[direction];
        }
        direction += 1;
    }
    shifts
}

/// The squares on a variant's board, as a value, so code that parses and writes square names is compiled once for all
/// variants.
#[derive(Clone, Copy)]
pub(crate) struct Squares {
    pub(crate) rules: &'static Rules,
    pub(super) tables: &'static Tables,
}

impl Squares {
    /// The number of squares.
    #[inline]
    pub(crate) const fn count(self) -> usize {
        self.tables.square_count
    }

    /// The number of squares in a row.
    #[inline]
    pub(crate) const fn in_row(self) -> usize {
        self.rules.board.columns() as usize
    }

    /// The bit of a square. See [`Layout::bit`](super::Layout::bit).
    #[inline]
    pub(crate) fn bit(self, square: Square) -> u32 {
        assert!(square.index() < self.count(), "a square of this board");
        self.tables.bits[square.index()].into()
    }

    /// The square of a bit, unless the bit is a ghost or off the board.
    #[inline]
    pub(crate) fn square(self, bit: u32) -> Option<Square> {
        let square = *self.tables.squares.get(bit as usize)?;
        (square != GHOST).then(|| Square::new(square.into()))
    }

    /// The column and row of a bit's square.
    #[inline]
    pub(crate) fn place(self, bit: u32) -> Option<Place> {
        let index = self.square(bit)?.index();
        let board = self.rules.board;
        let row = u8::try_from(index / self.in_row()).ok()?;
        let in_row = u8::try_from(index % self.in_row()).ok()?;
        let column = if matches!(board.squares, PlayingSquares::All) {
            in_row
        } else {
            2 * in_row + board.first_column(row)
        };
        Some(Place { column, row })
    }

    /// The bit of the square at this place, if the place is on the board and in play.
    #[inline]
    pub(crate) const fn bit_at(self, place: Place) -> Option<u32> {
        let board = self.rules.board;
        let plays = place.column < board.width && place.row < board.height && board.plays(place);
        if plays { Some(bit_at(board, place) as u32) } else { None }
    }

    /// The bit of the next square in a direction, if there is one. On boards with every second square in play, a
    /// straight step goes to the next square on the line.
    pub(crate) fn neighbor(self, bit: u32, direction: usize) -> Option<u32> {
        let next = bit.checked_add_signed(self.tables.shifts[direction])?;
        (next < u128::BITS && self.tables.reach[direction] >> next & 1 == 1).then_some(next)
    }

    /// This color's crowning row.
    pub(crate) fn crown<W: Word>(self, color: Color) -> Bitboard<W> {
        Bitboard(W::truncated(self.tables.crown[color.index()]))
    }

    /// See [`Layout::PIECES_MAX`](super::Layout::PIECES_MAX).
    pub(crate) const fn pieces_max(self) -> u32 {
        self.tables.start[0].count_ones()
    }

    /// See [`Layout::geometry`](super::Layout::geometry).
    pub(crate) fn geometry(self) -> Geometry {
        let board = self.rules.board;
        Geometry::new(board.width, board.height, move |place| board.plays(place))
    }
}
