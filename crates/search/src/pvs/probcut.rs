//! Cuts on a shallow search.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::PvsFrame;
use super::node_search::NodeSearch;
use super::value::Value;
use super::worker::Worker;
use crate::limits::Stopped;
use crate::walk::Node;
use crate::window::Window;
use crate::{Evaluator, Hints};

/// The least depth at which it is tried.
pub(super) const DEPTH_MIN: i32 = 3;
/// The depth of the shallow search, in hundredths of the depth.
const SHALLOW_PERCENT: i32 = 40;
/// By how much the shallow search must pass beta, in hundredths, for each ply of the depth.
const MARGIN_PER_PLY: i32 = 10;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// A bound of the node's value, if a shallow search finds it so good that a deep one will hardly find it less than
    /// beta (Buro, "`ProbCut`: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995;
    /// <https://www.chessprogramming.org/ProbCut>).
    ///
    /// Buro fits the margin to what shallow searches have missed; this one grows with the depth, and its numbers are those
    /// that won matches (docs/strength.md).
    ///
    /// Where the mover has nothing but noisy moves the opponent may have given something to win more: the gain is in
    /// sight, and its price beyond the shallow search. So more is asked for there, or whole classes of shots are never
    /// seen, however long the search.
    pub(super) fn probcut(
        &mut self,
        search: &NodeSearch<'_, G>,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Option<Value>, Stopped> {
        let NodeSearch { node, window, depth, .. } = *search;
        let fits = depth >= DEPTH_MIN && !window.is_open() && !window.beta.is_decided();
        if !fits || self.is_proof || !self.has(Technique::Probcut) {
            return Ok(None);
        }
        let Some(per_ply) = H::MARGINS.map_or(Some(MARGIN_PER_PLY), |margins| margins.probcut)
        else {
            return Ok(None);
        };
        let margin = per_ply * depth + self.sacrifice(node, &frames[0]);
        let high = Window::just_below(window.beta.plus(margin));
        let shallow = NodeSearch { window: high, depth: depth * SHALLOW_PERCENT / 100, ..*search };
        let Value { score, basis } = self.search_listed(&shallow, frames)?;
        if score < high.beta {
            return Ok(None);
        }
        let score = if score.is_win() { score } else { score.plus(-margin) };
        Ok(Some(Value { score, basis }))
    }

    /// What the opponent may have given away.
    fn sacrifice(&self, node: &Node<G>, frame: &PvsFrame<G::Move>) -> i32 {
        let is_noisy = |&mv: &G::Move| self.shared.hints.is_noisy(self.game, &node.position, mv);
        let sacrifice = self.shared.hints.sacrifice(self.game);
        if sacrifice > 0 && frame.moves.iter().all(is_noisy) { sacrifice } else { 0 }
    }
}
