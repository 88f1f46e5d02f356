//! Square names.

use board_engine::{Color, Square, push_number};

use crate::layout::{Layout, Squares};
use crate::rules::Names;
use crate::variant::Variant;

/// The square naming used in a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Naming {
    /// The variant's own names. The other kind of names is also accepted, because some programs use one notation for
    /// all variants. For boards with numbers, letters are then written from the starting side's view. For boards with
    /// letters, numbers start at the left of the top row.
    #[default]
    Own,
    /// Column letters from the left, and row numbers from the bottom, with this side at the bottom.
    Letters(Color),
    /// Numbers, row by row from this corner.
    Numbers(Corner),
}

/// A corner of the board, with White's side at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Corner {
    /// The corner on White's left.
    BottomLeft,
    /// The corner on White's right.
    BottomRight,
    /// The corner on Black's right.
    TopLeft,
    /// The corner on Black's left.
    TopRight,
}

impl Naming {
    /// The bit of the square with this number, if there is one. If squares have letters, the variant's own numbering
    /// applies.
    pub(crate) fn bit(self, squares: Squares, number: usize) -> Option<u32> {
        let Self::Numbers(corner) = self else { return squares.bit_of_number(number) };
        let (count, columns) = (squares.count(), squares.in_row());
        let index = number.checked_sub(1).filter(|index| *index < count)?;
        let mirrored = |index: usize| index + columns - 1 - 2 * (index % columns);
        let index = match corner {
            Corner::TopLeft => index,
            Corner::TopRight => mirrored(index),
            Corner::BottomLeft => mirrored(count - 1 - index),
            Corner::BottomRight => count - 1 - index,
        };
        Some(squares.bit(Square::new(index)))
    }

    /// The number of this bit's square.
    pub(crate) fn number(self, squares: Squares, bit: u32) -> Option<usize> {
        (1..=squares.count()).find(|&number| self.bit(squares, number) == Some(bit))
    }
}

impl<V: Variant> Layout<V> {
    /// A square's number, from 1, in the variant's numbering. If squares have letters, the numbers start at the left of
    /// the top row, as in other programs' protocols. `None` for a bit without a square.
    pub fn number(bit: u32) -> Option<usize> {
        Self::SQUARES.number(bit)
    }

    /// The bit of the square with this number, if there is one.
    pub fn bit_of_number(number: usize) -> Option<u32> {
        Self::SQUARES.bit_of_number(number)
    }

    /// A square's name: "32", "b4". Empty for a bit without a square.
    pub fn name(bit: u32) -> String {
        Self::SQUARES.name(bit)
    }
}

impl Squares {
    /// See [`Layout::number`].
    pub(crate) fn number(self, bit: u32) -> Option<usize> {
        let index = self.square(bit)?.index();
        Some(match self.rules.style.names {
            Names::FromTheTop | Names::Letters => index + 1,
            Names::FromTheBottom => self.count() - index,
        })
    }

    /// See [`Layout::bit_of_number`].
    pub(crate) fn bit_of_number(self, number: usize) -> Option<u32> {
        let index = match self.rules.style.names {
            Names::FromTheTop | Names::Letters => number.checked_sub(1)?,
            Names::FromTheBottom => self.count().checked_sub(number)?,
        };
        (index < self.count()).then(|| self.bit(Square::new(index)))
    }

    /// See [`Layout::name`].
    pub(crate) fn name(self, bit: u32) -> String {
        let mut name = String::new();
        self.push_name(bit, &mut name);
        name
    }

    /// Appends the name of a bit's square to `text`.
    pub(crate) fn push_name(self, bit: u32, text: &mut String) {
        match (self.rules.style.names, self.place(bit)) {
            (_, None) => {}
            (Names::Letters, Some(place)) => {
                text.push(char::from(b'a' + place.column));
                push_number((self.rules.board.height - place.row).into(), text);
            }
            _ => self.number(bit).into_iter().for_each(|number| push_number(number, text)),
        }
    }

    /// The bit of the square in column `column` from the left and row `row` from below, each from 0.
    fn bit_from_below(self, column: usize, row: usize) -> Option<u32> {
        let geometry_row = usize::from(self.rules.board.height).checked_sub(row + 1)?;
        let place = board_engine::Place {
            column: u8::try_from(column).ok()?,
            row: u8::try_from(geometry_row).ok()?,
        };
        self.bit_at(place)
    }

    /// The bit of the square at the same place as seen from the other side of the board.
    fn opposite(self, bit: u32) -> Option<u32> {
        let index = self.count().checked_sub(self.square(bit)?.index() + 1)?;
        Some(self.bit(Square::new(index)))
    }

    /// The form of a square name, for messages: "a square from 1 to 32".
    pub(crate) fn expected(self) -> String {
        let board = self.rules.board;
        match self.rules.style.names {
            Names::Letters => {
                let last = char::from(b'a' + board.width - 1);
                format!("a square from a1 to {last}{}", board.height)
            }
            _ => format!("a square from 1 to {}", self.count()),
        }
    }
}

/// A cursor that reads a string byte by byte; all significant characters in the notations are ASCII.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a [u8],
    naming: Naming,
    /// The offset in bytes, from 0.
    pub(crate) offset: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(text: &'a str, naming: Naming) -> Self {
        Self { text: text.as_bytes(), naming, offset: 0 }
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.get(self.offset).copied()
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.offset >= self.text.len()
    }

    pub(crate) fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.offset += 1;
        }
    }

    /// Skips the next byte if it is one of `bytes`, ignoring case, and returns it.
    pub(crate) fn eat(&mut self, bytes: &[u8]) -> Option<u8> {
        let byte =
            self.peek().filter(|byte| bytes.iter().any(|one| one.eq_ignore_ascii_case(byte)))?;
        self.offset += 1;
        Some(byte)
    }

    /// The next number, of at most `digits_max` digits.
    pub(crate) fn number(&mut self, digits_max: usize) -> Option<usize> {
        let start = self.offset;
        let mut value = 0;
        while let Some(digit @ b'0'..=b'9') =
            self.peek().filter(|_| self.offset - start < digits_max)
        {
            value = value * 10 + usize::from(digit - b'0');
            self.offset += 1;
        }
        (self.offset > start).then_some(value)
    }

    /// The bit of the next square name. If the result is `None`, the cursor stays at the start of the name.
    pub(crate) fn square(&mut self, squares: Squares) -> Option<u32> {
        let start = self.offset;
        let is_letter = self.peek().is_some_and(|byte| byte.is_ascii_alphabetic());
        let bit = match self.naming {
            Naming::Letters(below) => self.square_by_letter(squares, below),
            Naming::Own if is_letter => {
                let has_letters = matches!(squares.rules.style.names, Names::Letters);
                let below = if has_letters { Color::White } else { squares.rules.starts };
                self.square_by_letter(squares, below)
            }
            naming => self.number(3).and_then(|number| naming.bit(squares, number)),
        };
        if bit.is_none() {
            self.offset = start;
        }
        bit
    }

    fn square_by_letter(&mut self, squares: Squares, below: Color) -> Option<u32> {
        let letter = self.peek().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
        self.offset += 1;
        let row = self.number(2)?;
        let bit = squares.bit_from_below(usize::from(letter - b'a'), row.checked_sub(1)?)?;
        if below == Color::White { Some(bit) } else { squares.opposite(bit) }
    }
}
