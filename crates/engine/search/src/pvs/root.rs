//! The root: iterative deepening with aspiration windows, and several best lines.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use board_engine::{Deterministic, Game, ZeroSum};

use super::frame::{Basis, Candidate, PvsFrame, Value};
use super::worker::Worker;
use super::{Technique, frame};
use crate::limits::Stopped;
use crate::score::Window;
use crate::walk::Node;
use crate::{Depth, Evaluator, Hints, Line, Score};

/// The root with its moves, best first if the order is known.
pub(super) struct Root<G: Game> {
    pub(super) node: Node<G>,
    /// Each move with its newest result.
    pub(super) moves: Vec<Line<G::Move>>,
    /// The number of best lines to find.
    pub(super) lines: usize,
}

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The search reached its depth, or searching deeper couldn't change the result.
    Complete,
    /// A limit stopped the search.
    CutOff,
}

/// Minimum depth for a narrow first window: results from shallower searches change too much.
const ASPIRATION_DEPTH_MIN: usize = 4;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// Searches the root with increasing depth up to `last` (Slate and Atkin, "CHESS 4.5", 1977), and calls `on_depth`
    /// after each depth.
    ///
    /// The search ends when a depth is proven. In drawn positions, this rarely happens on its own: each iteration uses
    /// entries of the previous one, which in turn used older entries, and so on down to an evaluation that is no longer
    /// needed. Therefore, if an iteration didn't need any evaluation, the next one uses only proven entries.
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
            // Each line was searched as the best of the remaining moves and may score higher than earlier lines.
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
            // If the only unproven values were table entries, all lines end within the depth, and the next search may
            // prove the result.
            self.is_proof = basis == Basis::TableEntry;
            depth = depth.next();
        }
    }

    /// Finds the best lines one after another. Returns the number of lines found before a limit stopped the search, and
    /// their basis.
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

    /// Finds the best move after the first `rank` moves, and moves it to index `rank`. Returns the basis of the root's
    /// value.
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

    /// Orders the root's moves like any node's moves.
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
    /// Moves the root move at `index` up to `rank`, with its `score` and `line`.
    fn put_first(&mut self, rank: usize, index: usize, score: Score, line: &[G::Move]) {
        let best = &mut self.moves[index];
        best.score = score;
        best.moves.truncate(1);
        best.moves.extend_from_slice(line);
        self.moves[rank..=index].rotate_right(1);
    }
}

/// A window around the expected score. If the score falls outside, the window is widened on that side
/// (<https://www.chessprogramming.org/Aspiration_Windows>).
#[derive(Debug)]
pub(super) struct Aspiration {
    pub(super) window: Window,
    /// The window increase at the next miss.
    step: i32,
}

/// Half the width of the first window, in hundredths.
const STEP: i32 = 12;
/// The step size at which a side of the window is fully opened.
const STEP_MAX: i32 = 1_000;

impl Aspiration {
    /// A window that contains all scores.
    pub(super) const fn open() -> Self {
        Self { window: Window::FULL, step: STEP_MAX }
    }

    /// A narrow window around `score`, or an open window if the score is decided: decided scores jump.
    pub(super) fn around(score: Score) -> Self {
        if score.is_decided() {
            return Self::open();
        }
        let window = Window { alpha: score.plus(-STEP), beta: score.plus(STEP) };
        Self { window, step: STEP }
    }

    /// Widens the window if `score` is outside it. Returns `true` if the window was widened.
    pub(super) fn is_missed_by(&mut self, score: Score) -> bool {
        if self.window.contains(score) {
            return false;
        }
        self.step *= 4;
        let is_open = self.step >= STEP_MAX || score.is_decided();
        if score <= self.window.alpha {
            self.window.alpha = if is_open { Score::MIN } else { score.plus(-self.step) };
        } else {
            self.window.beta = if is_open { Score::MAX } else { score.plus(self.step) };
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_grows_until_it_contains_the_score() {
        for value in [-3_000, -100, -5, 0, 11, 12, 13, 900] {
            let score = Score::new(value);
            let mut aspiration = Aspiration::around(Score::ZERO);
            let mut misses = 0;
            while aspiration.is_missed_by(score) {
                misses += 1;
            }
            assert!(aspiration.window.contains(score) && misses <= 4, "{value}");
            assert_eq!(misses == 0, value.abs() < STEP, "{value}");
        }
    }

    #[test]
    fn decisive_scores_open_the_window() {
        assert_eq!(Aspiration::around(Score::win_in(3)).window, Window::FULL);
        let mut aspiration = Aspiration::around(Score::ZERO);
        assert!(aspiration.is_missed_by(Score::loss_in(4)));
        assert_eq!(aspiration.window.alpha, Score::MIN);
    }
}
