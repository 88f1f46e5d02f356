//! Searches a node by principal variation search.
//!
//! The first move is searched with an open window. For each later move, a null window only tests whether it is better
//! (Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982;
//! <https://www.chessprogramming.org/Principal_Variation_Search>). This is [`Negascout`](crate::Negascout) with the
//! techniques of a strong search.
//!
//! A node is searched in steps: [`search`](Worker::search) counts the node and lists its moves,
//! [`search_listed`](Worker::search_listed) tries to return without searching the moves, and
//! [`search_moves`](Worker::search_moves) searches them. Another search of the same node to a different depth, or with
//! a move excluded, starts at the appropriate step.

use board_engine::{Deterministic, Status, ZeroSum};

use super::extensions::Singularity;
use super::frame;
use super::frame::{Basis, Candidate, NodeSearch, PvsFrame, Value};
use super::table::{PROVEN, TableEntry};
use super::worker::Worker;
use crate::limits::Stopped;
use crate::score::{Bound, View, Window};
use crate::walk::Node;
use crate::{Evaluator, Hints};

/// The result of searching a node's moves.
pub(super) enum NodeResult {
    /// The best move.
    BestMove(BestMove),
    /// A result that another thread stored in the table in the meantime.
    ByOtherThread(Value),
}

impl NodeResult {
    pub(super) const fn value(&self) -> Value {
        match self {
            Self::BestMove(BestMove { value, .. }) | Self::ByOtherThread(value) => *value,
        }
    }
}

/// A node's best move.
pub(super) struct BestMove {
    /// The value of the node.
    value: Value,
    /// The index of the move.
    index: Option<usize>,
}

