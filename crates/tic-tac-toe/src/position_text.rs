//! Positions as text, after the manner of chess's Forsyth–Edwards notation.
//!
//! The rows stand from top to bottom with `/` between them; `x` and `o` are stones and a number is a run of so many
//! empty squares. After a blank, `x` or `o` says who is to move: `3/1x1/3 o`. Upper case is read too.

use board_engine::{Bitboard, NotationError, Place, Seat, Word, format_rows, parse_rows};

use crate::position::other;
use crate::{MnkGame, Position};

pub(crate) fn format<W: Word>(game: &MnkGame<W>, position: &Position<W>) -> String {
    let stone = |place| {
        let bit = bit(game, place);
        Seat::all(2).find(|&seat| position.stones(seat).contains(bit)).map(letter)
    };
    format!("{} {}", format_rows(game.width(), game.height(), stone), letter(position.mover()))
}

fn bit<W: Word>(game: &MnkGame<W>, place: Place) -> u32 {
    u32::from(place.row) * game.stride() + u32::from(place.column)
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
    let mut stones = [Bitboard::EMPTY; 2];
    parse_rows(text, board.len(), [game.width(), game.height()], "x, o", |place, letter| {
        let seat = match letter {
            'x' | 'X' => Seat::FIRST,
            'o' | 'O' => Seat::SECOND,
            _ => return false,
        };
        stones[seat.index()] |= Bitboard::single(bit(game, place));
        true
    })?;
    let position = Position::new(stones, mover);
    match objection(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
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
