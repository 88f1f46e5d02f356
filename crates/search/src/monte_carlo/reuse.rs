//! From one search to the next: the part of the tree below the new root is kept.

use std::collections::VecDeque;

use board_engine::{Game, KeyHistory, Repetition};

use crate::monte_carlo::proof::Verdict;
use crate::monte_carlo::tree::{NodeId, ROOT, Tree, TreeNode};

/// How many positions of the old tree are compared with the new root.
const POSITIONS_MAX: usize = 10_000;

impl<G: Game> Tree<G> {
    /// Makes `position` the root, with what the tree knows of it.
    pub(super) fn set_root(&mut self, game: &G, position: &G::Position, history: &KeyHistory) {
        match self.find(game, position) {
            Some(node) => {
                // A proof may depend on positions that came before, and they may be others now.
                let is_same = node == ROOT as usize && self.has_history(history);
                let keeps_proofs = is_same || game.repetition() == Repetition::Ignored;
                if node != ROOT as usize || !keeps_proofs {
                    self.nodes = subtree(&self.nodes, node, keeps_proofs);
                }
                self.set_root_position(game, position, history);
            }
            None => self.plant(game, position, history),
        }
    }

    /// Whether these are the positions up to the root, of a game in which their return matters.
    fn has_history(&self, history: &KeyHistory) -> bool {
        let known = self.root.as_ref().and_then(|root| root.history.as_ref());
        known == Some(history)
    }

    /// The node of this position nearest to the root.
    fn find(&self, game: &G, position: &G::Position) -> Option<usize> {
        let root = self.root.as_ref()?;
        let mut open = VecDeque::from([(ROOT as usize, root.position.clone())]);
        let mut compared = 0;
        while let Some((node, here)) = open.pop_front() {
            if here == *position {
                return Some(node);
            }
            for child in self.nodes[node].children() {
                let TreeNode { mv: Some(mv), visits: 1.., .. } = self.nodes[child] else {
                    continue;
                };
                compared += 1;
                if compared > POSITIONS_MAX {
                    return None;
                }
                let mut below = here.clone();
                game.play(&mut below, mv);
                open.push_back((child, below));
            }
        }
        None
    }
}

/// A copy of the nodes below `root`, itself first.
fn subtree<M: Copy>(nodes: &[TreeNode<M>], root: usize, keeps_proofs: bool) -> Vec<TreeNode<M>> {
    let mut kept = Vec::with_capacity(nodes.len());
    kept.push(TreeNode { mv: None, ..nodes[root].clone() });
    let mut index = 0;
    while index < kept.len() {
        let children = kept[index].children();
        // A copy is smaller than its original, so its numbers fit too.
        kept[index].first_child = NodeId::try_from(kept.len()).unwrap_or(NodeId::MAX);
        if !keeps_proofs {
            kept[index].verdict = Verdict::NONE;
        }
        kept.extend_from_slice(&nodes[children]);
        index += 1;
    }
    kept
}
