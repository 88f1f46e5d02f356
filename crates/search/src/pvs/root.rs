//! The root: iterative deepening over its moves, and several best lines.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use board_engine::{Deterministic, Game, ZeroSum};

use super::Technique;
use super::aspiration::Aspiration;
use super::frame::{self, Frame};
use super::reductions::Candidate;
use super::worker::Worker;
use crate::limits::Stopped;
use crate::walk::Node;
use crate::window::Window;
use crate::{Depth, Evaluator, Line, Score};

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

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized> Worker<'_, G, E> {
    /// Searches the root deeper and deeper to `last` (Slate and Atkin, "CHESS 4.5", 1977), and calls `on_depth` after each
    /// depth.
    ///
    /// It ends when a depth needed no guess. Left to itself that hardly ever comes where a draw is best: what one depth
    /// finds rests on entries of the depth before, and these on older ones still, back to an opinion that nobody needs
    /// any more. So a depth that had no opinion of its own is followed by one that believes nothing.
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
            let guesses = self.guesses;
            let lines = root.lines;
            let is_found = |&rank: &usize| self.find_best(root, rank, depth, &mut frames).is_ok();
            let found = (0..lines).take_while(is_found).count();
            // Each was searched as the best of those that were left, and may turn out to be more than the ones before.
            root.moves[..found].sort_by_key(|line| Reverse(line.score));
            if found < lines {
                return End::CutOff;
            }
            let control = on_depth(self, root, depth);
            if depth >= last || self.guesses == guesses {
                return End::Complete;
            }
            if control.is_break() {
                return End::CutOff;
            }
            // Where only the table was believed, all lines end within the depth, and the next search may prove it.
            self.is_proof = self.guesses.opinions == guesses.opinions;
            depth = depth.next();
        }
    }

    /// Finds the best move but for the first `rank`, and puts it in place `rank`.
    fn find_best(
        &mut self,
        root: &mut Root<G>,
        rank: usize,
        depth: Depth,
        frames: &mut [Frame<G::Move>],
    ) -> Result<(), Stopped> {
        let expected = root.moves[rank].score;
        let is_narrow = depth.plies() >= ASPIRATION_DEPTH_MIN && self.has(Technique::Aspiration);
        let mut aspiration =
            if is_narrow { Aspiration::around(expected) } else { Aspiration::open() };
        loop {
            let score = self.search_root(root, rank, depth, aspiration.window, frames)?;
            if !aspiration.is_missed_by(score) {
                return Ok(());
            }
        }
    }

    fn search_root(
        &mut self,
        root: &mut Root<G>,
        rank: usize,
        depth: Depth,
        window: Window,
        frames: &mut [Frame<G::Move>],
    ) -> Result<Score, Stopped> {
        self.count_node()?;
        let (_, below) = frame::split(frames);
        let mut best = Score::MIN;
        for place in rank..root.moves.len() {
            let candidate = Candidate {
                mv: root.moves[place].moves[0],
                index: place - rank,
                window: window.above(best),
                depth: i32::try_from(depth.plies()).unwrap_or(i32::MAX) - 1,
            };
            let score = self.search_move(&root.node, &candidate, below)?;
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                root.put_first(rank, place, score, &below[0].line);
            }
            if score >= window.beta {
                self.statistics.cutoffs += 1;
                break;
            }
        }
        Ok(best)
    }

    /// Puts the root's moves in the order in which any node's moves are searched.
    fn order_root(&mut self, root: &mut Root<G>, frame: &mut Frame<G::Move>) {
        frame.moves.clear();
        frame.moves.extend(root.moves.iter().map(|line| line.moves[0]));
        let key = self.key(&root.node);
        let known = self.look_up(key, 0);
        let best = known.and_then(|entry| entry.best).map(usize::from);
        let best = best.filter(|&place| place < frame.moves.len());
        self.order(&root.node, frame, best);
        let mut places: Vec<usize> = best.into_iter().collect();
        places.extend(std::iter::from_fn(|| frame.next()));
        root.moves = places.into_iter().map(|place| root.moves[place].clone()).collect();
    }
}

impl<G: Game> Root<G> {
    /// Moves the line at `place` up to `rank`, since it is worth `score` and goes on with `line`.
    fn put_first(&mut self, rank: usize, place: usize, score: Score, line: &[G::Move]) {
        let best = &mut self.moves[place];
        best.score = score;
        best.moves.truncate(1);
        best.moves.extend_from_slice(line);
        self.moves[rank..=place].rotate_right(1);
    }
}
