//! Counting the moves of men at once, where they go and capture in the same two directions.

use board_engine::Bitboard;

use crate::generator::Side;
use crate::layout::{Layout, for_each_direction};
use crate::rules::{MenCapture, MoveLines, Precedence};
use crate::variant::Variant;

impl<V: Variant, const WHITE: bool> Side<V, WHITE> {
    /// Whether [`count_men`](Self::count_men) can be used: there are two directions, and what men reach in both fits
    /// into one word.
    pub(super) const fn men_share_a_word() -> bool {
        matches!(V::RULES.lines, MoveLines::Diagonals)
            && matches!(V::RULES.men_capture, MenCapture::Forward)
            && !matches!(V::RULES.precedence, Precedence::Optional)
            && Layout::<V>::fits_twice(Self::QUIET_MEN)
    }

    /// The number of moves on a board without kings, unless a capture may take more than one piece. Steps and captures
    /// are about as likely, so that both are computed and no branch has to be predicted, and both directions are counted
    /// as one set.
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
