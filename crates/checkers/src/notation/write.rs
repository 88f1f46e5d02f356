//! Moves to text.

use crate::generator::{self, MoveOf, PositionOf};
use crate::layout::Layout;
use crate::notation::PASS;
use crate::routes::{self, Leg};
use crate::variant::Variant;

/// The standard text of a legal move.
pub(super) fn format_move<V: Variant>(position: &PositionOf<V>, mv: MoveOf<V>) -> String {
    if !mv.is_capture() {
        return format_quiet::<V>(mv);
    }
    let mut moves = Vec::new();
    generator::list::<V>(position, &mut moves);
    format_among::<V>(position, mv, &moves)
}

/// The standard text of a move among the legal ones.
pub(super) fn format_among<V: Variant>(
    position: &PositionOf<V>,
    mv: MoveOf<V>,
    legal: &[MoveOf<V>],
) -> String {
    if !mv.is_capture() {
        return format_quiet::<V>(mv);
    }
    let twin =
        |other: &MoveOf<V>| *other != mv && other.from() == mv.from() && other.to() == mv.to();
    let squares =
        if legal.iter().any(twin) { path::<V>(position, mv) } else { vec![mv.from(), mv.to()] };
    join::<V>(&squares, V::RULES.style.capture)
}

fn format_quiet<V: Variant>(mv: MoveOf<V>) -> String {
    if mv.is_pass() {
        return PASS.into();
    }
    join::<V>(&[mv.from(), mv.to()], '-')
}

/// The names of squares with a sign between each two.
fn join<V: Variant>(squares: &[u32], sign: char) -> String {
    let mut text = String::with_capacity(8);
    for (index, &bit) in squares.iter().enumerate() {
        if index > 0 {
            text.push(sign);
        }
        Layout::<V>::push_name(bit, &mut text);
    }
    text
}

/// The bits of the squares that a legal move touches: where it starts, where it turns or goes straight on from behind
/// a taken piece, where it ends. Of several routes, always the same one.
pub(super) fn path<V: Variant>(position: &PositionOf<V>, mv: MoveOf<V>) -> Vec<u32> {
    let legs = routes::route::<V>(position, mv);
    if legs.is_empty() { vec![mv.from(), mv.to()] } else { squares_of(mv.from(), &legs) }
}

/// The squares of a route that starts on `from`.
pub(super) fn squares_of(from: u32, legs: &[Leg]) -> Vec<u32> {
    std::iter::once(from).chain(legs.iter().map(|leg| leg.to)).collect()
}
