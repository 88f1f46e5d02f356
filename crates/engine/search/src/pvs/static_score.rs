//! The static evaluation of nodes, for decisions before their moves are searched.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::{NodeSearch, StackEntry, Value};
use super::table::TableEntry;
use super::worker::Worker;
use crate::score::Bound;
use crate::walk::Node;
use crate::{Evaluator, Hints, Score};

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// Evaluates the node, which is `ply` plies below the root, unless that has already been done.
    #[inline]
    pub(super) fn look(&mut self, node: &Node<G>, key: u64, ply: usize) {
        if H::MARGINS.is_none() || self.stack[ply].key == key {
            return;
        }
        let is_in_check = self.shared.hints.is_in_check(self.game, &node.position);
        let raw_score = if is_in_check { None } else { Some(self.evaluate_keyed(node, key).score) };
        let static_score = raw_score.map(|score| self.correct(node, score));
        let before = ply.checked_sub(2).and_then(|ply| self.stack[ply].static_score);
        let improves = static_score.zip(before).is_some_and(|(now, before)| now > before);
        self.stack[ply] = StackEntry { key, static_score, raw_score, improves, ..self.stack[ply] };
    }

    /// The static evaluation of a node, improved by its table entry, if cutoffs may rely on it: in a null window and
    /// out of check.
    #[inline]
    pub(super) fn reliable_score(
        &self,
        search: &NodeSearch<'_, G>,
        known: Option<TableEntry>,
        ply: usize,
    ) -> Option<Score> {
        let is_usual = !self.is_proof && search.excluded.is_none() && !search.window.is_open();
        if !is_usual || search.window.beta.is_decided() {
            return None;
        }
        let score = self.stack[ply].static_score?;
        match known {
            Some(TableEntry { score: found, bound, .. }) if !found.is_decided() => match bound {
                Bound::Exact => Some(found),
                Bound::Lower => Some(score.max(found)),
                Bound::Upper => Some(score.min(found)),
            },
            _ => Some(score),
        }
    }

    /// Learns from the result of searching a node's moves.
    pub(super) fn learn_correction(
        &mut self,
        search: &NodeSearch<'_, G>,
        found: Value,
        best: Option<G::Move>,
    ) {
        if !self.corrects() {
            return;
        }
        let Some(score) = self.stack[search.ply].raw_score else { return };
        let position = &search.node.position;
        let Some(structure) = self.shared.hints.structure(self.game, position) else { return };
        let bound = search.window.bound(found.score);
        let says_nothing = match bound {
            Bound::Lower => found.score < score,
            Bound::Upper => found.score > score,
            Bound::Exact => false,
        };
        let hints = self.shared.hints;
        let is_noisy = best.is_some_and(|mv| hints.is_noisy(self.game, position, mv));
        if says_nothing || is_noisy || found.score.is_decided() {
            return;
        }
        let difference = found.score.value() - score.value();
        self.learned.corrections.learn(search.node.mover, structure, difference, search.depth);
    }

    /// The corrected static evaluation of a node.
    #[inline]
    pub(super) fn correct(&self, node: &Node<G>, score: Score) -> Score {
        if !self.corrects() || score.is_decided() {
            return score;
        }
        match self.shared.hints.structure(self.game, &node.position) {
            Some(structure) => {
                Score::new(score.value() + self.learned.corrections.of(node.mover, structure))
            }
            None => score,
        }
    }

    #[inline]
    fn corrects(&self) -> bool {
        H::MARGINS.is_some() && self.has(Technique::Corrections)
    }
}
