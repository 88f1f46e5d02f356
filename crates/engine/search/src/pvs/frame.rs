//! Per-ply state of the search: frames, stack entries, the path, and node values.

use std::collections::VecDeque;

use board_engine::{Game, KeyHistory, Seat};

use crate::score::{View, Window};
use crate::walk::Node;
use crate::{MoveIndex, Score};

/// One ply in the current line. All positions at this ply reuse the frame, so nothing is allocated once the lists have
/// grown.
#[derive(Clone, Debug)]
pub(super) struct PvsFrame<M> {
    /// The legal moves in the current position, in the rules' order.
    pub(super) moves: Vec<M>,
    /// The keys of the positions after these moves, if prefetched together.
    pub(super) keys: Vec<u64>,
    /// The moves left to search.
    pub(super) order: Vec<ScoredIndex>,
    /// The indices in `moves` of the searched moves.
    pub(super) tried: Vec<usize>,
    /// The number of moves taken from the order.
    pub(super) taken: usize,
    /// Moves deferred because another thread was searching them.
    pub(super) put_off: VecDeque<Candidate<M>>,
    /// Quiet moves that refuted sister positions, newest first.
    pub(super) killers: [Option<M>; 2],
    /// The best line from here; empty if only a bound was found.
    pub(super) line: Vec<M>,
}

/// A move to search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    /// The move's index in the list of legal moves.
    pub(super) index: usize,
    /// The number of moves ordered before this one.
    pub(super) moves_before: usize,
}

/// A move's index in the list of legal moves and its ordering score, packed into one number. The best move has the
/// greatest number; among equal scores, this is the first move in the rules' order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScoredIndex(i64);

impl ScoredIndex {
    /// Scores have 47 bits. Indices from 65,535 on, which no game has, are stored as 65,535.
    #[inline]
    pub(super) fn new(score: i64, index: usize) -> Self {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        Self(score << u16::BITS | i64::from(!index))
    }

    /// The only legal move.
    #[inline]
    pub(super) fn only() -> Self {
        Self::new(0, 0)
    }

    #[inline]
    fn index(self) -> usize {
        let [low, high, ..] = self.0.to_le_bytes();
        usize::from(!u16::from_le_bytes([low, high]))
    }
}

/// Maximum length of a line in plies. The position at the end of such a line is evaluated.
pub(super) const PLIES_MAX: usize = 255;

/// Returns a frame for each ply and one for the horizon of the longest lines.
pub(super) fn frames<M: Copy>() -> Vec<PvsFrame<M>> {
    let frame = PvsFrame {
        moves: Vec::new(),
        keys: Vec::new(),
        order: Vec::new(),
        tried: Vec::new(),
        taken: 0,
        put_off: VecDeque::new(),
        killers: [None; 2],
        line: Vec::new(),
    };
    vec![frame; PLIES_MAX + 1]
}

/// The current node's ply, given the frames below it.
#[inline]
pub(super) const fn ply<M>(below: &[PvsFrame<M>]) -> usize {
    PLIES_MAX - below.len()
}

/// Splits off the current ply's frame from the frames for the plies below.
#[inline]
pub(super) fn split<M>(frames: &mut [PvsFrame<M>]) -> (&mut PvsFrame<M>, &mut [PvsFrame<M>]) {
    frames.split_first_mut().expect("the search ends at the last frame")
}

impl<M: Copy + Eq> PvsFrame<M> {
    /// Resets the frame: no move has been searched yet.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.line.clear();
        self.tried.clear();
        self.order.clear();
        self.put_off.clear();
        self.taken = 0;
    }

    /// Takes the next move in order and returns its index.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        let (&first, rest) = self.order.split_first()?;
        let (mut at, mut best) = (0, first);
        for (left, &scored) in (1..).zip(rest) {
            if scored > best {
                (at, best) = (left, scored);
            }
        }
        self.order.swap_remove(at);
        Some(best.index())
    }

    /// Sets the best line to `mv` followed by the line of the ply below.
    #[inline]
    pub(super) fn set_line(&mut self, mv: M, below: &[Self]) {
        self.line.clear();
        self.line.push(mv);
        if let Some(next) = below.first() {
            self.line.extend_from_slice(&next.line);
        }
    }
}

/// Per-ply search state used by pruning and reductions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The key of the node.
    pub(super) key: u64,
    /// The static evaluation; `None` in check, or if the game's [`Hints`] don't allow the search to rely on it.
    pub(super) static_score: Option<Score>,
    /// The static evaluation before correction.
    pub(super) raw_score: Option<Score>,
    /// `true` if the evaluation has improved since the mover's previous move.
    pub(super) improves: bool,
    /// `true` if the previous move was a pass.
    pub(super) is_after_pass: bool,
    /// The mover and the index of the move that led here; `None` at the root and after a pass.
    pub(super) led_by: Option<(Seat, MoveIndex)>,
    /// `true` if some move is expected to cause a cutoff (a cut node).
    pub(super) is_cut_node: bool,
}

