//! Boards as strings, row by row, as in the first field of Forsyth–Edwards Notation (FEN) in chess.
//!
//! Rows are in order from top to bottom, separated by `/`. A letter is a piece, and a number is a
//! run of empty squares: `3/1x1/3`.

use crate::{Board, NotationError, Square, push_number};

impl<P: Copy> Board<P> {
    /// The board as a string with `width` squares per row, with the `letter` of each piece.
    ///
    /// # Panics
    /// If `width` is 0.
    pub fn to_rows(&self, width: u8, letter: impl Fn(P) -> char) -> String {
        // Capacity for one character per square and per row end; the caller can append the side to move.
        let rows = self.square_count().div_ceil(width.into());
        let mut text = String::with_capacity(self.square_count() + rows + 1);
        let mut empty = 0;
        for (square, index) in self.squares().zip(0..) {
            if index > 0 && index % usize::from(width) == 0 {
                flush(&mut empty, &mut text);
                text.push('/');
            }
            match self.piece_on(square) {
                None => empty += 1,
                Some(piece) => {
                    flush(&mut empty, &mut text);
                    text.push(letter(piece));
                }
            }
        }
        flush(&mut empty, &mut text);
        text
    }

    /// Parses rows at the start of `text`, up to the byte `end`, from the top left. `piece` maps
    /// letters to pieces; `letters` lists the valid ones: "x, o".
    ///
    /// # Errors
    /// [`NotationError::Malformed`] if the rows don't fill the board of `width` columns and `height` rows exactly.
    ///
    /// # Panics
    /// If `end` is not a character boundary of `text`, or the board has more than 256 squares.
    pub fn parse_rows(
        text: &str,
        end: usize,
        [width, height]: [u8; 2],
        letters: &str,
        piece: impl Fn(char) -> Option<P>,
    ) -> Result<Self, NotationError> {
        let expected = |offset, what: String| NotationError::malformed_position(text, offset, what);
        let (rows_text, _) = text.split_at(end);
        let mut pieces = Self::empty(usize::from(width) * usize::from(height));
        let mut offset = 0;
        let mut rows = 0..height;
        for text in rows_text.split('/') {
            let Some(row) = rows.next() else {
                return Err(expected(offset, format!("the end of {height} rows")));
            };
            let put = |column: u8, letter| {
                let square = usize::from(row) * usize::from(width) + usize::from(column);
                piece(letter).map(|piece| pieces.put(Square::new(square), piece)).is_some()
            };
            parse_row(text, width, letters, put)
                .map_err(|(at, what)| expected(offset + at, what))?;
            offset += text.len() + 1;
        }
        if !rows.is_empty() {
            let count = usize::from(height) - rows.len();
            return Err(expected(offset - 1, format!("{height} rows, but there are {count}")));
        }
        Ok(pieces)
    }
}

/// Writes the run of empty squares that ends here.
fn flush(empty: &mut u8, text: &mut String) {
    if *empty > 0 {
        push_number(usize::from(*empty), text);
        *empty = 0;
    }
}

/// Parses one row; an error contains the offset and the expected text.
fn parse_row(
    text: &str,
    width: u8,
    letters: &str,
    mut put: impl FnMut(u8, char) -> bool,
) -> Result<(), (usize, String)> {
    let too_long = || format!("a row of {width} squares");
    let mut column = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let is_run = matches!(first, '1'..='9');
        let (item, tail) = rest.split_at(if is_run { digits(rest) } else { first.len_utf8() });
        let length: u8 = if is_run { item.parse().unwrap_or(u8::MAX) } else { 1 };
        if !is_run && column < width && !put(column, first) {
            return Err((at, format!("{letters} or a number of empty squares")));
        }
        if length > width - column {
            return Err((at, too_long()));
        }
        column += length;
        rest = tail;
    }
    if column < width { Err((text.len(), too_long())) } else { Ok(()) }
}

/// The number of digits at the start of the text.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}
