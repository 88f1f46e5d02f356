//! Makes moves without captures, forward and backward in time.

use std::ops::ControlFlow;

use board_engine::{Bitboard, Direction};
use checkers::rules::{Kings, MoveLines};
use checkers::{Layout, Set, Variant};

use crate::index::{MOVER, OTHER, View};

/// The direction in which men step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// The side's own direction.
    Forward,
    /// The direction from which they came.
    Backward,
}

/// The change made by a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stepped {
    /// A man moved to another square.
    Man,
    /// A man became a king.
    Crowned,
    /// A king moved to another square.
    King,
}

const DIAGONALS: [Direction; 4] =
    [Direction::NorthEast, Direction::NorthWest, Direction::SouthEast, Direction::SouthWest];
const STRAIGHT: [Direction; 4] =
    [Direction::North, Direction::East, Direction::West, Direction::South];

/// The directions in which kings step.
const fn directions<V: Variant>() -> [Direction; 4] {
    match V::RULES.lines {
        MoveLines::Straight => STRAIGHT,
        MoveLines::Diagonals | MoveLines::DiagonalsAndStraightCaptures => DIAGONALS,
    }
}

/// Returns `true` if the side to move's men, which move up the board, step in this direction.
const fn is_for_men<V: Variant>(direction: Direction, way: Way) -> bool {
    match (direction, way) {
        (Direction::North | Direction::NorthEast | Direction::NorthWest, Way::Forward)
        | (Direction::South | Direction::SouthEast | Direction::SouthWest, Way::Backward) => true,
        (Direction::East | Direction::West, _) => matches!(V::RULES.lines, MoveLines::Straight),
        _ => false,
    }
}

/// Calls `visit` with the board after each step of the side to move, with the same side to move, until it breaks. A
/// step backward leads to a board from which a step forward leads here.
#[inline]
pub(crate) fn for_each<V: Variant, B>(
    view: &View<V>,
    way: Way,
    mut visit: impl FnMut(&View<V>, Stepped) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let empty = Layout::<V>::board() - view.occupied();
    for direction in const { directions::<V>() } {
        if is_for_men::<V>(direction, way) {
            for man in view.men[MOVER] {
                let man = Bitboard::single(man);
                let to = Layout::<V>::next(man, direction) & empty;
                if !to.is_empty() {
                    let (after, stepped) = after_man(view, man, to, way);
                    visit(&after, stepped)?;
                }
            }
        }
        for king in view.kings[MOVER] {
            let king = Bitboard::single(king);
            let mut to = Layout::<V>::next(king, direction) & empty;
            while !to.is_empty() {
                let kings = (view.kings[MOVER] - king) | to;
                visit(&View { kings: [kings, view.kings[OTHER]], ..*view }, Stepped::King)?;
                if matches!(V::RULES.kings, Kings::Short) {
                    break;
                }
                to = Layout::<V>::next(to, direction) & empty;
            }
        }
    }
    ControlFlow::Continue(())
}

#[inline]
fn after_man<V: Variant>(view: &View<V>, man: Set<V>, to: Set<V>, way: Way) -> (View<V>, Stepped) {
    let left = view.men[MOVER] - man;
    if way == Way::Forward && to.meets(Layout::<V>::crown(board_engine::Color::White)) {
        let kings = [view.kings[MOVER] | to, view.kings[OTHER]];
        return (View { men: [left, view.men[OTHER]], kings }, Stepped::Crowned);
    }
    (View { men: [left | to, view.men[OTHER]], ..*view }, Stepped::Man)
}
