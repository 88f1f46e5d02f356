//! Hints for a search of draughts.

use board_engine::Color;
use checkers::rules::{Goal, Kings, Rules, Settled};
use checkers::{Checkers, Layout, Move, Position, Variant};
use search::{Hints, MoveIndex, Tension};

/// Hints for a search of draughts: captures and promotions are noisy and come first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DraughtsHints;

impl<V: Variant> Hints<Checkers<V>> for DraughtsHints {
    #[inline]
    fn tension(&self, _: &Checkers<V>, position: &Position<V::Word>) -> Tension {
        tension::<V>(position)
    }

    #[inline]
    fn is_noisy(&self, _: &Checkers<V>, position: &Position<V::Word>, mv: Move<V::Word>) -> bool {
        mv.is_capture() || crowns::<V>(position, mv)
    }

    #[inline]
    fn sacrifice(&self, _: &Checkers<V>) -> i32 {
        sacrifice(&V::RULES)
    }

    #[inline]
    fn rank(&self, _: &Checkers<V>, position: &Position<V::Word>, mv: Move<V::Word>) -> i32 {
        rank::<V>(position, mv)
    }

    /// From and to.
    #[inline]
    fn move_index(&self, _: &Checkers<V>, _: &Position<V::Word>, mv: Move<V::Word>) -> MoveIndex {
        MoveIndex::new((mv.from() as usize) << 7 | mv.to() as usize)
    }
}

/// Whether the mover can capture or crown a man.
#[inline]
fn tension<V: Variant>(position: &Position<V::Word>) -> Tension {
    if Checkers::<V>::can_capture(position) || Checkers::<V>::can_promote(position) {
        return Tension::Noisy;
    }
    if may_be_over::<V>(position) { Tension::Unknown } else { Tension::Calm }
}

/// Whether the rules must be asked if the game goes on where nothing can be captured: no move is left, a king or a
/// count may have ended it.
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

/// What the first half of a shot costs: with flying kings several men may be given for a way to the king row and a
/// long capture. Where kings are short, shots cost less, and room for more of them loses more than it finds: the matches
/// are in docs/strength.md.
#[inline]
fn sacrifice(rules: &Rules) -> i32 {
    if rules.kings == Kings::Short { 0 } else { 100 }
}

#[inline]
fn crowns<V: Variant>(position: &Position<V::Word>, mv: Move<V::Word>) -> bool {
    let color = position.turn();
    Layout::<V>::crown(color).contains(mv.to()) && position.men(color).contains(mv.from())
}

/// What a promotion ranks as.
const PROMOTION: u32 = 90;
/// What each piece that is taken ranks as.
const CAPTURE: u32 = 100;
/// What a king that is taken ranks as besides.
const KING_CAPTURE: u32 = 100;

/// Captures by what they take, then promotions.
#[inline]
fn rank<V: Variant>(position: &Position<V::Word>, mv: Move<V::Word>) -> i32 {
    let promotion = if crowns::<V>(position, mv) { PROMOTION } else { 0 };
    if !mv.is_capture() {
        return promotion.cast_signed();
    }
    let taken = mv.taken();
    let kings = taken & position.kings(!position.turn());
    let rank = CAPTURE * taken.count() + KING_CAPTURE * kings.count() + promotion;
    rank.min(1_000).cast_signed()
}
