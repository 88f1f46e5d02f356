//! Moves that cost no depth.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::PvsFrame;
use super::node_search::NodeSearch;
use super::table::Entry;
use super::value::{Basis, Value};
use super::worker::Worker;
use crate::limits::Stopped;
use crate::window::{Bound, Window};
use crate::{Evaluator, Hints};

/// The greatest depth at which single replies matter outside the principal variation.
const SINGLE_REPLY_DEPTH_MAX: i32 = 4;
/// The least depth at which a node is reduced of which no best move is known.
const REDUCED_DEPTH_MIN: i32 = 4;
/// The least depth at which a singular move is looked for.
const DEPTH_MIN: i32 = 10;
/// By how many plies what is known of the move may be shallower than the search.
const KNOWN_PLIES_LESS: i32 = 4;
/// By how much it must be better than all others, in hundredths.
const MARGIN: i32 = 40;
/// The margin for each ply where the search relies on static evaluations; there the others are searched to half the depth.
const MARGIN_PER_PLY: i32 = 2;
/// By how many plies less the others are searched.
const OTHERS_PLIES_LESS: i32 = 4;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// By how many plies a node is searched less deeply of which no best move is known: the search finds one for the next
    /// depth (<https://www.chessprogramming.org/Internal_Iterative_Reductions>).
    #[inline]
    pub(super) fn internal_reduction(
        &self,
        search: &NodeSearch<'_, G>,
        known: Option<Entry>,
    ) -> i32 {
        let is_unknown = known.is_none_or(|entry| entry.best.is_none());
        let is_reduced = H::MARGINS.is_some()
            && is_unknown
            && search.depth >= REDUCED_DEPTH_MIN
            && self.has(Technique::InternalReduction);
        i32::from(is_reduced)
    }

    /// By how many plies a node is extended that has one legal move: nothing is chosen there
    /// (<https://www.chessprogramming.org/One_Reply_Extensions>).
    ///
    /// They count in the principal variation, and near the leaves, where the depth decides whether a shot is seen. Elsewhere
    /// they cost more nodes than they gain (the matches are in docs/strength.md).
    #[inline]
    pub(super) fn single_reply_extension(
        &self,
        frame: &PvsFrame<G::Move>,
        search: &NodeSearch<'_, G>,
    ) -> i32 {
        let matters = search.window.is_open() || search.depth <= SINGLE_REPLY_DEPTH_MAX;
        i32::from(frame.moves.len() == 1 && matters && self.has(Technique::SingleReply))
    }

    /// Whether the node's known best move is so much better than all others that the value rests on it alone: then a
    /// shallower search without it falls far behind (after Anantharaman, Campbell and Hsu, "Singular Extensions: Adding
    /// Selectivity to Brute-Force Searching", 1990; they test every move, this asks of the table's best one alone, as is
    /// usual now: <https://www.chessprogramming.org/Singular_Extensions>).
    pub(super) fn singularity(
        &mut self,
        search: &NodeSearch<'_, G>,
        entry: Entry,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Singularity, Stopped> {
        let Entry { score, bound, best: Some(best), .. } = entry else {
            return Ok(Singularity::NONE);
        };
        let depth = search.depth;
        let is_selective = H::MARGINS.is_some();
        let fits = depth >= DEPTH_MIN
            && i32::from(entry.depth) >= depth - KNOWN_PLIES_LESS
            && bound != Bound::Upper
            && !score.is_decided()
            && usize::from(best) < frames[0].moves.len()
            && frames[0].moves.len() > 1;
        if !fits || !self.has(Technique::Singular) {
            return Ok(Singularity::NONE);
        }
        let (margin, less) = if is_selective {
            (MARGIN_PER_PLY * depth, depth - (depth - 1) / 2)
        } else {
            (MARGIN, OTHERS_PLIES_LESS)
        };
        let window = Window::just_below(score.plus(-margin));
        let (depth, excluded) = (depth - less, Some(best.into()));
        let others = NodeSearch { window, depth, excluded, ..*search };
        let found = self.search_moves(&others, frames)?.value();
        if found.score < window.beta {
            return Ok(Singularity { extension: 1, cut: None });
        }
        if !is_selective || search.window.is_open() || found.score.is_decided() {
            return Ok(Singularity::NONE);
        }
        if window.beta >= search.window.beta {
            let value = Value { score: window.beta, basis: Basis::Evaluation };
            return Ok(Singularity { extension: 0, cut: Some(value) });
        }
        let extension = if score >= search.window.beta { -1 } else { 0 };
        Ok(Singularity { extension, cut: None })
    }
}

/// What a search without the best move says of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Singularity {
    /// By how many plies the move is extended: one more where it alone is good, one less where others may be enough for a
    /// cut as well.
    pub(super) extension: i32,
    /// The node's value, if others are enough for a cut (<https://www.chessprogramming.org/Multi-Cut>).
    pub(super) cut: Option<Value>,
}

impl Singularity {
    pub(super) const NONE: Self = Self { extension: 0, cut: None };
}
