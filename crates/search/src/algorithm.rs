//! What all algorithms have in common: what they are asked and what they answer.

use std::ops::{AddAssign, ControlFlow};

use board_engine::{Game, KeyHistory};

use crate::{Evaluator, Limits, Progress, Score};

/// A position to be searched.
#[derive(Debug)]
pub struct Task<'a, G: Game, E: ?Sized> {
    /// The rules.
    pub game: &'a G,
    /// Scores unfinished positions.
    pub evaluator: &'a E,
    /// The root.
    pub position: &'a G::Position,
    /// The positions up to the root, which is the newest; `None` if nothing came before it. The search sees by it
    /// which positions come back.
    pub history: Option<&'a KeyHistory>,
}

/// Is called with what a search knows so far; [`ControlFlow::Break`] ends the search.
pub type Listener<'a, M> = &'a mut dyn FnMut(&Progress<M>) -> ControlFlow<()>;

/// A way to search, chosen at compile time. The value holds what the search learns and keeps for later searches.
pub trait Algorithm<G: Game> {
    /// Whether [`Limits::depth`] ends a search. Where it doesn't, a search ends by another limit or when it has proven the
    /// root.
    const HAS_DEPTH: bool = true;

    /// Searches the position within the limits.
    ///
    /// The textbook's algorithms look ahead exactly `limits.depth` plies wherever the game goes on so long and the line
    /// can matter; depth 0 evaluates the root. Those that search in several steps call `listener` after each of them, the
    /// others once, when they have reached their depth.
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move>;

    /// [`search_with`](Self::search_with) no listener.
    fn search<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
    ) -> Report<G::Move> {
        self.search_with(task, limits, &mut |_| ControlFlow::Continue(()))
    }

    /// Forgets what earlier searches have learned, and gets the memory that a search needs.
    fn forget(&mut self) {}

    /// Draws all random numbers of later searches from this seed.
    fn reseed(&mut self, _seed: u64) {}
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The root's best move: the first one of the best line, or the one that would have been searched first if there is
    /// no line. `None` only if the game is over at the root.
    pub best: Option<M>,
    /// The root's score for the seat whose turn it is. If the search was cut off, the score of the best of those root
    /// moves whose lines were all searched; the static evaluation of the root if there are none.
    pub score: Score,
    /// The best play of all seats, from the root on (the principal variation); empty at depth 0. It ends where the
    /// search ends, or earlier where the game does.
    pub line: Vec<M>,
    /// What it cost.
    pub statistics: Statistics,
    /// Whether the search was done to its depth; `false` if a limit cut it off.
    pub completed: bool,
}

/// What a search cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Positions visited, the root included.
    pub nodes: u64,
    /// How often an unfinished position was evaluated.
    pub evaluations: u64,
    /// Positions whose further moves were left out because one was good enough (prunes).
    pub cutoffs: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.cutoffs += other.cutoffs;
    }
}
