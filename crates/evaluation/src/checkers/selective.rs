//! What a selective search asks of draughts: what is noisy, what to look at first, what the counters say.

use board_engine::{Color, Word};
use checkers::rules::{Goal, Kings, Rules, Settled};
use checkers::{Checkers, Layout, Move, Position, Variant};
use search::Tension;

/// Whether the mover can capture or crown a man.
#[inline]
pub(super) fn tension<V: Variant>(position: &Position<V::Word>) -> Tension {
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

/// Captures and promotions.
#[inline]
pub(super) fn is_noisy<V: Variant>(position: &Position<V::Word>, mv: Move<V::Word>) -> bool {
    mv.is_capture() || crowns::<V>(position, mv)
}

/// What the first half of a shot costs: with flying kings several men may be given for a way to the king row and a
/// long capture. Where kings are short, shots cost less, and room for more of them loses more than it finds: the matches
/// are in docs/strength.md.
#[inline]
pub(super) fn sacrifice(rules: &Rules) -> i32 {
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
pub(super) fn rank<V: Variant>(position: &Position<V::Word>, mv: Move<V::Word>) -> i32 {
    let promotion = if crowns::<V>(position, mv) { PROMOTION } else { 0 };
    if !mv.is_capture() {
        return promotion.cast_signed();
    }
    let taken = mv.taken();
    let kings = taken & position.kings(!position.turn());
    let rank = CAPTURE * taken.count() + KING_CAPTURE * kings.count() + promotion;
    rank.min(1_000).cast_signed()
}

/// From and to.
#[inline]
pub(super) fn move_index<W: Word>(mv: Move<W>) -> usize {
    (mv.from() as usize) << 7 | mv.to() as usize
}

/// How many plies of a counter share a number in the third quarter of its way.
const PLIES_PER_STEP: u8 = 4;
/// What the first number of the last quarter is, far above those of the third.
const LAST_QUARTER: u8 = 64;

/// How near a count of a draw rule is to its limit: nothing in the first half; in the last quarter each ply has its own
/// number, since a win that needs three plies more than are left is none.
fn nearness(plies: u8, limit: u8) -> u8 {
    let (half, last) = (limit / 2, limit - limit / 4);
    if limit == 0 || plies < half {
        0
    } else if plies < last {
        (plies - half) / PLIES_PER_STEP + 1
    } else {
        LAST_QUARTER + (plies.min(limit) - last)
    }
}

/// The counts of the draw rules from half of their limits on, and the kings that must rest.
#[inline]
pub(super) fn counters<V: Variant>(position: &Position<V::Word>) -> u64 {
    if (position.kings(Color::White) | position.kings(Color::Black)).is_empty() {
        return 0;
    }
    let (ending_plies, main_road_plies) = (position.ending_plies(), position.main_road_plies());
    let [ending_limit, main_road_limit] = match (ending_plies, main_road_plies) {
        (0, 0) => [0; 2],
        _ => Checkers::<V>::ending_limits(position),
    };
    let late = |plies, limit| u64::from(nearness(plies, limit));
    let tired = |color| position.tired_king(color).map_or(0, |bit| 1 + u64::from(bit));
    late(position.king_plies(), V::RULES.draws.king_plies.count)
        | late(ending_plies, ending_limit) << 8
        | late(main_road_plies, main_road_limit) << 16
        | tired(Color::White) << 24
        | tired(Color::Black) << 32
}
