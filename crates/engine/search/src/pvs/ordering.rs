//! Move ordering.
//!
//! The earlier the best move is searched, the more cutoffs there are
//! (<https://www.chessprogramming.org/Move_Ordering>): first comes the hash move, then the others by the game's hints
//! and by history. Killers, which are moves that have just refuted sister positions, are not put first: history orders
//! them early anyway (docs/research/strength.md).

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::{PvsFrame, ScoredIndex};
use super::history::{Before, COUNT_MAX};
use super::worker::Worker;
use crate::walk::Node;
use crate::{Evaluator, Hints, MoveIndex};

/// The factor that makes a rank outweigh any history score, which is the sum of up to three counts.
const RANK: i64 = 4 * COUNT_MAX as i64;
/// The rank of the newer killer; the older killer ranks one lower.
const KILLER_RANK: i64 = 5;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// Fills the frame's order with all its moves except the move at index `excluded`.
    pub(super) fn order(
        &self,
        node: &Node<G>,
        frame: &mut PvsFrame<G::Move>,
        excluded: Option<usize>,
        ply: usize,
    ) {
        let has_history = self.has(Technique::History);
        let has_killers = H::MARGINS.is_some() && self.has(Technique::Killers);
        let PvsFrame { moves, order, killers, .. } = frame;
        order.clear();
        if moves.len() == 1 {
            order.extend(excluded.is_none().then(ScoredIndex::only));
            return;
        }
        order.extend(moves.iter().enumerate().map(|(index, &mv)| {
            let rank = self.shared.hints.rank(self.game, &node.position, mv);
            let mut score = i64::from(rank) * RANK;
            if has_history {
                let move_index = self.shared.hints.move_index(self.game, &node.position, mv);
                score += i64::from(self.count_of(node, move_index, ply));
            }
            if has_killers && rank == 0 {
                score += match killers.iter().position(|&killer| killer == Some(mv)) {
                    Some(place) => (KILLER_RANK - i64::try_from(place).unwrap_or(0)) * RANK,
                    None => 0,
                };
            }
            ScoredIndex::new(score, index)
        }));
        if let Some(index) = excluded {
            order.swap_remove(index);
        }
    }

    /// Fills the frame's order with the moves that `is_wanted` selects, ranked by the hints alone.
    pub(super) fn order_by_rank(
        &self,
        node: &Node<G>,
        frame: &mut PvsFrame<G::Move>,
        is_wanted: impl Fn(G::Move) -> bool,
    ) {
        let PvsFrame { moves, order, .. } = frame;
        order.clear();
        if let [only] = moves[..] {
            order.extend(is_wanted(only).then(ScoredIndex::only));
            return;
        }
        let wanted = moves.iter().enumerate().filter(|&(_, &mv)| is_wanted(mv));
        order.extend(wanted.map(|(index, &mv)| {
            let rank = self.shared.hints.rank(self.game, &node.position, mv);
            ScoredIndex::new(rank.into(), index)
        }));
    }

    /// The move's history count, both alone and as a continuation of the moves before the node. The node is `ply` plies
    /// below the root.
    #[inline]
    pub(super) fn count_of(&self, node: &Node<G>, mv: MoveIndex, ply: usize) -> i32 {
        self.learned.history.count(node.mover, mv)
            + self.learned.history.continuation(self.befores(ply), mv)
    }

    /// Records `mv` as the move from the node to the node searched next. The node is `ply` plies below the root.
    #[inline]
    pub(super) fn note_move(&mut self, node: &Node<G>, mv: G::Move, ply: usize) {
        if H::MARGINS.is_some() {
            let index = self.shared.hints.move_index(self.game, &node.position, mv);
            self.stack[ply + 1].led_by = Some((node.mover, index));
        }
    }

    /// The moves that led to the node at this ply, newest first.
    #[inline]
    fn befores(&self, ply: usize) -> [Before; 2] {
        if H::MARGINS.is_none() || !self.has(Technique::Continuations) {
            return [None; 2];
        }
        [self.stack[ply].led_by, ply.checked_sub(1).and_then(|ply| self.stack[ply].led_by)]
    }

    /// Learns that the move at index `best` in the frame's list refuted the node in a `depth`-ply search, and that the
    /// moves tried before it did not.
    pub(super) fn learn(
        &mut self,
        node: &Node<G>,
        frame: &mut PvsFrame<G::Move>,
        best: usize,
        depth: i32,
        ply: usize,
    ) {
        let befores = self.befores(ply);
        let Self { shared, game, learned, .. } = self;
        let mv = frame.moves[best];
        if H::MARGINS.is_some()
            && !shared.hints.is_noisy(game, &node.position, mv)
            && frame.killers[0] != Some(mv)
        {
            frame.killers = [Some(mv), frame.killers[0]];
        }
        let move_index =
            |index: usize| shared.hints.move_index(game, &node.position, frame.moves[index]);
        learned.history.reward(node.mover, move_index(best), befores, depth);
        for &index in frame.tried.iter().filter(|&&index| index != best) {
            learned.history.punish(node.mover, move_index(index), befores, depth);
        }
    }
}
