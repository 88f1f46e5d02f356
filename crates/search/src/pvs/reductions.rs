//! Late-move reductions.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::Candidate;
use super::worker::Worker;
use crate::walk::Node;
use crate::window::Window;
use crate::{Evaluator, Hints};

/// The least depth after a move at which it is reduced.
const DEPTH_MIN: i32 = 2;
/// How many moves are searched to full depth first.
const FULL_MOVES: usize = 2;
/// From this move on two plies are saved in a null window.
const LATE_MOVE: usize = 3;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// By how many plies less than `depth` the move is searched at first.
    ///
    /// Where moves are well ordered a late one is seldom the best. If the shallower search finds otherwise the move is
    /// searched again to its full depth. Noisy moves, which change too much for a shallower search, are not reduced
    /// (<https://www.chessprogramming.org/Late_Move_Reductions>). From where on and by how much was decided by matches
    /// (docs/strength.md).
    #[inline]
    pub(super) fn reduction(
        &self,
        node: &Node<G>,
        candidate: Candidate<G::Move>,
        window: Window,
        depth: i32,
    ) -> i32 {
        let Candidate { mv, moves_before, .. } = candidate;
        let is_early = moves_before < FULL_MOVES;
        if is_early || depth < DEPTH_MIN || !self.has(Technique::LateMoveReductions) {
            return 0;
        }
        if self.is_proof || self.shared.hints.is_noisy(self.game, &node.position, mv) {
            return 0;
        }
        if window.is_open() || moves_before < LATE_MOVE { 1 } else { 2 }
    }
}
