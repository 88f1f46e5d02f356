//! Boards as text, row by row, after the first field of chess's Forsyth–Edwards notation.
//!
//! The rows stand from top to bottom with `/` between them. A letter is a piece, and a number is a run of so many
//! empty squares: `3/1x1/3`.

use crate::{NotationError, Place, push_number};

/// The text of a board of `width` columns and `height` rows on which the piece `letter(place)` stands.
pub fn format_rows(width: u8, height: u8, letter: impl Fn(Place) -> Option<char>) -> String {
    // A character for each square and each end of a row is enough; the caller may add who is to move.
    let mut text = String::with_capacity(usize::from(height) * (usize::from(width) + 1) + 1);
    for row in 0..height {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for column in 0..width {
            let Some(letter) = letter(Place { column, row }) else {
                empty += 1;
                continue;
            };
            flush(&mut empty, &mut text);
            text.push(letter);
        }
        flush(&mut empty, &mut text);
    }
    text
}

/// Writes the run of empty squares that ends here.
fn flush(empty: &mut u8, text: &mut String) {
    if *empty > 0 {
        push_number(usize::from(*empty), text);
        *empty = 0;
    }
}

/// Reads the rows that `text` begins with, up to the byte `end`, and calls `put` with each letter and its place, from
/// the top left, row by row. `put` says whether it knows the letter; `letters` names those that it knows: "x, o".
///
/// # Errors
/// [`NotationError::Malformed`] if the rows don't fill the board of `width` columns and `height` rows exactly.
///
/// # Panics
/// If `end` is not a character boundary of `text`.
pub fn parse_rows(
    text: &str,
    end: usize,
    [width, height]: [u8; 2],
    letters: &str,
    mut put: impl FnMut(Place, char) -> bool,
) -> Result<(), NotationError> {
    let expected = |offset, what: String| NotationError::malformed_position(text, offset, what);
    let (board, _) = text.split_at(end);
    let mut offset = 0;
    let mut rows = 0..height;
    for text in board.split('/') {
        let Some(row) = rows.next() else {
            return Err(expected(offset, format!("the end of {height} rows")));
        };
        parse_row(text, width, letters, |column, letter| put(Place { column, row }, letter))
            .map_err(|(at, what)| expected(offset + at, what))?;
        offset += text.len() + 1;
    }
    if !rows.is_empty() {
        let count = usize::from(height) - rows.len();
        return Err(expected(offset - 1, format!("{height} rows, but there are {count}")));
    }
    Ok(())
}

/// Reads one row; the error is the offset with what should stand there.
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

/// The number of digits that the text begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}
