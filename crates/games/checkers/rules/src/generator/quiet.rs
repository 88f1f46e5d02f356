//! Generates moves without captures.

use board_engine::{Bitboard, Word};

use super::{MoveOf, Side};
use crate::layout::{Layout, Set, for_each_direction};
use crate::position::Move;
use crate::rules::{Kings, MenCapture, MoveLines, Precedence};
use crate::variant::Variant;

impl<V: Variant, const WHITE: bool> Side<V, WHITE> {
    /// Adds the moves without capture.
    pub(super) fn list_quiet(&self, moves: &mut Vec<MoveOf<V>>) {
        for_each_direction!(Self::QUIET_MEN, D => {
            push_all::<V, D>(self.steps::<D>(self.men), 1, moves);
        });
        let kings = self.kings - self.resting;
        if !kings.is_empty() {
            self.list_quiet_kings(kings, moves);
        }
    }

    fn list_quiet_kings(&self, kings: Set<V>, moves: &mut Vec<MoveOf<V>>) {
        if !matches!(V::RULES.kings, Kings::Short) && !kings.has_several() {
            self.list_quiet_king(kings.0.lowest(), moves);
            return;
        }
        for_each_direction!(Self::QUIET, D => {
            let mut reached = self.steps::<D>(kings);
            push_all::<V, D>(reached, 1, moves);
            if !matches!(V::RULES.kings, Kings::Short) {
                // No two kings reach the same square from the same direction, so the distance identifies the king.
                let mut distance = 2;
                reached = self.steps::<D>(reached);
                while !reached.is_empty() {
                    push_all::<V, D>(reached, distance, moves);
                    reached = self.steps::<D>(reached);
                    distance += 1;
                }
            }
        });
    }

    /// Adds a single flying king's moves, in the same order.
    fn list_quiet_king(&self, from: u32, moves: &mut Vec<MoveOf<V>>) {
        for_each_direction!(Self::QUIET, D => {
            let distances = 1..=Layout::<V>::slides::<D>(from, self.empty).count().cast_signed();
            moves.extend(distances.map(|distance| {
                let change = const { Layout::<V>::shift::<D>() } * distance;
                Move::new(from, from.wrapping_add_signed(change), Bitboard::EMPTY)
            }));
        });
    }

    /// Returns `true` if a man can step onto the crowning row.
    #[inline]
    pub(super) fn can_promote(&self) -> bool {
        let men = self.men & Layout::<V>::before_crown(Self::COLOR);
        if men.is_empty() {
            return false;
        }
        let mut reached = Bitboard::EMPTY;
        for_each_direction!(Self::QUIET_MEN, D => {
            reached |= self.steps::<D>(men);
        });
        reached.meets(Layout::<V>::crown(Self::COLOR))
    }

    /// Returns `true` if [`list_quiet`](Self::list_quiet) would add a move.
    #[inline]
    pub(super) fn can_step(&self) -> bool {
        let mut reached = Bitboard::EMPTY;
        for_each_direction!(Self::QUIET_MEN, D => {
            reached |= self.steps::<D>(self.men);
        });
        !reached.is_empty() || self.can_step_with_kings()
    }

    fn can_step_with_kings(&self) -> bool {
        let kings = self.kings - self.resting;
        let mut reached = Bitboard::EMPTY;
        for_each_direction!(Self::QUIET, D => {
            reached |= self.steps::<D>(kings);
        });
        !reached.is_empty()
    }

    /// The number of moves that [`list_quiet`](Self::list_quiet) would add.
    #[inline]
    pub(super) fn count_quiet(&self) -> u32 {
        let count = self.count_quiet_men();
        let kings = self.kings - self.resting;
        if kings.is_empty() { count } else { count + self.count_quiet_kings(kings) }
    }

    #[inline]
    fn count_quiet_men(&self) -> u32 {
        let mut count = 0;
        for_each_direction!(Self::QUIET_MEN, D => {
            count += self.steps::<D>(self.men).count();
        });
        count
    }

    fn count_quiet_kings(&self, kings: Set<V>) -> u32 {
        if matches!(V::RULES.kings, Kings::Short) {
            let mut count = 0;
            for_each_direction!(Self::QUIET, D => {
                count += self.steps::<D>(kings).count();
            });
            return count;
        }
        let reached = |king| {
            let mut reached = Bitboard::EMPTY;
            for_each_direction!(Self::QUIET, D => {
                reached |= Layout::<V>::slides::<D>(king, self.empty);
            });
            reached.count()
        };
        kings.into_iter().map(reached).sum()
    }

    /// The free squares one step from `pieces`.
    #[inline]
    fn steps<const D: usize>(&self, pieces: Set<V>) -> Set<V> {
        Layout::<V>::step::<D>(pieces) & self.empty
    }
}

/// Adds the moves that end on `reached` after `distance` steps in direction `D`.
#[inline]
fn push_all<V: Variant, const D: usize>(
    reached: Set<V>,
    distance: i32,
    moves: &mut Vec<MoveOf<V>>,
) {
    let change = const { Layout::<V>::shift::<D>() } * distance;
    moves.extend(
        reached
            .into_iter()
            .map(|to| Move::new(to.wrapping_add_signed(-change), to, Bitboard::EMPTY)),
    );
}

impl<V: Variant, const WHITE: bool> Side<V, WHITE> {
    /// Returns `true` if [`count_men`](Self::count_men) applies: there are two directions, and the squares that men
    /// reach in both fit into one word.
    pub(super) const fn men_share_a_word() -> bool {
        matches!(V::RULES.lines, MoveLines::Diagonals)
            && matches!(V::RULES.men_capture, MenCapture::Forward)
            && !matches!(V::RULES.precedence, Precedence::Optional)
            && Layout::<V>::fits_twice(Self::QUIET_MEN)
    }

    /// The number of moves on a board without kings, unless a capture might take more than one piece. Steps and
    /// captures are about equally likely, so both are computed, which avoids an unpredictable branch. Both directions
    /// are counted as one set.
    #[inline]
    pub(super) fn count_men(&self) -> Option<u32> {
        let mut steps = Bitboard::EMPTY;
        let mut jumps = Bitboard::EMPTY;
        let mut landings = Bitboard::EMPTY;
        for_each_direction!(Self::QUIET_MEN, D => {
            let next = Layout::<V>::step::<D>(self.men);
            let behind = Layout::<V>::step::<D>(next & self.opponents) & self.empty;
            steps = steps.rotated_by_half() | (next & self.empty);
            jumps = jumps.rotated_by_half() | behind;
            landings |= behind;
        });
        let moves = if landings.is_empty() { steps } else { jumps };
        let may_go_on = !self.further::<false>(landings, self.opponents).is_empty();
        (!may_go_on).then(|| moves.count())
    }
}
