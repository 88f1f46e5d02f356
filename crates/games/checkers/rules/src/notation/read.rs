//! Parses moves.

use board_engine::{NotationError, Word, plain_signs};

use super::text_rules::TextRules;
use super::write::{self, Written, any_route, is_subsequence, squares_fit};
use super::{PASS, explain, fen};
use crate::generator::{READING_LANDINGS_MAX, USUAL_COUNT};
use crate::layout::Squares;
use crate::names::{Cursor, Naming};
use crate::position::{Move, Position};

/// Maximum number of squares in a written move, more than the number of pieces to capture on any board.
const SQUARES_MAX: usize = 128;

/// Maximum number of moves to list in a message about an ambiguous move.
const CANDIDATES_MAX: usize = 6;

/// The legal move that `text` represents.
pub(super) fn parse_move<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    text: &str,
) -> Result<Move<W>, NotationError> {
    let mut legal = Vec::with_capacity(USUAL_COUNT);
    rules.moves.list(position, &mut legal);
    parse_among(rules, position, &legal, text)
}

/// Like [`parse_move`], given the legal moves and without passes.
pub(super) fn parse_among<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    legal: &[Move<W>],
    text: &str,
) -> Result<Move<W>, NotationError> {
    if rules.passes() && text.trim().eq_ignore_ascii_case(PASS) {
        let refused =
            || refusal(rules, position, text, "a side with a legal move can't pass".into());
        return if legal.is_empty() { Ok(Move::PASS) } else { Err(refused()) };
    }
    let written = read_squares(rules.squares, text, Naming::Own)?;
    let is_along = |mv: &&Move<W>| rules.moves.has_route_along(position, **mv, &written.squares);
    let has_these_ends = |mv: &&Move<W>| has_ends_of(**mv, &written);
    let with_these_ends: Vec<_> = legal.iter().filter(has_these_ends).copied().collect();
    if let Some(&mv) = with_these_ends.iter().find(is_along) {
        return Ok(mv);
    }
    let left = &mut { READING_LANDINGS_MAX };
    let mut fits = |mv: &&Move<W>| is_meant(rules, position, **mv, &written, left);
    let candidates: Vec<_> = with_these_ends.iter().filter(&mut fits).copied().collect();
    match candidates[..] {
        [mv] => Ok(mv),
        [] => Err(refusal(
            rules,
            position,
            text,
            explain::why(rules, position, &written, legal, left),
        )),
        _ => choose(rules, position, text, &written, &candidates, legal, left),
    }
}

fn refusal<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    text: &str,
    why: String,
) -> NotationError {
    let position = fen::format_position(rules.squares, position);
    NotationError::Refused { text: text.into(), position, why }
}

/// The only move among `candidates` that turns or lands on all written squares. `left` is the number of landings that
/// may be tried.
fn choose<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    text: &str,
    written: &Written,
    candidates: &[Move<W>],
    legal: &[Move<W>],
    left: &mut u32,
) -> Result<Move<W>, NotationError> {
    let has_route = |mv: &&Move<W>| {
        any_route(rules, position, **mv, left, |legs| {
            is_subsequence(&written.squares, &write::squares_of(mv.from(), legs))
        })
    };
    let mut fitting = candidates.iter().filter(has_route);
    if let (Some(&mv), None) = (fitting.next(), fitting.next()) {
        return Ok(mv);
    }
    let listed = candidates.iter().take(CANDIDATES_MAX);
    let candidates = listed.map(|&mv| write::format_among(rules, position, mv, legal)).collect();
    Err(NotationError::Ambiguous { text: text.into(), candidates })
}

/// Rewrites a move with squares named by `naming` in the variant's own names; other strings stay unchanged.
pub(super) fn rename(squares: Squares, text: &str, naming: Naming) -> String {
    let Ok(written) = read_squares(squares, text, naming) else { return text.into() };
    let sign = if written.captures { squares.rules.style.capture } else { '-' };
    let mut renamed = String::with_capacity(write::USUAL_LENGTH);
    write::push_squares(squares, &written.squares, sign, &mut renamed);
    renamed
}

/// Parses squares, with or without signs between them: `32-28`, `28x19`, `c3:e5:c7`, `a3b4`, `3228`. Typographic signs
/// are also accepted.
fn read_squares(squares: Squares, text: &str, naming: Naming) -> Result<Written, NotationError> {
    let plain = plain_signs(text);
    let text = &*plain;
    let mut cursor = Cursor::new(text, naming);
    let mut written = Written { squares: Vec::new(), captures: false };
    if let Some(squares) = read_glued(squares, text, naming) {
        return Ok(Written { squares, captures: false });
    }
    loop {
        cursor.skip_blanks();
        let expected = || NotationError::malformed_move(text, cursor.offset, squares.expected());
        let square = cursor.clone().square(squares).ok_or_else(expected)?;
        cursor.square(squares);
        written.squares.push(square);
        let blank = cursor.offset;
        cursor.skip_blanks();
        if cursor.is_at_end() && written.squares.len() >= 2 {
            return Ok(written);
        }
        match cursor.eat(b"x:*-") {
            Some(b'-') => {}
            Some(_) => written.captures = true,
            None if cursor.offset > blank && !cursor.is_at_end() => {}
            // A letter begins the next square.
            None if cursor.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) => {}
            None => {
                return Err(NotationError::malformed_move(
                    text,
                    cursor.offset,
                    "- or x and a square",
                ));
            }
        }
        if written.squares.len() == SQUARES_MAX {
            return Err(NotationError::malformed_move(text, cursor.offset, "the end of the move"));
        }
    }
}

/// Parses squares with two digits each, without signs: `3228`, `341423`.
fn read_glued(squares: Squares, text: &str, naming: Naming) -> Option<Vec<u32>> {
    let digits = text.trim().as_bytes();
    let fits =
        digits.len() >= 4 && digits.len().is_multiple_of(2) && digits.len() <= 2 * SQUARES_MAX;
    if !fits || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number =
        |pair: &[u8]| pair.iter().fold(0, |number, digit| number * 10 + usize::from(digit - b'0'));
    digits.chunks(2).map(|pair| naming.bit(squares, number(pair))).collect()
}

/// Returns `true` if a legal move starts and ends as written, and if it is not a capture unless the written move allows
/// captures.
fn has_ends_of<W: Word>(mv: Move<W>, written: &Written) -> bool {
    let (first, last) = (written.squares.first(), written.squares.last());
    let is_step = written.squares.len() == 2 && !written.captures;
    first == Some(&mv.from())
        && last == Some(&mv.to())
        && !mv.is_pass()
        && (mv.is_capture() || is_step)
}

/// Returns `true` if this move, which has the written ends, also matches the rest of the written move. `left` is the
/// number of landings that may be tried.
fn is_meant<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    mv: Move<W>,
    written: &Written,
    left: &mut u32,
) -> bool {
    written.squares.len() == 2 || squares_fit(rules, position, mv, &written.squares, left)
}
