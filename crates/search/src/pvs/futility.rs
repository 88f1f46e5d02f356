//! What is left out near the leaves, where the static evaluation says enough.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::Candidate;
use super::node_search::NodeSearch;
use super::outlook::Outlook;
use super::value::{Basis, Value};
use super::worker::Worker;
use crate::{Evaluator, Hints, Margins, Score};

/// The greatest depth at which a position is cut off by its static evaluation.
const CUT_DEPTH_MAX: i32 = 7;
/// The greatest depth at which moves are left out.
const LEFT_OUT_DEPTH_MAX: i32 = 8;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The node's value, if it is so far above beta that a few plies hardly change that
    /// (<https://www.chessprogramming.org/Reverse_Futility_Pruning>).
    ///
    /// `score` is the [reliable score](Self::reliable_score).
    #[inline]
    pub(super) fn static_cut(
        &self,
        search: &NodeSearch<'_, G>,
        score: Score,
        outlook: Outlook,
    ) -> Option<Value> {
        let Margins { per_ply, .. } = H::MARGINS?;
        let plies = search.depth - i32::from(outlook.improves);
        let is_enough = search.depth <= CUT_DEPTH_MAX
            && score.plus(-per_ply * plies) >= search.window.beta
            && self.has(Technique::Futility);
        is_enough.then_some(Value { score, basis: Basis::Evaluation })
    }

    /// Whether a move that isn't the first one is left out near the leaves, where `best` is the best score so far: a quiet
    /// one that comes late in the order or can't lift the evaluation to alpha, and one that loses an exchange
    /// (<https://www.chessprogramming.org/Futility_Pruning>; Heinz, "Extended Futility Pruning", 1998).
    #[inline]
    pub(super) fn is_left_out(
        &self,
        search: &NodeSearch<'_, G>,
        candidate: Candidate<G::Move>,
        best: Score,
        outlook: Outlook,
    ) -> bool {
        let Some(margins) = H::MARGINS else { return false };
        let Some(static_score) = outlook.static_score else { return false };
        let NodeSearch { node, window, depth, .. } = *search;
        let is_usual = !self.is_proof && !window.is_open() && candidate.moves_before > 0;
        if !is_usual || depth > LEFT_OUT_DEPTH_MAX || best.is_loss() {
            return false;
        }
        let (hints, game, Candidate { mv, moves_before, .. }) =
            (self.shared.hints, self.game, candidate);
        let is_noisy = hints.is_noisy(game, &node.position, mv);
        let is_useless = if is_noisy {
            self.loses_exchange(search, mv, margins.exchange * depth)
        } else {
            let reduced = self.reduced_depth(search, candidate);
            let is_late = moves_before >= late_from(depth, outlook.improves)
                && self.has(Technique::LateMovePruning);
            let is_futile = static_score.plus(margins.per_ply * (reduced + 1)) <= window.alpha
                && self.has(Technique::Futility);
            is_late || is_futile || self.loses_exchange(search, mv, margins.exchange * reduced / 2)
        };
        // A check may mate, unless it gives away too much.
        is_useless
            && (!hints.gives_check(game, &node.position, mv)
                || self.loses_exchange(search, mv, margins.exchange * depth))
    }

    fn loses_exchange(&self, search: &NodeSearch<'_, G>, mv: G::Move, more_than: i32) -> bool {
        self.has(Technique::Exchanges)
            && !self.shared.hints.exchange_gains(self.game, &search.node.position, mv, -more_than)
    }
}

/// How many moves are searched at this depth before quiet ones are left out.
#[inline]
fn late_from(depth: i32, improves: bool) -> usize {
    let moves = 3 + depth.unsigned_abs() * depth.unsigned_abs();
    (if improves { moves } else { moves / 2 }) as usize
}
