//! Shared code for games won by a line of pieces: tic-tac-toe, Gomoku, Connect Four.

mod lines;

use thiserror::Error;

use crate::wrapped_text::list;
use crate::{Bitboard, Diagram, Direction, Geometry, Seat, Square, Stones, Word};

pub use self::lines::{completing, has_line};

/// Maximum number of columns: they are named by the letters a to z.
pub const WIDTH_MAX: u8 = 26;
/// Maximum number of rows.
pub const HEIGHT_MAX: u8 = 26;

/// The parameters of a game won by a line of pieces: the board size and the line length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InARow {
    width: u8,
    height: u8,
    length: u8,
}

/// The reason why such a game is not supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum InARowError {
    /// A number is zero.
    #[error("width {width}, height {height} and row length {length} must each be at least 1")]
    Zero {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
        /// The length of a winning line.
        length: u8,
    },
    /// No line is long enough to win.
    #[error("{length} in a row does not fit on a board of size {width}x{height}")]
    LineTooLong {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
        /// The length of a winning line.
        length: u8,
    },
    /// The board has too many columns or rows.
    #[error(
        "board size {width}x{height} is too large: at most {WIDTH_MAX} columns and {HEIGHT_MAX} rows"
    )]
    BoardTooLarge {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
    },
    /// The board doesn't fit the word of its bitboards.
    #[error(
        "board size {width}x{height} is too large: at most {places_max} places, including {ghosts}"
    )]
    TooManyPlaces {
        /// The number of columns.
        width: u8,
        /// The number of rows.
        height: u8,
        /// The maximum number of squares and ghosts that fit in the word.
        places_max: u32,
        /// The places that stay empty: "one padding column".
        ghosts: &'static str,
    },
}

impl InARow {
    /// A board with `width` columns and `height` rows, where a line of `length` pieces wins.
    ///
    /// # Errors
    /// [`InARowError`] if a number is zero, the board is too large or no line is long enough.
    pub const fn new(width: u8, height: u8, length: u8) -> Result<Self, InARowError> {
        if width == 0 || height == 0 || length == 0 {
            return Err(InARowError::Zero { width, height, length });
        }
        if width > WIDTH_MAX || height > HEIGHT_MAX {
            return Err(InARowError::BoardTooLarge { width, height });
        }
        if length > width && length > height {
            return Err(InARowError::LineTooLong { width, height, length });
        }
        Ok(Self { width, height, length })
    }

    /// The number of columns, `1..=26`.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows, `1..=26`.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of pieces in a winning line, `1..=26`.
    #[inline]
    pub const fn length(self) -> u8 {
        self.length
    }

    /// The shape of the board.
    pub fn geometry(self) -> Geometry {
        Geometry::rectangle(self.width, self.height)
    }

    /// The winning rule in words.
    pub const fn reason(self) -> &'static str {
        match self.length {
            3 => "three in a row",
            4 => "four in a row",
            5 => "five in a row",
            6 => "six in a row",
            _ => "a line is complete",
        }
    }
}

/// The reason why no sequence of alternating placements leads to these stones; `None` if the stone counts and lines
/// allow one. `last` contains the last mover's stones that could be the newest, `wins` tests a set of stones for a
/// winning line, and `name` names a seat.
pub fn impossible<W: Word, const SEATS: usize>(
    stones: &Stones<W, SEATS>,
    last: Bitboard<W>,
    wins: impl Fn(Bitboard<W>) -> bool,
    name: impl Fn(Seat) -> String,
) -> Option<String> {
    let count = |seat| stones.stones(seat).count();
    let counted = |seat| format!("{} has {}", name(seat), count(seat));
    let counts = || list(Seat::all(SEATS).map(counted), "and");
    let least = Seat::all(SEATS).map(count).min().unwrap_or(0);
    // Seats that have already placed a stone in this round come before the others.
    let next = Seat::all(SEATS).find(|&seat| count(seat) == least).unwrap_or(Seat::FIRST);
    if Seat::all(SEATS).any(|seat| count(seat) != least + u32::from(seat < next)) {
        let starts = name(Seat::FIRST);
        return Some(format!("{}, but they take turns and {starts} starts", counts()));
    }
    if stones.mover() != next {
        return Some(format!("{}, so {} is to move", counts(), name(next)));
    }
    let mover = stones.last_mover();
    let mut others = Seat::all(SEATS).filter(|&seat| seat != mover);
    if let Some(winner) = others.find(|&seat| wins(stones.stones(seat))) {
        return Some(format!("{} has a line but did not move last", name(winner)));
    }
    let own = stones.newest();
    let completes = |bit| !wins(own - Bitboard::single(bit));
    if wins(own) && !last.into_iter().any(completes) {
        return Some(format!(
            "{} has several lines, and no last move completes them all",
            name(mover)
        ));
    }
    None
}

/// The squares in all lines of at least `length` pieces from the same seat, in square order.
pub fn squares_of_lines(diagram: &Diagram, length: u8) -> Vec<Square> {
    let mut squares: Vec<Square> = Vec::new();
    for square in diagram.geometry().squares() {
        let Some(owner) = owner_of(diagram, square) else { continue };
        for direction in Direction::ALL {
            let ahead = diagram.geometry().ray(square, direction);
            let line: Vec<Square> = std::iter::once(square)
                .chain(ahead.take_while(|&next| owner_of(diagram, next) == Some(owner)))
                .collect();
            if line.len() >= usize::from(length) {
                squares.extend(line);
            }
        }
    }
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// The seat of the piece on the square.
fn owner_of(diagram: &Diagram, square: Square) -> Option<Seat> {
    diagram.glyph(square)?.owner
}
