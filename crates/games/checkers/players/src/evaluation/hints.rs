//! Hints for a draughts search.

use board_engine::{Bitboard, Color, Word};
use checkers::rules::{Goal, Kings, Rules, Settled};
use checkers::{Checkers, Layout, Move, Position, Variant};
use search::{Hints, MoveIndex, Tension};

/// Hints for a draughts search: captures and promotions are noisy and come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DraughtsHints;

impl<V: Variant> Hints<Checkers<V>> for DraughtsHints {
    #[inline]
    fn tension(&self, _: &Checkers<V>, position: &Position<V::Word>) -> Tension {
        tension::<V>(position)
    }

    #[inline]
    fn is_noisy(&self, _: &Checkers<V>, position: &Position<V::Word>, mv: Move<V::Word>) -> bool {
        is_noisy(position, mv, Layout::<V>::crown(position.turn()))
    }

    #[inline]
    fn sacrifice(&self, _: &Checkers<V>) -> i32 {
        sacrifice(&V::RULES)
    }

    #[inline]
    fn rank(&self, _: &Checkers<V>, position: &Position<V::Word>, mv: Move<V::Word>) -> i32 {
        rank(position, mv, Layout::<V>::crown(position.turn()))
    }

    #[inline]
    fn move_index(&self, _: &Checkers<V>, _: &Position<V::Word>, mv: Move<V::Word>) -> MoveIndex {
        move_index(mv)
    }
}

/// Returns `true` if the mover can capture or crown a man.
#[inline]
pub(crate) fn tension<V: Variant>(position: &Position<V::Word>) -> Tension {
    if Checkers::<V>::can_capture(position) || Checkers::<V>::can_promote(position) {
        return Tension::Noisy;
    }
    if may_be_over::<V>(position) { Tension::Unknown } else { Tension::Calm }
}

/// Returns `true` if a position without captures might be over: no move is left, or a king or a count might have ended
/// the game. Only the rules can tell for certain.
#[inline]
fn may_be_over<V: Variant>(position: &Position<V::Word>) -> bool {
    if !Checkers::<V>::can_step(position) {
        return true;
    }
    let has_kings = !(position.kings(Color::White) | position.kings(Color::Black)).is_empty();
    if !has_kings && const { matches!(V::RULES.draws.settled, Settled::Nothing) } {
        return false;
    }
    has_kings && matches!(V::RULES.goal, Goal::FirstKing)
        || Checkers::<V>::is_drawn_by_rule(position)
}

/// The maximum cost of the first half of a shot. With flying kings, a side can sacrifice several men for a path to the
/// king row and a long capture. With short kings, shots cost less, and a larger margin loses more than it gains (match
/// results in docs/research/strength.md).
#[inline]
pub(crate) fn sacrifice(rules: &Rules) -> i32 {
    if rules.kings == Kings::Short { 0 } else { 100 }
}

/// Returns `true` if a move captures pieces or crowns a man; `crown` is the crowning row of the side to move.
#[inline]
pub(crate) fn is_noisy<W: Word>(position: &Position<W>, mv: Move<W>, crown: Bitboard<W>) -> bool {
    mv.is_capture() || crowns(position, mv, crown)
}

#[inline]
fn crowns<W: Word>(position: &Position<W>, mv: Move<W>, crown: Bitboard<W>) -> bool {
    crown.contains(mv.to()) && position.men(position.turn()).contains(mv.from())
}

/// An index for the start and target squares.
#[inline]
pub(crate) fn move_index<W: Word>(mv: Move<W>) -> MoveIndex {
    MoveIndex::new((mv.from() as usize) << 7 | mv.to() as usize)
}

/// The rank of a promotion.
const PROMOTION: u32 = 90;
/// The rank of each captured piece.
const CAPTURE: u32 = 100;
/// The extra rank of a captured king.
const KING_CAPTURE: u32 = 100;

/// Ranks captures by the captured pieces; promotions come next.
#[inline]
pub(crate) fn rank<W: Word>(position: &Position<W>, mv: Move<W>, crown: Bitboard<W>) -> i32 {
    let promotion = if crowns(position, mv, crown) { PROMOTION } else { 0 };
    if !mv.is_capture() {
        return promotion.cast_signed();
    }
    let taken = mv.taken();
    let kings = taken & position.kings(!position.turn());
    let rank = CAPTURE * taken.count() + KING_CAPTURE * kings.count() + promotion;
    rank.min(1_000).cast_signed()
}
