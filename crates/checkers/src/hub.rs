//! Positions and moves as the Hub protocol writes them (Scan 3.1, `protocol.txt`).
//!
//! A position is whose turn it is and one letter per square in the order of their numbers: `w` and `b` men, `W` and `B`
//! kings, `e` nothing. A move is `32-28`, or `28x19x23`: from, to, and what is taken, in any order.

use board_engine::{Bitboard, Color, NotationError, Piece};

use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::Layout;
use crate::names::{Cursor, Naming};
use crate::position::{Position, Role};
use crate::variant::Variant;

/// The position's text: `W` and then a letter per square.
pub fn format_position<V: Variant>(position: &AnalysisPosition<V>) -> String {
    let piece = |number| Layout::<V>::bit_of_number(number).and_then(|bit| position.piece_on(bit));
    let letter = |number| piece(number).map_or('e', letter);
    std::iter::once(position.turn.letter())
        .chain((1..=Layout::<V>::SQUARE_COUNT).map(letter))
        .collect()
}

/// The letter of a piece.
const fn letter(piece: Piece<Role>) -> char {
    match (piece.color, piece.role) {
        (Color::White, Role::Man) => 'w',
        (Color::White, Role::King) => 'W',
        (Color::Black, Role::Man) => 'b',
        (Color::Black, Role::King) => 'B',
    }
}

/// The piece of a letter.
fn piece_of(letter: char) -> Option<Piece<Role>> {
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| [Role::Man, Role::King].map(|role| Piece::new(color, role)));
    pieces.into_iter().find(|&piece| self::letter(piece) == letter)
}

/// The position of a text. Counters of draw rules are zero.
///
/// # Errors
/// [`NotationError::Malformed`] if a letter is wrong, missing or too much, [`NotationError::Impossible`] if nobody can
/// play from it.
pub fn parse_position<V: Variant>(text: &str) -> Result<AnalysisPosition<V>, NotationError> {
    let malformed =
        |offset, expected: &str| NotationError::malformed_position(text, offset, expected);
    let mut letters = text.char_indices();
    let turn = match letters.next() {
        Some((_, 'W' | 'w')) => Color::White,
        Some((_, 'B' | 'b')) => Color::Black,
        _ => return Err(malformed(0, "W or B, whose turn it is")),
    };
    let mut position = Position::empty(turn);
    for number in 1..=Layout::<V>::SQUARE_COUNT {
        let (offset, letter) =
            letters.next().ok_or_else(|| malformed(text.len(), "a letter for each square"))?;
        match (letter, piece_of(letter), Layout::<V>::bit_of_number(number)) {
            ('e', ..) => {}
            (_, Some(piece), Some(bit)) => position.put(bit, piece),
            _ => return Err(malformed(offset, "w, b, W, B or e")),
        }
    }
    if let Some((offset, _)) = letters.next() {
        return Err(malformed(offset, "the end of the position"));
    }
    match crate::notation::impossible::<V>(&position) {
        Some(why) => Err(NotationError::Impossible { text: text.into(), why }),
        None => Ok(position),
    }
}

/// The text of a legal move.
pub fn format_move<V: Variant>(mv: MoveOf<V>) -> String {
    let number = |bit| Layout::<V>::number(bit).unwrap_or_default();
    if !mv.is_capture() {
        return format!("{}-{}", number(mv.from()), number(mv.to()));
    }
    let mut taken: Vec<usize> = mv.taken().into_iter().map(number).collect();
    taken.sort_unstable();
    let squares = [number(mv.from()), number(mv.to())].into_iter().chain(taken);
    squares.map(|square| square.to_string()).collect::<Vec<_>>().join("x")
}

/// The legal move of a text.
///
/// # Errors
/// [`NotationError::Malformed`] if the text is no move, [`NotationError::Refused`] if no legal move is written so.
pub fn parse_move<V: Variant>(
    position: &AnalysisPosition<V>,
    text: &str,
) -> Result<MoveOf<V>, NotationError> {
    let mut cursor = Cursor::new(text, Naming::Own);
    let mut squares = Vec::new();
    loop {
        let number = cursor.number(3).and_then(Layout::<V>::bit_of_number);
        let expected = format!("a square from 1 to {}", Layout::<V>::SQUARE_COUNT);
        squares.push(
            number.ok_or_else(|| NotationError::malformed_move(text, cursor.offset, expected))?,
        );
        if cursor.is_at_end() {
            break;
        }
        if cursor.eat(b"-x").is_none() || squares.len() > Layout::<V>::SQUARE_COUNT {
            return Err(NotationError::malformed_move(text, cursor.offset, "- or x"));
        }
    }
    let &[from, to, ref taken @ ..] = squares.as_slice() else {
        return Err(NotationError::malformed_move(text, cursor.offset, "- or x and a square"));
    };
    let taken: Bitboard<V::Word> = taken.iter().copied().collect();
    let mut moves = Vec::new();
    generator::list::<V>(position, &mut moves);
    let found =
        moves.into_iter().find(|mv| mv.from() == from && mv.to() == to && mv.taken() == taken);
    found.ok_or_else(|| NotationError::Refused {
        text: text.into(),
        position: format_position::<V>(position),
        why: "no legal move has this start, end and captured pieces".into(),
    })
}
