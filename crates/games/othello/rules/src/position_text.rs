//! Positions as text, in the form used in problem collections (OBF, Edax).
//!
//! One character per square, row by row from a1: `X` is a black disc, `O` a white disc, `-` an empty square. After a
//! space, `X` or `O` gives the side to move: `---------------------------OX------XO--------------------------- X`.
//!
//! The parser also accepts lower case, `*`, `B` and `b` for Black, `W`, `w` and `0` for White, `.` and `_` for empty
//! squares, spaces and `/` between rows, and a `;` at the end. Any arrangement of discs can be a starting position.

use board_engine::{Bitboard, NotationError, Seat};

use crate::Othello;
use crate::position::Position;

pub(crate) fn format(game: &Othello, position: &Position) -> String {
    let [black, white] = [Seat::FIRST, Seat::SECOND].map(|seat| position.discs(seat));
    let mut text = String::with_capacity(66);
    for bit in game.squares() {
        text.push(match (black.contains(bit), white.contains(bit)) {
            (true, _) => letter(Seat::FIRST),
            (_, true) => letter(Seat::SECOND),
            _ => '-',
        });
    }
    text.push(' ');
    text.push(letter(position.mover()));
    text
}

pub(crate) const fn letter(seat: Seat) -> char {
    if seat.index() == 0 { 'X' } else { 'O' }
}

/// The meaning of one character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbol {
    Disc(Seat),
    Empty,
    /// A separator without meaning.
    Space,
    End,
    Unknown,
}

const fn symbol(letter: char) -> Symbol {
    match letter {
        'X' | 'x' | '*' | 'B' | 'b' => Symbol::Disc(Seat::FIRST),
        'O' | 'o' | '0' | 'W' | 'w' => Symbol::Disc(Seat::SECOND),
        '-' | '.' | '_' => Symbol::Empty,
        ' ' | '\t' | '\r' | '\n' | '/' => Symbol::Space,
        ';' => Symbol::End,
        _ => Symbol::Unknown,
    }
}

pub(crate) fn parse(game: &Othello, text: &str) -> Result<Position, NotationError> {
    let expected = |offset, what: &str| Err(NotationError::malformed_position(text, offset, what));
    let mut discs = [Bitboard::EMPTY; 2];
    let symbols = text.char_indices().map(|(offset, letter)| (offset, symbol(letter)));
    let mut symbols = symbols.filter(|&(_, symbol)| symbol != Symbol::Space);
    for bit in game.squares() {
        match symbols.next() {
            Some((_, Symbol::Empty)) => {}
            Some((_, Symbol::Disc(seat))) => discs[seat.index()] |= Bitboard::single(bit),
            Some((offset, _)) => return expected(offset, "X, O or - for a square"),
            None => {
                let count = game.squares().count();
                return expected(
                    text.len(),
                    &format!("{count} squares, each X, O or -, and the side to move"),
                );
            }
        }
    }
    let mover = match symbols.next() {
        Some((_, Symbol::Disc(seat))) => seat,
        Some((offset, _)) => return expected(offset, "the side to move, X or O"),
        None => return expected(text.len(), "the side to move, X or O"),
    };
    match symbols.find(|&(_, symbol)| symbol != Symbol::End) {
        None => Ok(Position::new(discs.map(|discs| discs.0), mover)),
        Some((offset, _)) => expected(offset, "the end"),
    }
}
