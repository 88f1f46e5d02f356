//! Positions as text, after the manner of chess's Forsyth–Edwards notation.
//!
//! The rows stand from top to bottom with `/` between them; `r` and `y` are discs and a number is a run of so many
//! empty squares. After a blank, `r` or `y` says who is to move: `7/7/7/7/7/3r3 y`. Upper case is read too.

use board_engine::{Bitboard, NotationError, Seat, Word, format_rows, parse_rows};

use crate::{ConnectGame, Position};

pub(crate) fn format<W: Word>(game: &ConnectGame<W>, position: &Position<W>) -> String {
    let disc = |place| {
        let bit = game.bit(place);
        Seat::all(2).find(|&seat| position.discs(seat).contains(bit)).map(letter)
    };
    let mut text = format_rows(game.width(), game.height(), disc);
    text.push(' ');
    text.push(letter(position.mover()));
    text
}

const fn letter(seat: Seat) -> char {
    if seat.index() == 0 { 'r' } else { 'y' }
}

const fn name(seat: Seat) -> &'static str {
    if seat.index() == 0 { "Red" } else { "Yellow" }
}

/// The seat that this letter stands for.
const fn seat_of(letter: char) -> Option<Seat> {
    match letter {
        'r' | 'R' => Some(Seat::FIRST),
        'y' | 'Y' => Some(Seat::SECOND),
        _ => None,
    }
}

pub(crate) fn parse<W: Word>(
    game: &ConnectGame<W>,
    text: &str,
) -> Result<Position<W>, NotationError> {
    let expected = |offset, what: &str| NotationError::malformed_position(text, offset, what);
    let (board, side) = text
        .trim_end()
        .rsplit_once(' ')
        .ok_or_else(|| expected(text.len(), "a blank and the side to move, r or y"))?;
    let mut letters = side.chars();
    let mover = letters.next().and_then(seat_of).filter(|_| letters.next().is_none());
    let mover = mover.ok_or_else(|| expected(board.len() + 1, "the side to move, r or y"))?;
    let mut discs = [Bitboard::EMPTY; 2];
    parse_rows(text, board.len(), [game.width(), game.height()], "r, y", |place, letter| {
        let seat = seat_of(letter);
        if let Some(seat) = seat {
            discs[seat.index()] |= Bitboard::single(game.bit(place));
        }
        seat.is_some()
    })?;
    let position = Position::new(discs, mover);
    match objection(game, &position) {
        None => Ok(position),
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
    }
}

/// Why no game can come to this position, by what is seen at a glance; `None` if nothing speaks against it.
fn objection<W: Word>(game: &ConnectGame<W>, position: &Position<W>) -> Option<String> {
    let [red, yellow] = [Seat::FIRST, Seat::SECOND].map(|seat| position.discs(seat).count());
    if red != yellow && red != yellow + 1 {
        let rule = "but Red starts: as many as Yellow or one more";
        return Some(format!("Red has {red} and Yellow has {yellow}, {rule}"));
    }
    let next = if red == yellow { Seat::FIRST } else { Seat::SECOND };
    if position.mover() != next {
        let next = name(next);
        return Some(format!("Red has {red} and Yellow has {yellow}, so {next} is to move"));
    }
    // A disc above the foot of its column with nothing below it.
    let occupied = position.occupied();
    let hanging = occupied - occupied.shifted(1) - game.feet();
    if let Some(bit) = hanging.first() {
        return Some(format!("nothing lies below the disc on {}", game.name_of(bit)));
    }
    let last = position.last_mover();
    let winner = |seat| game.has_line_in(position.discs(seat));
    if winner(last.opponent()) {
        return Some(format!(
            "{} has a line but did not drop the last disc",
            name(last.opponent())
        ));
    }
    if winner(last) && !one_disc_completes(game, position) {
        let winner = name(last);
        return Some(format!("{winner} has several lines, and no last disc completes them all"));
    }
    None
}

/// Whether there is a disc on top of its column without which there is no line: the last one that was dropped.
fn one_disc_completes<W: Word>(game: &ConnectGame<W>, position: &Position<W>) -> bool {
    let discs = position.discs(position.last_mover());
    let on_top = discs - position.occupied().shifted(-1);
    on_top.into_iter().any(|bit| !game.has_line_in(discs - Bitboard::single(bit)))
}
