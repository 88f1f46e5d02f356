//! Writes moves, and defines the parts of a written move.

use std::ops::ControlFlow;

use board_engine::Word;

use super::PASS;
use super::text_rules::TextRules;
use crate::generator::USUAL_COUNT;
use crate::generator::routes::Leg;
use crate::layout::{DIRECTIONS, Squares};
use crate::position::{Move, Position};

/// The usual maximum length of a written move, in bytes.
pub(super) const USUAL_LENGTH: usize = 8;

/// Appends a legal move in standard notation to `text`.
pub(super) fn push_move<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    mv: Move<W>,
    text: &mut String,
) {
    if !mv.is_capture() {
        return push_quiet(rules.squares, mv, text);
    }
    let mut moves = Vec::with_capacity(USUAL_COUNT);
    rules.moves.list(position, &mut moves);
    push_capture(rules, position, mv, &moves, text);
}

/// Like [`push_move`], given the legal moves.
pub(super) fn push_among<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    mv: Move<W>,
    legal: &[Move<W>],
    text: &mut String,
) {
    if mv.is_capture() {
        push_capture(rules, position, mv, legal, text);
    } else {
        push_quiet(rules.squares, mv, text);
    }
}

/// The standard notation for a move among the legal ones.
pub(super) fn format_among<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    mv: Move<W>,
    legal: &[Move<W>],
) -> String {
    let mut text = String::with_capacity(USUAL_LENGTH);
    push_among(rules, position, mv, legal, &mut text);
    text
}

fn push_quiet<W: Word>(squares: Squares, mv: Move<W>, text: &mut String) {
    if mv.is_pass() {
        text.push_str(PASS);
    } else {
        push_squares(squares, &[mv.from(), mv.to()], '-', text);
    }
}

fn push_capture<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    mv: Move<W>,
    legal: &[Move<W>],
    text: &mut String,
) {
    let sign = rules.squares.rules.style.capture;
    let twin = |other: &Move<W>| *other != mv && other.from() == mv.from() && other.to() == mv.to();
    if legal.iter().any(twin) {
        push_squares(rules.squares, &path(rules, position, mv), sign, text);
    } else {
        push_squares(rules.squares, &[mv.from(), mv.to()], sign, text);
    }
}

/// Writes the names of squares, separated by a sign.
pub(super) fn push_squares(squares: Squares, bits: &[u32], sign: char, text: &mut String) {
    for (index, &bit) in bits.iter().enumerate() {
        if index > 0 {
            text.push(sign);
        }
        squares.push_name(bit, text);
    }
}

/// The bits of the squares that a legal move touches: its start, its turns or the squares behind captured pieces, and
/// its end. If a move has several routes, always returns the same one.
pub(super) fn path<W: Word>(rules: TextRules<W>, position: &Position<W>, mv: Move<W>) -> Vec<u32> {
    let legs = rules.route(position, mv);
    if legs.is_empty() { vec![mv.from(), mv.to()] } else { squares_of(mv.from(), &legs) }
}

/// The squares on a route that starts on `from`.
pub(super) fn squares_of(from: u32, legs: &[Leg]) -> Vec<u32> {
    std::iter::once(from).chain(legs.iter().map(|leg| leg.to)).collect()
}

/// A move as written: at least two squares.
pub(super) struct Written {
    pub(super) squares: Vec<u32>,
    /// `true` if a sign between the squares marks captures.
    pub(super) captures: bool,
}

/// Returns `true` if a route of a capture passes over these squares in this order. `left` is the
/// number of landings that may be tried.
pub(super) fn squares_fit<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    mv: Move<W>,
    squares: &[u32],
    left: &mut u32,
) -> bool {
    any_route(rules, position, mv, left, |legs| {
        is_subsequence(squares, &passed_squares(rules.squares, mv.from(), legs))
    })
}

pub(super) fn any_route<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    mv: Move<W>,
    left: &mut u32,
    fits: impl Fn(&[Leg]) -> bool,
) -> bool {
    let mut found = false;
    rules.moves.visit_routes(position, mv, left, &mut |legs| {
        found = fits(legs);
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

pub(super) fn is_subsequence(part: &[u32], whole: &[u32]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|square| rest.any(|other| other == square))
}

/// All free squares that a route passes over or lands on, including its start and end.
fn passed_squares(squares: Squares, from: u32, legs: &[Leg]) -> Vec<u32> {
    let mut passed = vec![from];
    let mut at = from;
    for leg in legs {
        let on_the_way = |direction: &usize| line(squares, at, leg.to, *direction).is_some();
        if let Some(line) = (0..DIRECTIONS)
            .find(on_the_way)
            .and_then(|direction| line(squares, at, leg.to, direction))
        {
            passed.extend(line.into_iter().filter(|&bit| bit != leg.over));
        }
        at = leg.to;
    }
    passed
}

/// The squares after `from` up to and including `to` in this direction, if the direction leads to `to`.
fn line(squares: Squares, from: u32, to: u32, direction: usize) -> Option<Vec<u32>> {
    let mut line = Vec::new();
    let mut at = from;
    while at != to {
        at = squares.neighbor(at, direction)?;
        line.push(at);
    }
    Some(line)
}
