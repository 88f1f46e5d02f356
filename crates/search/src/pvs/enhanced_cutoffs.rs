//! Cuts on what the table knows of the positions after the moves.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::{self, PvsFrame};
use super::node_search::NodeSearch;
use super::table::Entry;
use super::value::Value;
use super::worker::Worker;
use crate::walk::Node;
use crate::window::View;
use crate::{Evaluator, Hints};

/// The least depth at which it is tried: nearer to the leaves a search costs little more than looking up all moves.
const DEPTH_MIN: i32 = 4;
/// The same where the search relies on static evaluations, and searches fewer moves than are looked up.
const DEPTH_MIN_SELECTIVE: i32 = 8;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// A bound of the node's value, if one of its moves leads to a position that the table knows to be good enough for a
    /// cut: it may have been reached on another path, and the move need not be the one that comes first here
    /// (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting Graph Properties of Game Trees", 1996;
    /// <https://www.chessprogramming.org/Enhanced_Transposition_Cutoff>).
    pub(super) fn enhanced_cutoff(
        &mut self,
        search: &NodeSearch<'_, G>,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Option<Value> {
        let (here, below) = frame::split(frames);
        let has_choice = here.moves.len() > 1;
        let depth_min = if H::MARGINS.is_some() { DEPTH_MIN_SELECTIVE } else { DEPTH_MIN };
        if search.depth < depth_min || search.window.is_open() || self.is_proof || !has_choice {
            return None;
        }
        if !self.has(Technique::EnhancedCutoffs) {
            return None;
        }
        // All are fetched before the first is looked at, since the table lies in slow memory.
        here.keys.clear();
        here.keys.extend(here.moves.iter().map(|&mv| self.prefetch_after(search.node, mv)));
        let ply = frame::ply(below) + 1;
        here.moves.iter().zip(&here.keys).find_map(|(&mv, &key)| {
            let known = self.look_up(key, ply)?;
            self.value_if_cut(search, mv, known, ply)
        })
    }

    /// The key of the node after `mv`, which is looked up soon.
    fn prefetch_after(&mut self, node: &Node<G>, mv: G::Move) -> u64 {
        let mut child = node.clone();
        self.play(node, mv, &mut child);
        let key = self.prefetch(&child);
        self.take_back();
        key
    }

    /// The least value of the node, if the entry of the position after `mv`, `ply` plies below the root, is enough for a
    /// cut.
    fn value_if_cut(
        &mut self,
        search: &NodeSearch<'_, G>,
        mv: G::Move,
        known: Entry,
        ply: usize,
    ) -> Option<Value> {
        let NodeSearch { node, window, depth, .. } = *search;
        let mut child = node.clone();
        self.play(node, mv, &mut child);
        let view = View::between(node.mover, child.mover);
        // The table knows the position, but not that it has come back.
        let has_come_back = self.value_of_return(&child, ply).is_some();
        self.take_back();
        let value = known.value().seen(view);
        let is_decided = known.decides(view.window(window), depth - 1, self.wins_last);
        if has_come_back || value.score < window.beta || !is_decided {
            return None;
        }
        self.statistics.cutoffs += 1;
        Some(value)
    }
}
