//! Late-move reductions.

use board_engine::{Deterministic, ZeroSum};

use super::Technique;
use super::frame::Candidate;
use super::history::COUNT_MAX;
use super::node_search::NodeSearch;
use super::worker::Worker;
use crate::walk::Node;
use crate::window::Window;
use crate::{Evaluator, Hints};

/// The least depth after a move at which it is reduced.
const DEPTH_MIN: i32 = 2;
/// How many moves are searched to full depth first.
const FULL_MOVES: usize = 2;
/// From this move on two plies are saved in a null window.
const LATE_MOVE: usize = 3;

/// By how much a move is reduced that comes at this place of the order, by depth, in hundredths of a ply: the product of the
/// logarithms.
static LARGE: [[u16; 64]; 64] = large();

/// What every late move is reduced by, in hundredths of a ply.
const LARGE_LEAST: usize = 125;
/// What a product of logarithms is divided by to give hundredths of a ply.
const LARGE_DIVISOR: usize = 380;
/// What each thing that speaks for a move or against it changes, in hundredths of a ply.
const PLY: i32 = 100;
/// The same for a move that gives check: its answer costs a ply, and is no choice of the opponent's.
const SPARED_FOR_CHECK: i32 = 200;
/// The count of a move in the history that changes as much.
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

/// The logarithm to the base 2 in hundredths, with straight lines between the powers of 2.
const fn logarithm(number: usize) -> usize {
    let power = 1 << number.ilog2();
    100 * number.ilog2() as usize + 100 * (number - power) / power
}

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// By how many plies less than `depth` the move is searched at first.
    ///
    /// Where moves are well ordered a late one is seldom the best. If the shallower search finds otherwise the move is
    /// searched again to its full depth. Noisy moves, which change too much for a shallower search, are not reduced
    /// (<https://www.chessprogramming.org/Late_Move_Reductions>). From where on and by how much was decided by matches
    /// (docs/strength.md).
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
        if is_early || depth < DEPTH_MIN || !self.has(Technique::LateMoveReductions) {
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

    /// Whether a noisy move is one that loses an exchange, where static evaluations can be trusted and nothing has to be
    /// answered: it comes last in the order.
    fn loses_quietly(&self, node: &Node<G>, mv: G::Move, ply: usize) -> bool {
        H::MARGINS.is_some()
            && self.outlooks[ply].static_score.is_some()
            && !self.shared.hints.exchange_gains(self.game, &node.position, mv, 0)
    }

    /// The same where static evaluations can be trusted: more the deeper the search and the later the move, and where another
    /// move is expected to be enough; less for moves that did well elsewhere.
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

    /// The depth to which the quiet move of a candidate is searched at first, if it doesn't give check.
    #[inline]
    pub(super) fn reduced_depth(
        &self,
        search: &NodeSearch<'_, G>,
        candidate: Candidate<G::Move>,
    ) -> i32 {
        let NodeSearch { node, window, ply, .. } = *search;
        let depth = search.depth - 1;
        let is_reduced = candidate.moves_before >= FULL_MOVES
            && depth >= DEPTH_MIN
            && self.has(Technique::LateMoveReductions);
        if !is_reduced {
            return depth;
        }
        let reduction = self.reduction_in_hundredths(node, candidate, window, depth, ply);
        (depth - reduction.max(0) / PLY).max(0)
    }

    /// The reduction of a move that is reduced, in hundredths of a ply, if it doesn't give check.
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
        let spared = i32::from(window.is_open()) + i32::from(self.outlooks[ply].improves)
            - i32::from(self.outlooks[ply].expects_cut);
        i32::from(by_place) - PLY * spared - PLY * count / COUNT_PER_PLY
    }
}
