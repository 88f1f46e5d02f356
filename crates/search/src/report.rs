//! The result of a search.

use std::ops::AddAssign;

use crate::Score;

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
