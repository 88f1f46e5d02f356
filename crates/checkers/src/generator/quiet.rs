//! Moves that take nothing.

use board_engine::Bitboard;

use crate::generator::{MoveOf, Side};
use crate::layout::{Layout, Set, for_each_direction};
use crate::moves::Move;
use crate::rules::Kings;
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
        for_each_direction!(Self::QUIET, D => {
            let mut reached = self.steps::<D>(kings);
            push_all::<V, D>(reached, 1, moves);
            if !matches!(V::RULES.kings, Kings::Short) {
                // No two kings reach one square from the same side, so that the distance says which king it was.
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

    /// Whether a man can step onto the crowning row.
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

    /// Whether [`list_quiet`](Self::list_quiet) would add a move.
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
        let mut count = 0;
        for_each_direction!(Self::QUIET, D => {
            let mut reached = self.steps::<D>(kings);
            count += reached.count();
            while !matches!(V::RULES.kings, Kings::Short) && !reached.is_empty() {
                reached = self.steps::<D>(reached);
                count += reached.count();
            }
        });
        count
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
