//! The root: iterative deepening over its moves, and several best lines.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use board_engine::{Deterministic, Game, ZeroSum};

use super::Technique;
use super::aspiration::Aspiration;
use super::frame::{self, Candidate, PvsFrame};
use super::value::{Basis, Value};
use super::worker::Worker;
use crate::limits::Stopped;
use crate::walk::Node;
use crate::window::Window;
use crate::{Depth, Evaluator, Hints, Line, Score};

/// The root with its moves, best first as far as is known.
pub(super) struct Root<G: Game> {
    pub(super) node: Node<G>,
    /// Each move with what was found of it last.
    pub(super) moves: Vec<Line<G::Move>>,
    /// How many of them are to be found best, second best and so on.
    pub(super) lines: usize,
}

/// How far a search came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// It reached its depth, or nothing deeper could change what it found.
    Complete,
    /// It was cut off.
    CutOff,
}

/// From this depth on the window is narrow at first: what shallow searches find changes too much.
const ASPIRATION_DEPTH_MIN: usize = 4;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// Searches the root deeper and deeper to `last` (Slate and Atkin, "CHESS 4.5", 1977), and calls `on_depth` after each
    /// depth.
    ///
    /// It ends when a depth is proven. Left to itself that hardly ever comes where a draw is best: what one depth finds
    /// rests on entries of the depth before, and these on older ones still, back to an evaluation that is not
    /// needed anymore. So a depth that needed no evaluation is followed by one that uses proven entries alone.
    pub(super) fn deepen(
        &mut self,
        root: &mut Root<G>,
        last: Depth,
        mut on_depth: impl FnMut(&mut Self, &Root<G>, Depth) -> ControlFlow<()>,
    ) -> End {
        let mut frames = frame::frames();
        self.order_root(root, &mut frames[0]);
        let mut depth = Depth::ONE;
        loop {
            let (found, basis) = self.find_lines(root, depth, &mut frames);
            // Each was searched as the best of those that were left, and may turn out to be more than the ones before.
            root.moves[..found].sort_by_cached_key(|line| Reverse(line.score));
            if found < root.lines {
                return End::CutOff;
            }
            let control = on_depth(self, root, depth);
            if depth >= last || basis == Basis::Proof {
                return End::Complete;
            }
            if control.is_break() {
                return End::CutOff;
            }
            // Where only entries of the table were used, all lines end within the depth, and the next search may prove it.
            self.is_proof = basis == Basis::Entry;
            depth = depth.next();
        }
    }

    /// Finds the best lines one after the other. Returns how many were found before the search was cut off, and what they
    /// rest on.
    fn find_lines(
        &mut self,
        root: &mut Root<G>,
        depth: Depth,
        frames: &mut [PvsFrame<G::Move>],
    ) -> (usize, Basis) {
        let mut all = Basis::Proof;
        for rank in 0..root.lines {
            match self.find_best(root, rank, depth, frames) {
                Ok(basis) => all = all.max(basis),
                Err(Stopped) => return (rank, all),
            }
        }
        (root.lines, all)
    }

    /// Finds the best move but for the first `rank`, and moves it to the index `rank`. Returns what that rests on.
    fn find_best(
        &mut self,
        root: &mut Root<G>,
        rank: usize,
        depth: Depth,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Basis, Stopped> {
        let expected = root.moves[rank].score;
        let is_narrow = depth.plies() >= ASPIRATION_DEPTH_MIN && self.has(Technique::Aspiration);
        let mut aspiration =
            if is_narrow { Aspiration::around(expected) } else { Aspiration::open() };
        let mut all = Basis::Proof;
        loop {
            let Value { score, basis } =
                self.search_root(root, rank, depth, aspiration.window, frames)?;
            all = all.max(basis);
            if !aspiration.is_missed_by(score) {
                return Ok(all);
            }
        }
    }

    fn search_root(
        &mut self,
        root: &mut Root<G>,
        rank: usize,
        depth: Depth,
        window: Window,
        frames: &mut [PvsFrame<G::Move>],
    ) -> Result<Value, Stopped> {
        self.count_node()?;
        let key = self.key(&root.node);
        self.look(&root.node, key, 0);
        let (_, below) = frame::split(frames);
        let plies_below = i32::try_from(depth.plies()).unwrap_or(i32::MAX) - 1;
        let mut best = Value::NONE;
        for index in rank..root.moves.len() {
            let mv = root.moves[index].moves[0];
            let candidate = Candidate { mv, index, moves_before: index - rank };
            let open = window.above(best.score);
            let Value { score, basis } =
                self.search_move(&root.node, candidate, open, plies_below, below)?;
            best.basis = best.basis.max(basis);
            if score <= best.score {
                continue;
            }
            best.score = score;
            if score > window.alpha {
                root.put_first(rank, index, score, &below[0].line);
            }
            if score >= window.beta {
                self.statistics.cutoffs += 1;
                break;
            }
        }
        Ok(best)
    }

    /// Puts the root's moves in the order in which any node's moves are searched.
    fn order_root(&mut self, root: &mut Root<G>, frame: &mut PvsFrame<G::Move>) {
        frame.moves.clear();
        frame.moves.extend(root.moves.iter().map(|line| line.moves[0]));
        let key = self.key(&root.node);
        let known = self.look_up(key, 0);
        let best = known.and_then(|entry| entry.best).map(usize::from);
        let best = best.filter(|&index| index < frame.moves.len());
        self.order(&root.node, frame, best, 0);
        let mut indices: Vec<usize> = best.into_iter().collect();
        indices.extend(std::iter::from_fn(|| frame.next()));
        root.moves = indices.into_iter().map(|index| root.moves[index].clone()).collect();
    }
}

impl<G: Game> Root<G> {
    /// Moves the line at `index` up to `rank`, since its score is `score` and it goes on with `line`.
    fn put_first(&mut self, rank: usize, index: usize, score: Score, line: &[G::Move]) {
        let best = &mut self.moves[index];
        best.score = score;
        best.moves.truncate(1);
        best.moves.extend_from_slice(line);
        self.moves[rank..=index].rotate_right(1);
    }
}
