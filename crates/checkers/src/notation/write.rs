//! Moves to text.

use crate::generator::routes::{self, Leg};
use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::{Layout, Squares};
use crate::notation::PASS;
use crate::variant::Variant;

/// Most texts of moves are no longer, in bytes.
pub(super) const USUAL_LENGTH: usize = 8;

/// Writes the standard text of a legal move to the end of `text`.
pub(super) fn push_move<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    text: &mut String,
) {
    if !mv.is_capture() {
        return push_quiet::<V>(mv, text);
    }
    let mut moves = Vec::with_capacity(generator::USUAL_COUNT);
    generator::list::<V>(position, &mut moves);
    push_capture::<V>(position, mv, &moves, text);
}

/// The same where the legal moves are known.
pub(super) fn push_among<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    legal: &[MoveOf<V>],
    text: &mut String,
) {
    if mv.is_capture() {
        push_capture::<V>(position, mv, legal, text);
    } else {
        push_quiet::<V>(mv, text);
    }
}

/// The standard text of a move among the legal ones.
pub(super) fn format_among<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    legal: &[MoveOf<V>],
) -> String {
    let mut text = String::with_capacity(USUAL_LENGTH);
    push_among::<V>(position, mv, legal, &mut text);
    text
}

fn push_quiet<V: Variant>(mv: MoveOf<V>, text: &mut String) {
    if mv.is_pass() {
        text.push_str(PASS);
    } else {
        push_squares(Layout::<V>::SQUARES, &[mv.from(), mv.to()], '-', text);
    }
}

fn push_capture<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    legal: &[MoveOf<V>],
    text: &mut String,
) {
    let sign = V::RULES.style.capture;
    let twin =
        |other: &MoveOf<V>| *other != mv && other.from() == mv.from() && other.to() == mv.to();
    if legal.iter().any(twin) {
        push_squares(Layout::<V>::SQUARES, &path::<V>(position, mv), sign, text);
    } else {
        push_squares(Layout::<V>::SQUARES, &[mv.from(), mv.to()], sign, text);
    }
}

/// Writes the names of squares with a sign between each two.
pub(super) fn push_squares(squares: Squares, bits: &[u32], sign: char, text: &mut String) {
    for (index, &bit) in bits.iter().enumerate() {
        if index > 0 {
            text.push(sign);
        }
        squares.push_name(bit, text);
    }
}

/// The bits of the squares that a legal move touches: where it starts, where it turns or goes straight on from behind
/// a taken piece, where it ends. Of several routes, always the same one.
pub(super) fn path<V: Variant>(position: &AnalysisPosition<V>, mv: MoveOf<V>) -> Vec<u32> {
    let legs = routes::route::<V>(position, mv);
    if legs.is_empty() { vec![mv.from(), mv.to()] } else { squares_of(mv.from(), &legs) }
}

/// The squares of a route that starts on `from`.
pub(super) fn squares_of(from: u32, legs: &[Leg]) -> Vec<u32> {
    std::iter::once(from).chain(legs.iter().map(|leg| leg.to)).collect()
}