impl BestMove {
    /// Adopts a win or a loss that an earlier, deeper search found and this search missed. Such a result is valid at
    /// any depth. Returns `true` if the value was adopted.
    fn take_end<M: Copy + Eq>(&mut self, entry: TableEntry, frame: &mut PvsFrame<M>) -> bool {
        let TableEntry { score, bound, best, .. } = entry;
        if bound != Bound::Upper && score.is_win() && score > self.value.score {
            self.value.score = score;
            self.index = best.map(usize::from).filter(|&index| index < frame.moves.len());
            frame.line.clear();
            frame.line.extend(self.index.map(|index| frame.moves[index]));
            return true;
        }
        let is_taken = bound != Bound::Lower && score.is_loss() && score < self.value.score;
        if is_taken {
            self.value.score = score;
        }
        is_taken
    }
}

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The node's value for its mover, found by a `depth`-ply search; outside the window, the value is a bound.
    pub(super) fn search(
        &mut self,
        node: &Node<G>,
        window: Window,
        depth: i32,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Value, Stopped> {
        if depth <= 0 || frames.len() == 1 {
            return self.quiescence(node, window, frames);
        }
        if let Some(value) = self.enter(node, frames)? {
            return Ok(value);
        }
        let (here, below) = frame::split(frames);
        let ply = frame::ply(below);
        if let Some(value) = self.probe_solution(node, window, ply) {
            return Ok(value);
        }
        let key = self.key(node);
        // The moves are listed first, because the prefetched table entry takes time to arrive from memory.
        if let Status::Over(outcome) = self.game.legal_moves(&node.position, &mut here.moves) {
            return Ok(Self::value_of_end(node, ply, &outcome));
        }
        let (hash_move, extension, excluded) = (None, 0, None);
        let search = NodeSearch { node, key, window, ply, depth, hash_move, extension, excluded };
        self.search_listed(&search, frames)
    }

    /// The value of a node that has been counted and has its moves listed. Tries a cutoff by the table or a shallow
    /// search first, then searches the moves. Stores the value in the table.
    pub(super) fn search_listed(
        &mut self,
        search: &NodeSearch<'_, G>,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Value, Stopped> {
        let NodeSearch { key, window, depth, .. } = *search;
        let ply = frame::ply(&frames[1..]);
        let mut known = self.look_up(key, ply);
        if let Some(value) = known.and_then(|entry| self.decided_value(entry, window, depth)) {
            return Ok(value);
        }
        if let Some(value) = self.enhanced_cutoff(search, frames) {
            return Ok(value);
        }
        self.look(search.node, key, ply);
        if let Some(score) = self.reliable_score(search, known, ply) {
            if let Some(value) = self.reverse_futility(search, score, self.stack[ply]) {
                return Ok(value);
            }
            if let Some(value) = self.null_move_cut(search, score, frames)? {
                return Ok(value);
            }
        }
        let depth = depth - self.internal_reduction(search, known);
        let search = &NodeSearch { depth, ..*search };
        if let Some(value) = self.probcut(search, frames)? {
            return Ok(value);
        }
        if known.is_none() && depth >= super::pruning::PROBCUT_DEPTH_MIN {
            // The shallow search has stored its best move.
            known = self.look_up(key, ply);
        }
        let singularity = match known {
            Some(entry) => self.singularity(search, entry, frames)?,
            None => Singularity::NONE,
        };
        if let Some(value) = singularity.cut {
            return Ok(value);
        }
        let extension = singularity.extension;
        let hash_move = known.and_then(|entry| entry.best).map(usize::from);
        let hash_move = hash_move.filter(|&index| index < frames[0].moves.len());
        let search = NodeSearch { hash_move, extension, ..*search };
        let mut best = match self.search_moves(&search, frames)? {
            NodeResult::BestMove(best) => best,
            NodeResult::ByOtherThread(value) => return Ok(value),
        };
        let best_move = best.index.map(|index| frames[0].moves[index]);
        self.learn_correction(&search, best.value, best_move);
        match known.filter(|&entry| self.wins_last && best.take_end(entry, &mut frames[0])) {
            // Both the score and its bound come from the entry.
            Some(entry) => self.remember(key, ply, entry),
            None => self.keep(&search, ply, &best),
        }
        Ok(best.value)
    }

    /// Stores a node's result in the table.
    fn keep(&self, search: &NodeSearch<'_, G>, ply: usize, found: &BestMove) {
        let Value { score, basis } = found.value;
        let bound = search.window.bound(score);
        let best = if bound == Bound::Upper { search.hash_move } else { found.index };
        let best = best.and_then(|index| u8::try_from(index).ok());
        let depth = if basis == Basis::Proof { PROVEN } else { depth_of_entry(search.depth) };
        self.remember(search.key, ply, TableEntry { score, bound, depth, best });
    }

    /// Searches the listed moves.
    pub(super) fn search_moves(
        &mut self,
        search: &NodeSearch<'_, G>,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<NodeResult, Stopped> {
        let (here, below) = frame::split(frames);
        let mut best = BestMove { value: Value::NONE, index: None };
        let single = self.single_reply_extension(here, search);
        let stack_entry = self.stack[frame::ply(below)];
        here.begin();
        while let Some(candidate) = self.next_candidate(search, here) {
            if candidate.moves_before > 0
                && let Some(value) = self.found_meanwhile(search, below)
            {
                return Ok(NodeResult::ByOtherThread(value));
            }
            if self.is_pruned(search, candidate, best.value.score, stack_entry) {
                best.value.basis = Basis::Evaluation;
                continue;
            }
            let Candidate { mv, index, .. } = candidate;
            let is_hash_move = search.hash_move == Some(index);
            let extension = match search.extension {
                less @ ..0 if is_hash_move => single + less,
                more if is_hash_move => single.max(more),
                _ => single,
            };
            let window = search.window.above(best.value.score);
            let depth = search.depth - 1 + extension;
            let claim = self.claim(search, index);
            let value = self.search_move(search.node, candidate, window, depth, below)?;
            self.release(claim);
            here.tried.push(index);
            best.value.basis = best.value.basis.max(value.basis);
            if value.score > best.value.score {
                best = BestMove {
                    value: Value { score: value.score, ..best.value },
                    index: Some(index),
                };
                if value.score >= search.window.beta {
                    self.statistics.cutoffs += 1;
                    self.learn(search.node, here, index, search.depth, search.ply);
                    break;
                }
                if value.score > search.window.alpha {
                    here.set_line(mv, below);
                }
            }
        }
        Ok(NodeResult::BestMove(best))
    }

    /// The index of the next move: the hash move first, then the others, which are ordered when the first one is
    /// needed.
    #[inline]
    pub(super) fn next_in_order(
        &self,
        search: &NodeSearch<'_, G>,
        here: &mut PvsFrame<G::Move>,
    ) -> Option<usize> {
        let hash_moves = usize::from(search.hash_move.is_some());
        if here.taken < hash_moves {
            return search.hash_move;
        }
        if here.taken == hash_moves {
            self.order(search.node, here, search.hash_move.or(search.excluded), search.ply);
        }
        here.next()
    }

    /// The move's value for the node's mover, found by a `depth`-ply search after the move; exact inside the window.
    pub(super) fn search_move(
        &mut self,
        node: &Node<G>,
        candidate: Candidate<G::Move>,
        window: Window,
        depth: i32,
        below: &mut [PvsFrame<G::Move>],
    ) -> Result<Value, Stopped> {
        let mut child = node.clone();
        self.play(node, candidate.mv, &mut child);
        let reduction = self.reduction([node, &child], candidate, window, depth, frame::ply(below));
        if depth > reduction || H::MARGINS.is_some() {
            self.prefetch(&child);
        }
        let view = View::between(node.mover, child.mover);
        let ply = frame::ply(below);
        self.note_move(node, candidate.mv, ply);
        let is_cut_node = self.stack[ply].is_cut_node;
        let mut ask = |this: &mut Self, window: Window, depth, is_cut_node| {
            this.stack[ply + 1].is_cut_node = is_cut_node;
            let value = this.search(&child, view.window(window), depth, below)?;
            Ok(value.in_view(view))
        };
        let is_first = candidate.moves_before == 0;
        let mut value = if is_first {
            ask(self, window, depth, !window.is_open() && !is_cut_node)?
        } else {
            ask(self, window.null(), depth - reduction, true)?
        };
        if reduction > 0 && value.score > window.alpha {
            value = ask(self, window.null(), depth, !is_cut_node)?;
        }
        if !is_first && window.is_open() && window.contains(value.score) {
            value = ask(self, window, depth, false)?;
        }
        self.take_back();
        Ok(value)
    }
}

/// The depth to store in an entry, always below [`PROVEN`].
fn depth_of_entry(depth: i32) -> u8 {
    u8::try_from(depth).unwrap_or(PROVEN).min(PROVEN - 1)
}
