//! Positions and moves in the Hub protocol (Scan 3.1, `protocol.txt`).
//!
//! A position consists of the side to move and one letter per square in numerical order: `w` and `b` for men, `W` and
//! `B` for kings, `e` for empty. A move is written as `32-28`, or as `28x19x23`: start, target, and the captured
//! squares in any order.

use board_engine::{Bitboard, Color, NotationError, Piece, Word};

use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::{Layout, Squares};
use crate::names::{Cursor, Naming};
use crate::notation::impossible;
use crate::position::{Move, Position, Role};
use crate::variant::Variant;

/// A position in Hub notation: the side to move, such as `W`, and then a letter per square.
pub fn format_position<V: Variant>(position: &AnalysisPosition<V>) -> String {
    format(Layout::<V>::SQUARES, position)
}

fn format<W: Word>(squares: Squares, position: &Position<W>) -> String {
    let piece = |number| squares.bit_of_number(number).and_then(|bit| position.piece_on(bit));
    let letter = |number| piece(number).map_or('e', letter);
    std::iter::once(position.turn.letter()).chain((1..=squares.count()).map(letter)).collect()
}

/// The letter for a piece.
const fn letter(piece: Piece<Role>) -> char {
    match (piece.color, piece.role) {
        (Color::White, Role::Man) => 'w',
        (Color::White, Role::King) => 'W',
        (Color::Black, Role::Man) => 'b',
        (Color::Black, Role::King) => 'B',
    }
}

/// The piece for a letter.
fn piece_of(letter: char) -> Option<Piece<Role>> {
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| [Role::Man, Role::King].map(|role| Piece::new(color, role)));
    pieces.into_iter().find(|&piece| self::letter(piece) == letter)
}

/// Parses a position. The position's draw counters are zero.
///
/// # Errors
/// [`NotationError::Malformed`] if a letter is wrong, missing or extra,
/// [`NotationError::Impossible`] if the position is not playable.
pub fn parse_position<V: Variant>(text: &str) -> Result<AnalysisPosition<V>, NotationError> {
    parse(Layout::<V>::SQUARES, text)
}

fn parse<W: Word>(squares: Squares, text: &str) -> Result<Position<W>, NotationError> {
    let malformed =
        |offset, expected: &str| NotationError::malformed_position(text, offset, expected);
    let mut letters = text.char_indices();
    let turn = match letters.next() {
        Some((_, 'W' | 'w')) => Color::White,
        Some((_, 'B' | 'b')) => Color::Black,
        _ => return Err(malformed(0, "the side to move, W or B")),
    };
    let mut position = Position::empty(turn);
    for number in 1..=squares.count() {
        let (offset, letter) =
            letters.next().ok_or_else(|| malformed(text.len(), "a letter for each square"))?;
        match (letter, piece_of(letter), squares.bit_of_number(number)) {
            ('e', ..) => {}
            (_, Some(piece), Some(bit)) => position.put(bit, piece),
            _ => return Err(malformed(offset, "w, b, W, B or e")),
        }
    }
    if let Some((offset, _)) = letters.next() {
        return Err(malformed(offset, "the end of the position"));
    }
    match impossible(squares, &position) {
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
        None => Ok(position),
    }
}

/// A legal move in Hub notation.
pub fn format_move<V: Variant>(mv: MoveOf<V>) -> String {
    format_move_of(Layout::<V>::SQUARES, mv)
}

fn format_move_of<W: Word>(squares: Squares, mv: Move<W>) -> String {
    let number = |bit| squares.number(bit).unwrap_or_default();
    if !mv.is_capture() {
        return format!("{}-{}", number(mv.from()), number(mv.to()));
    }
    let mut taken: Vec<usize> = mv.taken().into_iter().map(number).collect();
    taken.sort_unstable();
    let numbers = [number(mv.from()), number(mv.to())].into_iter().chain(taken);
    numbers.map(|square| square.to_string()).collect::<Vec<_>>().join("x")
}

/// Parses a legal move.
///
/// # Errors
/// [`NotationError::Malformed`] if the string is not a move, [`NotationError::Refused`] if it doesn't match any legal
/// move.
pub fn parse_move<V: Variant>(
    position: &AnalysisPosition<V>,
    text: &str,
) -> Result<MoveOf<V>, NotationError> {
    let mut moves = Vec::new();
    generator::list::<V>(position, &mut moves);
    parse_move_among(Layout::<V>::SQUARES, position, &moves, text)
}

fn parse_move_among<W: Word>(
    squares: Squares,
    position: &Position<W>,
    legal: &[Move<W>],
    text: &str,
) -> Result<Move<W>, NotationError> {
    let mut cursor = Cursor::new(text, Naming::Own);
    let mut written = Vec::new();
    loop {
        let number = cursor.number(3).and_then(|number| squares.bit_of_number(number));
        let expected = format!("a square from 1 to {}", squares.count());
        written.push(
            number.ok_or_else(|| NotationError::malformed_move(text, cursor.offset, expected))?,
        );
        if cursor.is_at_end() {
            break;
        }
        if cursor.eat(b"-x").is_none() || written.len() > squares.count() {
            return Err(NotationError::malformed_move(text, cursor.offset, "- or x"));
        }
    }
    let &[from, to, ref taken @ ..] = written.as_slice() else {
        return Err(NotationError::malformed_move(text, cursor.offset, "- or x and a square"));
    };
    let taken: Bitboard<W> = taken.iter().copied().collect();
    let found =
        legal.iter().copied().find(|mv| mv.from() == from && mv.to() == to && mv.taken() == taken);
    found.ok_or_else(|| NotationError::Refused {
        text: text.into(),
        position: format(squares, position),
        why: "no legal move has this start, end and captured pieces".into(),
    })
}
