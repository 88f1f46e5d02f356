//! Positions as text, after the manner of chess's Forsyth–Edwards notation.
//!
//! The rows stand from top to bottom with `/` between them; `x`, `o` and, with three seats, `z` are stones and a number is
//! a run of so many empty squares. After a blank, one of these letters says who is to move: `3/1x1/3 o`. Upper case is
//! read too.

use board_engine::{
    Bitboard, NotationError, Place, SEATS_MAX, Seat, Word, format_rows, parse_rows,
};

use crate::{MnkRules, Stones};

pub(crate) fn format<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    position: &Stones<W, SEATS>,
) -> String {
    let stone = |place| {
        let bit = bit(game, place);
        Seat::all(SEATS).find(|&seat| position.stones(seat).contains(bit)).map(letter)
    };
    let mut text = format_rows(game.width(), game.height(), stone);
    text.push(' ');
    text.push(letter(position.mover()));
    text
}

fn bit<W: Word, const SEATS: usize>(game: &MnkRules<W, SEATS>, place: Place) -> u32 {
    u32::from(place.row) * game.stride() + u32::from(place.column)
}

/// The letters of the seats.
const LETTERS: [char; SEATS_MAX] = ['x', 'o', 'z', 'a', 'b', 'c', 'd', 'e'];

/// The letter of a seat's stones.
pub(crate) const fn letter(seat: Seat) -> char {
    LETTERS[seat.index()]
}

/// What people call a seat.
pub(crate) fn name(seat: Seat) -> String {
    letter(seat).to_ascii_uppercase().into()
}

/// The seat of so many whose letter this is.
fn seat_of(letter: char, seats: usize) -> Option<Seat> {
    Seat::all(seats).find(|&seat| self::letter(seat) == letter.to_ascii_lowercase())
}

pub(crate) fn parse<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    text: &str,
) -> Result<Stones<W, SEATS>, NotationError> {
    let letters = list(Seat::all(SEATS).map(|seat| letter(seat).into()), "or");
    let expected = |offset, what: String| NotationError::malformed_position(text, offset, what);
    let (board, side) = text
        .trim_end()
        .rsplit_once(' ')
        .ok_or_else(|| expected(text.len(), format!("a blank and the side to move, {letters}")))?;
    let mut signs = side.chars();
    let mover =
        signs.next().and_then(|sign| seat_of(sign, SEATS)).filter(|_| signs.next().is_none());
    let mover =
        mover.ok_or_else(|| expected(board.len() + 1, format!("the side to move, {letters}")))?;
    let mut stones = [Bitboard::EMPTY; SEATS];
    let stone_letters: Vec<String> = Seat::all(SEATS).map(|seat| letter(seat).into()).collect();
    let size = [game.width(), game.height()];
    parse_rows(text, board.len(), size, &stone_letters.join(", "), |place, letter| {
        let seat = seat_of(letter, SEATS);
        if let Some(seat) = seat {
            stones[seat.index()] |= Bitboard::single(bit(game, place));
        }
        seat.is_some()
    })?;
    let position = Stones::new(stones, mover);
    match objection(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}

/// "x, o or z".
fn list(words: impl Iterator<Item = String>, last_sign: &str) -> String {
    let mut words: Vec<String> = words.collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} {last_sign} {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Why no game can come to this position; `None` if one can.
fn objection<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    position: &Stones<W, SEATS>,
) -> Option<String> {
    let count = |seat| position.stones(seat).count();
    let counts =
        list(Seat::all(SEATS).map(|seat| format!("{} has {}", name(seat), count(seat))), "and");
    let least = Seat::all(SEATS).map(count).min().unwrap_or(0);
    // Those that have put one more stone in this round come before those that haven't.
    let next = Seat::all(SEATS).find(|&seat| count(seat) == least).unwrap_or(Seat::FIRST);
    let has_put = |seat: Seat| least + u32::from(seat < next);
    if Seat::all(SEATS).any(|seat| count(seat) != has_put(seat)) {
        return Some(format!("{counts}, but they take turns and X starts"));
    }
    if position.mover() != next {
        return Some(format!("{counts}, so {} is to move", name(next)));
    }
    let last = position.last_mover();
    let mut others = Seat::all(SEATS).filter(|&seat| seat != last);
    if let Some(winner) = others.find(|&seat| game.has_line(position, seat)) {
        return Some(format!("{} has a line but did not put the last stone", name(winner)));
    }
    let stones = position.stones(last);
    if game.has_line_in(stones) && !one_stone_completes(game, stones) {
        let winner = name(last);
        return Some(format!("{winner} has several lines, and no single stone completes them all"));
    }
    None
}

/// Whether there is a stone without which there is no line: the last one that was put.
fn one_stone_completes<W: Word, const SEATS: usize>(
    game: &MnkRules<W, SEATS>,
    stones: Bitboard<W>,
) -> bool {
    stones.into_iter().any(|bit| !game.has_line_in(stones - Bitboard::single(bit)))
}
