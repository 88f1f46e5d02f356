//! Extensions: extra depth for forced and singular moves.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::{Basis, NodeSearch, PvsFrame, Value};
use super::table::TableEntry;
use super::worker::Worker;
use crate::limits::Stopped;
use crate::score::{Bound, Window};
use crate::{Evaluator, Hints};

/// Maximum depth at which single replies matter outside the principal variation.
const SINGLE_REPLY_DEPTH_MAX: i32 = 4;
/// Minimum depth for a singularity test.
const DEPTH_MIN: i32 = 10;
/// The maximum depth deficit for the move's table entry, in plies.
const KNOWN_PLIES_LESS: i32 = 4;
/// The lead over all other moves that a singular move needs, in hundredths.
const MARGIN: i32 = 40;
/// The lead per ply if the search relies on static evaluations; the other moves are then searched to half the depth.
const MARGIN_PER_PLY: i32 = 2;
/// The depth reduction when searching the other moves, in plies.
const OTHERS_PLIES_LESS: i32 = 4;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The extension in plies of a node with only one legal move
    /// (<https://www.chessprogramming.org/One_Reply_Extensions>).
    ///
    /// Single replies extend the principal variation and nodes near the leaves, where the depth decides whether the
    /// search sees a shot. Elsewhere, extensions cost more nodes than they gain (docs/research/strength.md has the
    /// matches).
    #[inline]
    pub(super) fn single_reply_extension(
        &self,
        frame: &PvsFrame<G::Move>,
        search: &NodeSearch<'_, G>,
    ) -> i32 {
        let matters = search.window.is_open() || search.depth <= SINGLE_REPLY_DEPTH_MAX;
        i32::from(frame.moves.len() == 1 && matters && self.has(Technique::SingleReply))
    }

    /// Returns `true` if the node's known best move is so much better than all others that the value depends on it
    /// alone: a shallower search without it falls far behind (after Anantharaman, Campbell and Hsu, "Singular
    /// Extensions: Adding Selectivity to Brute-Force Searching", 1990; they test every move, while this search tests
    /// only the hash move, as current programs do: <https://www.chessprogramming.org/Singular_Extensions>).
    pub(super) fn singularity(
        &mut self,
        search: &NodeSearch<'_, G>,
        entry: TableEntry,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Singularity, Stopped> {
        let TableEntry { score, bound, best: Some(best), .. } = entry else {
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

/// The result of searching without the best move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Singularity {
    /// The move's extension in plies: 1 if it is the only good move, −1 if other moves may cause a cutoff as well.
    pub(super) extension: i32,
    /// The node's value, if other moves suffice for a cutoff (<https://www.chessprogramming.org/Multi-Cut>).
    pub(super) cut: Option<Value>,
}

impl Singularity {
    pub(super) const NONE: Self = Self { extension: 0, cut: None };
}
