//! Reductions: less depth for late moves and for nodes without a hash move.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::{Candidate, NodeSearch};
use super::history::COUNT_MAX;
use super::table::TableEntry;
use super::worker::Worker;
use crate::score::Window;
use crate::walk::Node;
use crate::{Evaluator, Hints};

/// Minimum depth at which a node without a hash move is reduced.
const REDUCED_DEPTH_MIN: i32 = 4;
/// Minimum depth after a move at which the move is reduced.
const REDUCTION_DEPTH_MIN: i32 = 2;
/// The number of moves searched to full depth first.
const FULL_MOVES: usize = 2;
/// The first move that is reduced by two plies in a null window.
const LATE_MOVE: usize = 3;

/// A move's reduction in hundredths of a ply, by depth and place in the move order: the product of their logarithms.
static LARGE: [[u16; 64]; 64] = large();

/// The base reduction for every late move, in hundredths of a ply.
const LARGE_LEAST: usize = 125;
/// The divisor that converts the product of logarithms to hundredths of a ply.
const LARGE_DIVISOR: usize = 380;
/// The change in the reduction for each argument for or against a move, in hundredths of a ply.
const PLY: i32 = 100;
/// The smaller reduction for a checking move, because the reply is forced and costs a ply.
const SPARED_FOR_CHECK: i32 = 200;
/// The history count that changes a move's reduction by one ply.
const COUNT_PER_PLY: i32 = COUNT_MAX / 2;

#[expect(clippy::cast_possible_truncation, reason = "at most a few plies")]
const fn large() -> [[u16; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut place = 1;
        while place < 64 {
            let product = logarithm(depth) * logarithm(place + 1);
            table[depth][place] = (LARGE_LEAST + product / LARGE_DIVISOR) as u16;
            place += 1;
        }
        depth += 1;
    }
    table
}

/// The base-2 logarithm in hundredths, linearly interpolated between the powers of 2.
const fn logarithm(number: usize) -> usize {
    let power = 1 << number.ilog2();
    100 * number.ilog2() as usize + 100 * (number - power) / power
}

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The reduction for a node without a hash move. The reduced search still finds a hash move for the next iteration
    /// (<https://www.chessprogramming.org/Internal_Iterative_Reductions>).
    #[inline]
    pub(super) fn internal_reduction(
        &self,
        search: &NodeSearch<'_, G>,
        known: Option<TableEntry>,
    ) -> i32 {
        let is_unknown = known.is_none_or(|entry| entry.best.is_none());
        let is_reduced = H::MARGINS.is_some()
            && is_unknown
            && search.depth >= REDUCED_DEPTH_MIN
            && self.has(Technique::InternalReduction);
        i32::from(is_reduced)
    }

    /// The depth reduction for a move's first search, in plies.
    ///
    /// With good move ordering, a late move is seldom the best one. If the reduced search disagrees, the move is
    /// searched again to full depth. Noisy moves change too much for a shallower search and are not reduced
    /// (<https://www.chessprogramming.org/Late_Move_Reductions>). The thresholds come from matches
    /// (docs/research/strength.md).
    #[inline]
    pub(super) fn reduction(
        &self,
        [node, child]: [&Node<G>; 2],
        candidate: Candidate<G::Move>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let Candidate { mv, moves_before, .. } = candidate;
        let is_early = moves_before < FULL_MOVES;
        if is_early || depth < REDUCTION_DEPTH_MIN || !self.has(Technique::LateMoveReductions) {
            return 0;
        }
        let is_noisy = self.shared.hints.is_noisy(self.game, &node.position, mv);
        if self.is_proof || (is_noisy && !self.loses_quietly(node, mv, ply)) {
            return 0;
        }
        if H::MARGINS.is_some() {
            return self.large_reduction([node, child], candidate, window, depth, ply);
        }
        if window.is_open() || moves_before < LATE_MOVE { 1 } else { 2 }
    }

    /// Returns `true` if a noisy move loses an exchange, provided that static evaluations can be trusted and there is
    /// no threat to answer. Such a move is ordered last.
    fn loses_quietly(&self, node: &Node<G>, mv: G::Move, ply: usize) -> bool {
        H::MARGINS.is_some()
            && self.stack[ply].static_score.is_some()
            && !self.shared.hints.exchange_gains(self.game, &node.position, mv, 0)
    }

    /// The reduction if static evaluations can be trusted: larger for deeper searches, later moves and expected cut
    /// nodes; smaller for moves that did well elsewhere.
    fn large_reduction(
        &self,
        [node, child]: [&Node<G>; 2],
        candidate: Candidate<G::Move>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let gives_check = self.shared.hints.is_in_check(self.game, &child.position);
        let spared = if gives_check { SPARED_FOR_CHECK } else { 0 };
        let reduction = self.reduction_in_hundredths(node, candidate, window, depth, ply) - spared;
        (reduction / PLY).clamp(0, depth - 1)
    }

    /// The depth of the first search for a candidate quiet move that doesn't give check.
    #[inline]
    pub(super) fn reduced_depth(
        &self,
        search: &NodeSearch<'_, G>,
        candidate: Candidate<G::Move>,
    ) -> i32 {
        let NodeSearch { node, window, ply, .. } = *search;
        let depth = search.depth - 1;
        let is_reduced = candidate.moves_before >= FULL_MOVES
            && depth >= REDUCTION_DEPTH_MIN
            && self.has(Technique::LateMoveReductions);
        if !is_reduced {
            return depth;
        }
        let reduction = self.reduction_in_hundredths(node, candidate, window, depth, ply);
        (depth - reduction.max(0) / PLY).max(0)
    }

    /// The reduction for a reduced move that doesn't give check, in hundredths of a ply.
    fn reduction_in_hundredths(
        &self,
        node: &Node<G>,
        candidate: Candidate<G::Move>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let Candidate { mv, moves_before, .. } = candidate;
        let index = |number: usize| number.min(LARGE.len() - 1);
        let by_place = LARGE[index(usize::try_from(depth).unwrap_or(0))][index(moves_before)];
        let hints = self.shared.hints;
        let count = self.count_of(node, hints.move_index(self.game, &node.position, mv), ply);
        let spared = i32::from(window.is_open()) + i32::from(self.stack[ply].improves)
            - i32::from(self.stack[ply].is_cut_node);
        i32::from(by_place) - PLY * spared - PLY * count / COUNT_PER_PLY
    }
}
