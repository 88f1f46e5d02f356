//! Positions of stones as text, after chess's Forsyth–Edwards notation.

use crate::listing::list;
use crate::{Board, NotationError, Seat};

/// How positions of stones are written: the rows of the board from top to bottom with `/` between them, and after a
/// blank the letter of the seat that is to move: `3/1x1/3 o`. A number is a run of empty squares. Upper case is read
/// too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StonesText<'a> {
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The letter of each seat, in lower case.
    pub letters: &'a [char],
}

impl StonesText<'_> {
    /// The text of a board on which `mover` is to move.
    ///
    /// # Panics
    /// If a seat has no letter.
    pub fn format(&self, board: &Board<Seat>, mover: Seat) -> String {
        let letter = |seat: Seat| self.letters[seat.index()];
        let mut text = board.to_rows(self.width, letter);
        text.push(' ');
        text.push(letter(mover));
        text
    }

    /// The board and the seat that is to move.
    ///
    /// # Errors
    /// [`NotationError::Malformed`] if the text is none of a board of this size.
    pub fn parse(&self, text: &str) -> Result<(Board<Seat>, Seat), NotationError> {
        let letters = self.letters.iter().map(char::to_string);
        let either = list(letters.clone(), "or");
        let expected = |offset, what: String| NotationError::malformed_position(text, offset, what);
        let (board, side) = text.trim_end().rsplit_once(' ').ok_or_else(|| {
            expected(text.len(), format!("a blank and the side to move, {either}"))
        })?;
        let mut signs = side.chars();
        let mover = signs.next().and_then(|sign| self.seat_of(sign));
        let mover = mover
            .filter(|_| signs.next().is_none())
            .ok_or_else(|| expected(board.len() + 1, format!("the side to move, {either}")))?;
        let size = [self.width, self.height];
        let known = letters.collect::<Vec<_>>().join(", ");
        let board = Board::parse_rows(text, board.len(), size, &known, |sign| self.seat_of(sign))?;
        Ok((board, mover))
    }

    /// The seat with this letter.
    fn seat_of(&self, letter: char) -> Option<Seat> {
        let index = self.letters.iter().position(|known| letter.to_ascii_lowercase() == *known);
        index.map(Seat::new)
    }
}
