//! The static evaluation of nodes, for what is decided before their moves are searched.

use board_engine::{Deterministic, ZeroSum};

use super::node_search::NodeSearch;
use super::outlook::Outlook;
use super::table::Entry;
use super::worker::Worker;
use crate::walk::Node;
use crate::window::Bound;
use crate::{Evaluator, Hints, Score};

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// Looks at the node, which is `ply` plies below the root, unless that is done already.
    #[inline]
    pub(super) fn look(&mut self, node: &Node<G>, key: u64, ply: usize) {
        if H::MARGINS.is_none() || self.outlooks[ply].key == key {
            return;
        }
        let is_in_check = self.shared.hints.is_in_check(self.game, &node.position);
        let static_score = if is_in_check { None } else { Some(self.evaluate(node).score) };
        let before = ply.checked_sub(2).and_then(|ply| self.outlooks[ply].static_score);
        let improves = static_score.zip(before).is_some_and(|(now, before)| now > before);
        let is_after_pass = self.outlooks[ply].is_after_pass;
        self.outlooks[ply] = Outlook { key, static_score, improves, is_after_pass };
    }

    /// The static evaluation of a node, bettered by what the table knows of it, where cuts may rely on it: in a null window
    /// and out of check.
    #[inline]
    pub(super) fn reliable_score(
        &self,
        search: &NodeSearch<'_, G>,
        known: Option<Entry>,
        ply: usize,
    ) -> Option<Score> {
        let is_usual = !self.is_proof && search.excluded.is_none() && !search.window.is_open();
        if !is_usual || search.window.beta.is_decided() {
            return None;
        }
        let score = self.outlooks[ply].static_score?;
        match known {
            Some(Entry { score: found, bound, .. }) if !found.is_decided() => match bound {
                Bound::Exact => Some(found),
                Bound::Lower => Some(score.max(found)),
                Bound::Upper => Some(score.min(found)),
            },
            _ => Some(score),
        }
    }
}
