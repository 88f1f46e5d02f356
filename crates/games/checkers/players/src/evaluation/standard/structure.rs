//! Counts the terms for the structure of men.

use board_engine::Direction::{self, North, NorthEast, NorthWest, South, SouthEast, SouthWest};
use board_engine::{Bitboard, Color};
use checkers::rules::{MenCapture, MoveLines};
use checkers::{Layout, Position, Set, Variant};

use super::placement::KeySquares;
use super::terms::{Term, Terms, sign};
use crate::evaluation::count;

/// Counts one side's structure terms.
#[inline]
pub(super) fn count_structure<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    color: Color,
    terms: &mut T,
) {
    let (men, own) = (position.men(color), position.pieces(color));
    let (mut behind, mut between) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for &ahead in forward::<V>(color) {
        behind |= Layout::<V>::next(own, ahead);
        between |= Layout::<V>::next(men, ahead) & Layout::<V>::next(men, ahead.opposite());
    }
    let bridge = KeySquares::<V>::bridge(color);
    terms.add(Term::Backed, sign(color) * count(men & behind));
    terms.add(Term::Gap, sign(color) * count(between - position.occupied()));
    if matches!(V::RULES.lines, MoveLines::Diagonals) {
        terms.add(Term::SafeStep, sign(color) * safe_steps::<V>(position, color));
    }
    terms.add(Term::Bridge, sign(color) * i32::from((bridge - men).is_empty()));
}

/// The number of men's steps after which no man and no adjacent king can capture the moved man along a diagonal.
#[inline]
fn safe_steps<V: Variant>(position: &Position<V::Word>, color: Color) -> i32 {
    let [left, right] = match color {
        Color::White => [NorthWest, NorthEast],
        Color::Black => [SouthEast, SouthWest],
    };
    let empty = Layout::<V>::board() - position.occupied();
    let by_men = position.pieces(!color);
    let from_behind = match V::RULES.men_capture {
        MenCapture::Forward => position.kings(!color),
        MenCapture::AllAround => by_men,
    };
    // A jump needs a free square beyond. The man's origin is free.
    let attacked = |by: Set<V>, toward: Direction| {
        let attacked = Layout::<V>::next(by, toward);
        (attacked, attacked & Layout::<V>::next(empty, toward.opposite()))
    };
    let (from_left, across_from_left) = attacked(by_men, left.opposite());
    let (from_right, across_from_right) = attacked(by_men, right.opposite());
    let (_, from_behind_left) = attacked(from_behind, right);
    let (_, from_behind_right) = attacked(from_behind, left);
    let never = from_behind_left | from_behind_right;
    let men = position.men(color);
    let to_left = Layout::<V>::next(men, left) & empty;
    let to_right = Layout::<V>::next(men, right) & empty;
    count(to_left - (from_left | across_from_right | never))
        + count(to_right - (from_right | across_from_left | never))
}

/// The directions in which men move forward. Excludes the sideways moves that men have in some variants.
const fn forward<V: Variant>(color: Color) -> &'static [Direction] {
    match (color, V::RULES.lines) {
        (Color::White, MoveLines::Straight) => &[North],
        (Color::Black, MoveLines::Straight) => &[South],
        (Color::White, _) => &[NorthWest, NorthEast],
        (Color::Black, _) => &[SouthEast, SouthWest],
    }
}
