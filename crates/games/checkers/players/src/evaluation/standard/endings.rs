//! Endings that are drawn, or nearly drawn, regardless of the material.

use board_engine::Color;
use checkers::rules::{Goal, Kings, MoveLines};
use checkers::{Layout, Position, Variant};

/// The divisor for an advantage in a known drawn ending.
const DRAWN: i32 = 16;
/// The divisor if a draw is likely.
const DRAWISH: i32 = 2;

/// The value, moved toward a draw if the side that is behind has a flying king and the other side's lead is too small.
///
/// On 10×10, three kings can't catch one king. On 8×8, three kings can catch one king (Petrov's triangle), unless the
/// single king holds the main road. Two kings beat one if kings land directly behind the captured piece or move one
/// square, and in Frisian and Turkish draughts. The value is then unchanged.
#[inline]
pub(super) fn scaled<V: Variant>(position: &Position<V::Word>, value: i32) -> i32 {
    let has_drawn_endings = const {
        matches!(V::RULES.kings, Kings::Flying)
            && matches!(V::RULES.goal, Goal::LastMove)
            && matches!(V::RULES.lines, MoveLines::Diagonals)
    };
    let behind = if value > 0 { Color::Black } else { Color::White };
    if !has_drawn_endings || position.kings(behind).is_empty() {
        return value;
    }
    value / divisor::<V>(position, behind)
}

fn divisor<V: Variant>(position: &Position<V::Word>, behind: Color) -> i32 {
    let (weak, strong) = (position.pieces(behind).count(), position.pieces(!behind).count());
    let holds_road = position.kings(behind).meets(Layout::<V>::main_road());
    let lead_for_a_win = if Layout::<V>::HEIGHT >= 10 || holds_road { 3 } else { 2 };
    match (position.men(!behind).is_empty(), strong < weak + lead_for_a_win) {
        (true, true) => DRAWN,
        (false, true) if strong + weak <= 7 => DRAWISH,
        _ => 1,
    }
}
