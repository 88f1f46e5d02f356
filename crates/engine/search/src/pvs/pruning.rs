//! Pruning: null moves, probcut, enhanced transposition cutoffs and futility.

use board_engine::{Deterministic, ZeroSum};

use super::frame::{Basis, Candidate, NodeSearch, PvsFrame, StackEntry, Value};
use super::table::TableEntry;
use super::worker::Worker;
use super::{Technique, frame};
use crate::limits::Stopped;
use crate::score::{View, Window};
use crate::walk::Node;
use crate::{Evaluator, Hints, Margins, Score, walk};

/// Minimum depth for a null move.
const DEPTH_MIN: i32 = 2;
/// The minimum reduction for the search after the pass, in plies.
const PLIES_LESS: i32 = 4;
/// The reduction grows by one ply per this number of plies of depth.
const DEPTH_PER_PLY: i32 = 3;
/// The reduction grows by one more ply, at most three, whenever the static evaluation exceeds beta by this many hundredths
/// more.
const SCORE_PER_PLY: i32 = 200;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// A bound on the node's value, if the mover can pass and a shallow search still causes a cutoff: some move is
    /// almost always better than passing (Donninger, "Null Move and Deep Search", 1993;
    /// <https://www.chessprogramming.org/Null_Move_Pruning>). A game enables null moves with [`Hints::null_move`].
    ///
    /// `score` is the [reliable score](Self::reliable_score).
    pub(super) fn null_move_cut(
        &mut self,
        search: &NodeSearch<'_, G>,
        score: Score,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Option<Value>, Stopped> {
        let NodeSearch { node, window, depth, .. } = *search;
        let (_, below) = frame::split(frames);
        let ply = frame::ply(below);
        if depth < DEPTH_MIN || score < window.beta || self.stack[ply].is_after_pass {
            return Ok(None);
        }
        if below.is_empty() || !self.has(Technique::NullMove) {
            return Ok(None);
        }
        let Some(position) = self.shared.hints.null_move(self.game, &node.position) else {
            return Ok(None);
        };
        let child = Node { mover: walk::mover(self.game, &position), position };
        let surplus = score.value() - window.beta.value();
        let less = PLIES_LESS + depth / DEPTH_PER_PLY + (surplus / SCORE_PER_PLY).min(3);
        let view = View::between(node.mover, child.mover);
        self.stack[ply + 1].is_after_pass = true;
        self.stack[ply + 1].led_by = None;
        self.stack[ply + 1].is_cut_node = !self.stack[ply].is_cut_node;
        self.pass();
        let found = self.search(&child, view.window(window), depth - less, below);
        self.take_back();
        self.stack[ply + 1].is_after_pass = false;
        let found = found?.in_view(view);
        if found.score < window.beta {
            return Ok(None);
        }
        // A win after a pass doesn't prove a win before the pass.
        let score = if found.score.is_decided() { window.beta } else { found.score };
        Ok(Some(Value { score, basis: Basis::Evaluation }))
    }
}

