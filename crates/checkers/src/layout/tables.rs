//! The layout in numbers, computed at compile time for words of any width.

use board_engine::{Color, Direction, Place};

use crate::layout::directions::{DIRECTIONS, EAST, SOUTH, SOUTH_EAST, SOUTH_WEST, opposite};
use crate::rules::{BoardSetup, PlayingSquares};

impl BoardSetup {
    /// Squares in a row.
    pub(super) const fn columns(self) -> u8 {
        if matches!(self.squares, PlayingSquares::All) { self.width } else { self.width / 2 }
    }

    /// The column of the leftmost square in a row.
    pub(super) const fn first_column(self, row: u8) -> u8 {
        match self.squares {
            PlayingSquares::All => 0,
            // The lower left corner plays.
            PlayingSquares::Dark => (self.height - 1 - row) % 2,
            PlayingSquares::Mirrored => (self.height - row) % 2,
        }
    }

    /// Whether the place is a square.
    pub(super) const fn plays(self, place: Place) -> bool {
        let Place { column, row } = place;
        matches!(self.squares, PlayingSquares::All) || column % 2 == self.first_column(row)
    }
}

/// No square: a ghost, in tables.
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
    /// Whether steps in this direction can land on squares that they must not.
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

    /// Fills in which squares a step in each direction can land on.
    const fn with_reach(mut self, board: BoardSetup) -> Self {
        let mut direction = 0;
        while direction < DIRECTIONS {
            let (right, down) = Direction::ALL[direction].step();
            // What steps over the edge lands on a ghost or outside, except along rows.
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

/// Whether a step, right and down, from some square lands on this place. On boards that use every second square a
/// straight step goes to the next square on the line, two places away.
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

/// The squares of a row.
const fn row_set(board: BoardSetup, row: u8) -> u128 {
    let mut set = 0;
    let mut in_row = 0;
    while in_row < board.columns() {
        set |= 1 << bit_of(board, row, in_row);
        in_row += 1;
    }
    set
}

/// The squares of the diagonal from White's left-hand corner, if it is played on.
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

/// By how much a bit changes in a step in each direction.
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
        // West is the way back of east, and so on; each is filled from the other.
        if shifts[direction] == 0 {
            shifts[direction] = -shifts[opposite(direction)];
        } else {
            shifts[opposite(direction)] = -shifts[direction];
        }
        direction += 1;
    }
    shifts
}