/// A node to search, with the search parameters.
pub(super) struct NodeSearch<'a, G: Game> {
    pub(super) node: &'a Node<G>,
    /// The node's key.
    pub(super) key: u64,
    pub(super) window: Window,
    /// The node's distance from the root in plies.
    pub(super) ply: usize,
    /// The number of plies to search, including this one.
    pub(super) depth: i32,
    /// The hash move's index.
    pub(super) hash_move: Option<usize>,
    /// The hash move's extension in plies, if the move is far better than all others.
    pub(super) extension: i32,
    /// The index of a move that is skipped.
    pub(super) excluded: Option<usize>,
}

impl<G: Game> Clone for NodeSearch<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for NodeSearch<'_, G> {}

/// A score with its basis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    pub(super) basis: Basis,
}

/// The basis for a score, in descending order of certainty. A score with several bases is only as certain as the least
/// certain of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Basis {
    /// Ends of the game: no deeper search can find anything else.
    Proof,
    /// A table entry that isn't proven.
    TableEntry,
    /// A static evaluation, or an end of the game that depends on the path: by repetition or by a rule that counts
    /// moves. The table stores positions without their paths.
    Evaluation,
}

impl Value {
    /// The value before anything has been searched.
    pub(super) const NONE: Self = Self { score: Score::MIN, basis: Basis::Proof };

    /// The value as seen from the other side of a move.
    #[inline]
    pub(super) fn in_view(self, view: View) -> Self {
        Self { score: view.score(self.score), ..self }
    }
}

/// The keys of the positions up to the current one, starting with the oldest position that can still recur at the root.
///
/// A key is computed when first needed. After an irreversible move no earlier position can recur, so the end of a line
/// of captures doesn't need any keys.
#[derive(Debug)]
pub(super) struct Path {
    steps: Vec<PathEntry>,
    /// The index of the root.
    root: usize,
}

#[derive(Clone, Copy, Debug)]
struct PathEntry {
    /// The position's key, set for every position before or after a reversible move.
    key: Option<u64>,
    /// The index of the oldest step whose position can still repeat.
    floor: usize,
}

impl Path {
    /// The path that ends at the newest position of `history`, the search root.
    pub(super) fn from(history: &KeyHistory) -> Self {
        let steps: Vec<PathEntry> =
            history.keys_since_cut().map(|key| PathEntry { key: Some(key), floor: 0 }).collect();
        Self { root: steps.len().saturating_sub(1), steps }
    }

    /// Continues from `before`, the current position, to `after`, the position after `mv`.
    #[inline]
    pub(super) fn push<G: Game>(
        &mut self,
        game: &G,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
    ) {
        let step = if game.irreversible(before, mv) {
            PathEntry { key: None, floor: self.steps.len() }
        } else {
            self.key(game, before);
            let floor = self.steps.last().map_or(0, |step| step.floor);
            PathEntry { key: Some(game.key(after)), floor }
        };
        self.steps.push(step);
    }

    /// Continues to the position after a pass. From there, repetition ignores all earlier positions.
    #[inline]
    pub(super) fn push_pass(&mut self) {
        self.steps.push(PathEntry { key: None, floor: self.steps.len() });
    }

    /// Returns to the position before the current one.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// The key of `position`, the current position.
    #[inline]
    pub(super) fn key<G: Game>(&mut self, game: &G, position: &G::Position) -> u64 {
        let Some(step) = self.steps.last_mut() else { return game.key(position) };
        *step.key.get_or_insert_with(|| game.key(position))
    }

    /// The indices of the steps with earlier occurrences of the current position, newest first.
    #[inline]
    pub(super) fn earlier(&self) -> impl Iterator<Item = usize> {
        let (key, earlier) = match self.steps.split_last() {
            Some((last, earlier)) => (last.key, &earlier[last.floor.min(earlier.len())..]),
            None => (None, &[][..]),
        };
        let floor = self.steps.len().saturating_sub(1 + earlier.len());
        let same = earlier.iter().enumerate().rev().filter(move |(_, step)| step.key == key);
        same.map(move |(index, _)| floor + index)
    }

    /// Returns `true` if the search has made an irreversible move on the path to the current position.
    #[inline]
    pub(super) fn has_left_root(&self) -> bool {
        self.steps.last().is_some_and(|step| step.floor > self.root)
    }

    /// Returns `true` if the step with this index is at or below the root.
    #[inline]
    pub(super) const fn is_within_search(&self, index: usize) -> bool {
        index >= self.root
    }
}
