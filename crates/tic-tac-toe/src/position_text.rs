//! Positions as text, after the manner of chess's Forsyth–Edwards notation.
//!
//! The rows stand from top to bottom with `/` between them; `x` and `o` are stones and a number is a run of so many
//! empty squares. After a blank, `x` or `o` says who is to move: `3/1x1/3 o`. Upper case is read too.

use board_engine::{Bitboard, NotationError, Seat, Word};

use crate::position::other;
use crate::{MnkGame, Position};

pub(crate) fn format<W: Word>(game: &MnkGame<W>, position: &Position<W>) -> String {
    let rows: Vec<String> =
        (0..game.height().into()).map(|row| format_row(game, position, row)).collect();
    format!("{} {}", rows.join("/"), letter(position.mover()))
}

fn format_row<W: Word>(game: &MnkGame<W>, position: &Position<W>, row: u32) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for column in 0..game.width().into() {
        let bit = row * game.stride() + column;
        let Some(seat) = Seat::all(2).find(|&seat| position.stones(seat).contains(bit)) else {
            empty += 1;
            continue;
        };
        flush(&mut empty, &mut text);
        text.push(letter(seat));
    }
    flush(&mut empty, &mut text);
    text
}

/// Writes the run of empty squares that ends here.
fn flush(empty: &mut u32, text: &mut String) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

const fn letter(seat: Seat) -> char {
    if seat.index() == 0 { 'x' } else { 'o' }
}

pub(crate) fn parse<W: Word>(game: &MnkGame<W>, text: &str) -> Result<Position<W>, NotationError> {
    let expected = |offset, what: &str| NotationError::malformed_position(text, offset, what);
    let (board, side) = text
        .trim_end()
        .rsplit_once(' ')
        .ok_or_else(|| expected(text.len(), "a blank and the side to move, x or o"))?;
    let mover = match side {
        "x" | "X" => Seat::FIRST,
        "o" | "O" => Seat::SECOND,
        _ => return Err(expected(board.len() + 1, "the side to move, x or o")),
    };
    let mut reader = Reader { game, text, offset: 0, stones: [Bitboard::EMPTY; 2] };
    reader.read_rows(board)?;
    let position = Position::new(reader.stones, mover);
    match objection(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}

/// Reads the rows of a board.
#[derive(Debug)]
struct Reader<'a, W: Word> {
    game: &'a MnkGame<W>,
    text: &'a str,
    /// Where the next row begins, in bytes.
    offset: usize,
    stones: [Bitboard<W>; 2],
}

impl<W: Word> Reader<'_, W> {
    fn read_rows(&mut self, board: &str) -> Result<(), NotationError> {
        let height = u32::from(self.game.height());
        let mut count = 0;
        for row in board.split('/') {
            if count == height {
                return Err(self.expected(0, format!("the end of {height} rows")));
            }
            self.read_row(row, count)?;
            self.offset += row.len() + 1;
            count += 1;
        }
        if count < height {
            return Err(self.expected(0, format!("{height} rows, but there are {count}")));
        }
        Ok(())
    }

    fn read_row(&mut self, text: &str, row: u32) -> Result<(), NotationError> {
        let width = u32::from(self.game.width());
        let mut column = 0;
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let at = text.len() - rest.len();
            let seat = match first {
                'x' | 'X' => Some(Seat::FIRST),
                'o' | 'O' => Some(Seat::SECOND),
                '1'..='9' => None,
                _ => return Err(self.expected(at, "x, o or a number of empty squares")),
            };
            let after = if seat.is_some() { 1 } else { digits(rest) };
            let (item, tail) = rest.split_at(after);
            let length = if seat.is_some() { 1 } else { item.parse().unwrap_or(u32::MAX) };
            if length > width - column {
                return Err(self.expected(at, format!("a row of {width} squares")));
            }
            if let Some(seat) = seat {
                let bit = row * self.game.stride() + column;
                self.stones[seat.index()] |= Bitboard::single(bit);
            }
            column += length;
            rest = tail;
        }
        if column < width {
            return Err(self.expected(text.len(), format!("a row of {width} squares")));
        }
        Ok(())
    }

    /// The error at this offset in the current row.
    fn expected(&self, offset: usize, what: impl Into<String>) -> NotationError {
        NotationError::malformed_position(self.text, self.offset + offset, what)
    }
}

/// The number of digits that the text begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Why no game can come to this position; `None` if one can.
fn objection<W: Word>(game: &MnkGame<W>, position: &Position<W>) -> Option<String> {
    let [x, o] = [Seat::FIRST, Seat::SECOND].map(|seat| position.stones(seat).count());
    if x != o && x != o + 1 {
        return Some(format!("X has {x} and O has {o}, but X starts: as many as O or one more"));
    }
    let next = if x == o { Seat::FIRST } else { Seat::SECOND };
    if position.mover() != next {
        let name = letter(next).to_ascii_uppercase();
        return Some(format!("X has {x} and O has {o}, so {name} is to move"));
    }
    let last = position.last_mover();
    if game.has_line(position, other(last)) {
        let winner = letter(other(last)).to_ascii_uppercase();
        return Some(format!("{winner} has a line but did not put the last stone"));
    }
    if game.has_line(position, last) && !one_stone_completes(game, position.stones(last)) {
        let winner = letter(last).to_ascii_uppercase();
        return Some(format!("{winner} has several lines, and no single stone completes them all"));
    }
    None
}

/// Whether there is a stone without which there is no line: the last one that was put.
fn one_stone_completes<W: Word>(game: &MnkGame<W>, stones: Bitboard<W>) -> bool {
    stones.into_iter().any(|bit| !game.has_line_in(stones - Bitboard::single(bit)))
}