/// Maximum depth at which the static evaluation may cause a cutoff.
const CUT_DEPTH_MAX: i32 = 7;
/// Maximum depth at which moves are pruned.
const LEFT_OUT_DEPTH_MAX: i32 = 8;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The node's value if it is so far above beta that a few plies would hardly change that
    /// (<https://www.chessprogramming.org/Reverse_Futility_Pruning>).
    ///
    /// `score` is the [reliable score](Self::reliable_score).
    #[inline]
    pub(super) fn reverse_futility(
        &self,
        search: &NodeSearch<'_, G>,
        score: Score,
        stack_entry: StackEntry,
    ) -> Option<Value> {
        let Margins { per_ply, .. } = H::MARGINS?;
        let plies = search.depth - i32::from(stack_entry.improves);
        let is_enough = search.depth <= CUT_DEPTH_MAX
            && score.plus(-per_ply * plies) >= search.window.beta
            && self.has(Technique::Futility);
        is_enough.then_some(Value { score, basis: Basis::Evaluation })
    }

    /// Returns `true` if a move other than the first is pruned near the leaves, where `best` is the best score so far.
    /// Prunes quiet moves that are late in the order or can't raise the evaluation to alpha, and moves that lose an
    /// exchange (<https://www.chessprogramming.org/Futility_Pruning>; Heinz, "Extended Futility Pruning", 1998).
    #[inline]
    pub(super) fn is_pruned(
        &self,
        search: &NodeSearch<'_, G>,
        candidate: Candidate<G::Move>,
        best: Score,
        stack_entry: StackEntry,
    ) -> bool {
        let Some(margins) = H::MARGINS else { return false };
        let Some(static_score) = stack_entry.static_score else { return false };
        let NodeSearch { node, window, depth, .. } = *search;
        let is_usual = !self.is_proof && !window.is_open() && candidate.moves_before > 0;
        if !is_usual || depth > LEFT_OUT_DEPTH_MAX || best.is_loss() {
            return false;
        }
        let (hints, game, Candidate { mv, moves_before, .. }) =
            (self.shared.hints, self.game, candidate);
        let is_noisy = hints.is_noisy(game, &node.position, mv);
        let is_useless = if is_noisy {
            self.loses_exchange(search, mv, margins.exchange * depth)
        } else {
            let reduced = self.reduced_depth(search, candidate);
            let is_late = moves_before >= late_from(depth, stack_entry.improves)
                && self.has(Technique::LateMovePruning);
            let is_futile = static_score.plus(margins.per_ply * (reduced + 1)) <= window.alpha
                && self.has(Technique::Futility);
            is_late || is_futile || self.loses_exchange(search, mv, margins.exchange * reduced / 2)
        };
        // A check may be mate, so a checking move is pruned only if it loses too much.
        is_useless
            && (!hints.gives_check(game, &node.position, mv)
                || self.loses_exchange(search, mv, margins.exchange * depth))
    }

    fn loses_exchange(&self, search: &NodeSearch<'_, G>, mv: G::Move, more_than: i32) -> bool {
        self.has(Technique::Exchanges)
            && !self.shared.hints.exchange_gains(self.game, &search.node.position, mv, -more_than)
    }
}

/// The number of moves searched at this depth before quiet moves are pruned.
#[inline]
fn late_from(depth: i32, improves: bool) -> usize {
    let moves = 3 + depth.unsigned_abs() * depth.unsigned_abs();
    (if improves { moves } else { moves / 2 }) as usize
}

/// Minimum depth for probcut.
pub(super) const PROBCUT_DEPTH_MIN: i32 = 3;
/// The depth of the shallow search, in hundredths of the depth.
const SHALLOW_PERCENT: i32 = 40;
/// The margin above beta for the shallow search, in hundredths, per ply of depth.
const MARGIN_PER_PLY: i32 = 10;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// A bound on the node's value, if a shallow search finds the node so good that a deep search is very unlikely to
    /// find it below beta (Buro, "`ProbCut`: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995;
    /// <https://www.chessprogramming.org/ProbCut>).
    ///
    /// Buro fits the margin to the errors in shallow searches. This margin grows with the depth, and its values come
    /// from matches (docs/research/strength.md).
    ///
    /// If the mover has only noisy moves, the opponent may have sacrificed: the shallow search sees the gain, but not
    /// its price. Such nodes need a larger margin. Without that margin, the search misses whole classes of shots, at
    /// any depth.
    pub(super) fn probcut(
        &mut self,
        search: &NodeSearch<'_, G>,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Option<Value>, Stopped> {
        let NodeSearch { node, window, depth, .. } = *search;
        let fits = depth >= PROBCUT_DEPTH_MIN && !window.is_open() && !window.beta.is_decided();
        if !fits || self.is_proof || !self.has(Technique::Probcut) {
            return Ok(None);
        }
        let Some(per_ply) = H::MARGINS.map_or(Some(MARGIN_PER_PLY), |margins| margins.probcut)
        else {
            return Ok(None);
        };
        let margin = per_ply * depth + self.sacrifice(node, &frames[0]);
        let high = Window::just_below(window.beta.plus(margin));
        let shallow = NodeSearch { window: high, depth: depth * SHALLOW_PERCENT / 100, ..*search };
        let Value { score, basis } = self.search_listed(&shallow, frames)?;
        if score < high.beta {
            return Ok(None);
        }
        let score = if score.is_win() { score } else { score.plus(-margin) };
        Ok(Some(Value { score, basis }))
    }

    /// The opponent's possible sacrifice.
    fn sacrifice(&self, node: &Node<G>, frame: &PvsFrame<G::Move>) -> i32 {
        let is_noisy = |&mv: &G::Move| self.shared.hints.is_noisy(self.game, &node.position, mv);
        let sacrifice = self.shared.hints.sacrifice(self.game);
        if sacrifice > 0 && frame.moves.iter().all(is_noisy) { sacrifice } else { 0 }
    }
}

