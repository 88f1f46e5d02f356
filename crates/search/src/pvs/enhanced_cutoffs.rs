//! Cuts on what the table knows of the positions after the moves.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::{self, Frame};
use super::table::{Entry, PROVEN};
use super::worker::Worker;
use crate::walk::Node;
use crate::window::{View, Window};
use crate::{Evaluator, Score};

/// The least depth at which it is tried: nearer to the leaves a search costs little more than to look for all moves.
const DEPTH_MIN: i32 = 4;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized> Worker<'_, G, E> {
    /// A bound of what the node is worth, if one of its moves leads to a position that the table knows to be good enough
    /// for a cut: it may have been reached on another way, and the move need not be the one that comes first here
    /// (Plaat, Schaeffer, Pijls and de Bruin, "Exploiting Graph Properties of Game Trees", 1996;
    /// <https://www.chessprogramming.org/Enhanced_Transposition_Cutoff>).
    pub(super) fn enhanced_cutoff(
        &mut self,
        node: &Node<G>,
        window: Window,
        depth: i32,
        frames: &mut [Frame<G::Move>],
    ) -> Option<Score> {
        let (here, below) = frame::split(frames);
        let has_choice = here.moves.len() > 1;
        if depth < DEPTH_MIN || window.is_open() || self.is_proof || !has_choice {
            return None;
        }
        if !self.has(Technique::EnhancedCutoffs) {
            return None;
        }
        // All are fetched before the first is looked at, since the table lies in slow memory.
        here.keys.clear();
        here.keys.extend(here.moves.iter().map(|&mv| self.prefetch_after(node, mv)));
        let ply = frame::ply(below) + 1;
        here.moves.iter().zip(&here.keys).find_map(|(&mv, &key)| {
            let known = self.look_up(key, ply)?;
            self.score_if_cut(known, node, mv, window, depth - 1, ply)
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

    /// What the node is worth at least, if what is `known` of the position after `mv`, `ply` plies below the root, says
    /// that it is enough for a cut by a search of `depth` plies.
    fn score_if_cut(
        &mut self,
        known: Entry,
        node: &Node<G>,
        mv: G::Move,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let mut child = node.clone();
        self.play(node, mv, &mut child);
        let view = View::between(node.mover, child.mover);
        let guesses = self.guesses;
        // The table knows the position, but not that it has come back.
        let has_come_back = self.repetition_score(&child, ply).is_some();
        self.guesses = guesses;
        self.take_back();
        let score = view.score(known.score);
        let is_decided = known.decides(view.window(window), depth, self.wins_last);
        if has_come_back || score < window.beta || !is_decided {
            return None;
        }
        self.guesses.entries += u64::from(known.depth < PROVEN);
        self.statistics.cutoffs += 1;
        Some(score)
    }
}
