//! Text to moves.

use board_engine::NotationError;

use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::{Layout, Squares};
use crate::moves::Move;
use crate::names::{Cursor, Naming};
use crate::notation::written::{Written, any_route, is_subsequence, squares_fit};
use crate::notation::{PASS, explain, fen, write};
use crate::rules::Names;
use crate::variant::Variant;

/// The most squares that a written move may have: more than there are pieces to take on any board.
const SQUARES_MAX: usize = 128;

/// The legal move that `text` means.
pub(super) fn parse_move<V: Variant>(
    position: &AnalysisPosition<V>,
    text: &str,
) -> Result<MoveOf<V>, NotationError> {
    let mut legal = Vec::with_capacity(generator::USUAL_COUNT);
    generator::list::<V>(position, &mut legal);
    parse_among::<V>(position, &legal, text)
}

/// The same where the legal moves are known, without a pass.
pub(super) fn parse_among<V: Variant>(
    position: &AnalysisPosition<V>,
    legal: &[MoveOf<V>],
    text: &str,
) -> Result<MoveOf<V>, NotationError> {
    if const { generator::passes::<V>() } && text.trim().eq_ignore_ascii_case(PASS) {
        let refused = || refused::<V>(position, text, "a side that has a move must play".into());
        return if legal.is_empty() { Ok(Move::PASS) } else { Err(refused()) };
    }
    let written = read_squares(Layout::<V>::SQUARES, text, Naming::Own)?;
    let fits = |mv: &&MoveOf<V>| is_meant::<V>(position, **mv, &written);
    let mut candidates = legal.iter().filter(fits);
    match (candidates.next(), candidates.next()) {
        (Some(&mv), None) => Ok(mv),
        (Some(&first), Some(&second)) => {
            let all: Vec<_> = [first, second].into_iter().chain(candidates.copied()).collect();
            choose::<V>(position, text, &written, &all, legal)
        }
        (None, _) => {
            Err(refused::<V>(position, text, explain::why::<V>(position, &written, legal)))
        }
    }
}

fn refused<V: Variant>(position: &AnalysisPosition<V>, text: &str, why: String) -> NotationError {
    let position = fen::format_position(Layout::<V>::SQUARES, position);
    NotationError::Refused { text: text.into(), position, why }
}

/// The one of several moves whose whole path is written, or else the one that turns or lands on all squares that are.
fn choose<V: Variant>(
    position: &AnalysisPosition<V>,
    text: &str,
    written: &Written,
    candidates: &[MoveOf<V>],
    legal: &[MoveOf<V>],
) -> Result<MoveOf<V>, NotationError> {
    let only = |fits: &dyn Fn(&[u32]) -> bool| {
        let has_route = |mv: &&MoveOf<V>| {
            any_route::<V>(position, **mv, |legs| fits(&write::squares_of(mv.from(), legs)))
        };
        let mut fitting = candidates.iter().filter(has_route);
        fitting.next().filter(|_| fitting.next().is_none()).copied()
    };
    let is_whole = |landings: &[u32]| landings == written.squares;
    let is_part = |landings: &[u32]| is_subsequence(&written.squares, landings);
    only(&is_whole).or_else(|| only(&is_part)).ok_or_else(|| {
        let texts =
            candidates.iter().map(|&mv| write::format_among::<V>(position, mv, legal)).collect();
        NotationError::Ambiguous { text: text.into(), candidates: texts }
    })
}

/// The text of a move whose squares are named by `naming`, rewritten with the variant's own names; unchanged if it is no
/// move.
pub(super) fn renamed(squares: Squares, text: &str, naming: Naming) -> String {
    let Ok(written) = read_squares(squares, text, naming) else { return text.into() };
    let sign = if written.captures { squares.rules.style.capture } else { '-' };
    let mut renamed = String::with_capacity(write::USUAL_LENGTH);
    write::push_squares(squares, &written.squares, sign, &mut renamed);
    renamed
}

/// Reads squares with signs between them: `32-28`, `28x19`, `c3:e5:c7`, `a3b4`, `3228`.
fn read_squares(squares: Squares, text: &str, naming: Naming) -> Result<Written, NotationError> {
    let mut cursor = Cursor::new(text, naming);
    let mut written = Written { squares: Vec::new(), captures: false };
    let letters = match naming {
        Naming::Own => matches!(squares.rules.style.names, Names::Letters),
        Naming::Letters => true,
        Naming::Numbers(_) => false,
    };
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
            None if !cursor.is_at_end() && (cursor.offset > blank || letters) => {}
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

/// Two digits a square and nothing else: `3228`, `341423`.
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

/// Whether a legal move may be meant.
fn is_meant<V: Variant>(position: &AnalysisPosition<V>, mv: MoveOf<V>, written: &Written) -> bool {
    let (first, last) = (written.squares.first(), written.squares.last());
    if first != Some(&mv.from()) || last != Some(&mv.to()) || mv.is_pass() {
        return false;
    }
    if !mv.is_capture() {
        return written.squares.len() == 2 && !written.captures;
    }
    written.squares.len() == 2 || squares_fit::<V>(position, mv, &written.squares)
}