/// Minimum depth for enhanced transposition cutoffs: nearer to the leaves, looking up all moves costs nearly as much as
/// a search.
const ENHANCED_CUTOFF_DEPTH_MIN: i32 = 4;
/// The minimum depth if the search relies on static evaluations: such a search visits fewer moves than it would probe.
const ENHANCED_CUTOFF_DEPTH_MIN_SELECTIVE: i32 = 8;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// A bound on the node's value, if a successor's table entry causes a cutoff. The successor may have been reached
    /// on another path, and the move doesn't have to be the first in order (Plaat, Schaeffer, Pijls and de Bruin,
    /// "Exploiting Graph Properties of Game Trees", 1996;
    /// <https://www.chessprogramming.org/Enhanced_Transposition_Cutoff>).
    pub(super) fn enhanced_cutoff(
        &mut self,
        search: &NodeSearch<'_, G>,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Option<Value> {
        let (here, below) = frame::split(frames);
        let has_choice = here.moves.len() > 1;
        let depth_min = if H::MARGINS.is_some() {
            ENHANCED_CUTOFF_DEPTH_MIN_SELECTIVE
        } else {
            ENHANCED_CUTOFF_DEPTH_MIN
        };
        if search.depth < depth_min || search.window.is_open() || self.is_proof || !has_choice {
            return None;
        }
        if !self.has(Technique::EnhancedCutoffs) {
            return None;
        }
        // All entries are prefetched before the first probe, because the table is in slow memory.
        here.keys.clear();
        here.keys.extend(here.moves.iter().map(|&mv| self.prefetch_after(search.node, mv)));
        let ply = frame::ply(below) + 1;
        here.moves.iter().zip(&here.keys).find_map(|(&mv, &key)| {
            let known = self.look_up(key, ply)?;
            self.value_if_cut(search, mv, known, ply)
        })
    }

    /// The key of the position after `mv`, prefetched for a lookup. This check doesn't need the path.
    #[inline]
    fn prefetch_after(&self, node: &Node<G>, mv: G::Move) -> u64 {
        let mut child = node.position.clone();
        self.game.play(&mut child, mv);
        let key = self.with_counters(&child, self.game.key(&child));
        if self.has(Technique::TranspositionTable) {
            self.shared.table.prefetch(key);
        }
        key
    }

    /// A lower bound on the node's value, if the table entry for the position after `mv`, which is `ply` plies below
    /// the root, suffices for a cutoff.
    fn value_if_cut(
        &mut self,
        search: &NodeSearch<'_, G>,
        mv: G::Move,
        known: TableEntry,
        ply: usize,
    ) -> Option<Value> {
        let NodeSearch { node, window, depth, .. } = *search;
        if !known.may_decide(depth - 1, self.wins_last) {
            return None;
        }
        let mut child = node.clone();
        self.play(node, mv, &mut child);
        let view = View::between(node.mover, child.mover);
        // The table knows the position, but not that it has recurred.
        let has_come_back = self.value_of_return(&child, ply).is_some();
        self.take_back();
        let value = known.value().in_view(view);
        let is_decided = known.decides(view.window(window), depth - 1, self.wins_last);
        if has_come_back || value.score < window.beta || !is_decided {
            return None;
        }
        self.statistics.cutoffs += 1;
        Some(value)
    }
}
