//! The interface for all algorithms: task, evaluator, progress and report.

use std::ops::{AddAssign, ControlFlow};

use board_engine::{Game, KeyHistory, Seat};

use crate::{Depth, Limits, Score};

/// A position to search.
#[derive(Debug)]
pub struct Task<'a, G: Game, E: ?Sized> {
    /// The rules.
    pub game: &'a G,
    /// Scores unfinished positions.
    pub evaluator: &'a E,
    /// The root.
    pub position: &'a G::Position,
    /// The positions up to and including the root; `None` if there are no positions before the root. The search uses
    /// these positions to detect repetitions.
    pub history: Option<&'a KeyHistory>,
}

/// Receives the results so far; [`ControlFlow::Break`] ends the search.
pub type Listener<'a, M> = &'a mut dyn FnMut(&Progress<M>) -> ControlFlow<()>;

/// A search algorithm, chosen at compile time. The value stores what the search has learned, for reuse in later
/// searches.
pub trait Algorithm<G: Game> {
    /// `true` if [`Limits::depth`] ends a search. Otherwise, the search ends at another limit, or when it has proven
    /// the root.
    const HAS_DEPTH: bool = true;

    /// Searches the position within the limits.
    ///
    /// The textbook algorithms look exactly `limits.depth` plies ahead; depth 0 evaluates the root. Algorithms that
    /// search in steps call `listener` after each step, the others call it once at the end.
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move>;

    /// [`search_with`](Self::search_with) without a listener.
    fn search<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
    ) -> Report<G::Move> {
        self.search_with(task, limits, &mut |_| ControlFlow::Continue(()))
    }

    /// Forgets what earlier searches have learned, and allocates the memory for a search.
    fn forget(&mut self) {}

    /// Seeds the random numbers for later searches.
    fn reseed(&mut self, _seed: u64) {}
}

/// Scores positions where a search stops before the game is over. Learned weights are fields of the evaluator's value.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The score of the unfinished `position` for `seat`. In a [`ZeroSum`](board_engine::ZeroSum) game the scores of
    /// the two seats must cancel. Otherwise, algorithms that only use the mover's view would search a different game.
    fn evaluate(&self, game: &G, position: &G::Position, seat: Seat) -> Score;

    /// Returns `true` if a random playout may end at the unfinished `position`, with scores in place of payoffs. This
    /// shortcut is valid if the rest of the game doesn't depend on earlier choices, such as between two rounds, before
    /// everything is dealt again. At such positions, a payoff of 1 scores 100. `false` by default: games are played to
    /// their ends.
    fn ends_playout(&self, _game: &G, _position: &G::Position) -> bool {
        false
    }

    /// The score of one game unit. Between equal players, a lead of one unit wins three times as often as it loses: a
    /// man in draughts, a pawn in chess, eight discs in Othello, half a point in backgammon. Scores for users, the
    /// coach, the levels and adjudication are in hundredths of the unit ([`Score::in_units`]). The default is 100; it
    /// must be positive.
    fn unit(&self) -> i32 {
        100
    }

    /// The score of a payoff of 1, if this evaluator estimates payoffs. Searches in games with chance use it to weigh
    /// static scores against real payoffs. The default is 100; use more if differences below a hundredth of a payoff
    /// matter.
    fn payoff_scale(&self) -> i32 {
        100
    }
}

/// An evaluator that scores all unfinished positions as equal. A search that uses it sees only the ends of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    #[inline]
    fn evaluate(&self, _: &G, _: &G::Position, _: Seat) -> Score {
        Score::ZERO
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The root's best move: the first move of the best line, or the first legal move if there is no line. `None` only
    /// if the game is over at the root.
    pub best: Option<M>,
    /// The root's score for the seat to move. If the search was interrupted, this is the score of the best fully
    /// searched root move, or the static evaluation if no root move was fully searched.
    pub score: Score,
    /// The principal variation from the root; empty at depth 0. It ends at the horizon or at the
    /// end of the game.
    pub line: Vec<M>,
    /// The cost of the search.
    pub statistics: Statistics,
    /// `true` if the search reached its depth; `false` if a limit stopped it.
    pub completed: bool,
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Positions visited, including the root.
    pub nodes: u64,
    /// The number of static evaluations.
    pub evaluations: u64,
    /// Positions that caused a beta cutoff.
    pub cutoffs: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.cutoffs += other.cutoffs;
    }
}

/// The result of one search step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress<M> {
    /// The completed depth; for searches without a depth, the length of the best line.
    pub depth: Depth,
    /// The length of the longest line so far, in plies, if measured.
    pub selective_depth: Option<usize>,
    /// The search's cost so far, over all threads.
    pub statistics: Statistics,
    /// The fill level of the table or tree, if any, in permille. For a table, only entries written by this search
    /// count.
    pub table_per_mille: Option<u16>,
    /// The best lines, best first: as many as requested, or one per root move if there are fewer moves.
    pub lines: Vec<Line<M>>,
}

impl<M: Clone> Progress<M> {
    /// The progress of a search that reached this depth with this report.
    pub(crate) fn of(depth: Depth, report: &Report<M>) -> Self {
        Self {
            depth,
            selective_depth: None,
            statistics: report.statistics,
            table_per_mille: None,
            lines: vec![Line { score: report.score, moves: report.line.clone() }],
        }
    }
}

impl<M> Progress<M> {
    /// Returns `true` if every line ends the game within the depth. If all payoffs are 1, 0 or −1 and nothing was
    /// pruned, a deeper search can't find anything better.
    pub fn is_decided(&self) -> bool {
        let ends = |line: &Line<M>| {
            line.score.plies_to_end().is_some_and(|plies| plies as usize <= self.depth.plies())
        };
        self.lines.iter().all(ends)
    }
}

/// A line of play from the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The score for the seat to move at the root.
    pub score: Score,
    /// The moves; empty if no move was searched.
    pub moves: Vec<M>,
}
