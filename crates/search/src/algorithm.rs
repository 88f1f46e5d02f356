//! What all algorithms have in common: what they are asked and what they answer.

use std::ops::AddAssign;

use board_engine::{Game, KeyHistory};

use crate::{Evaluator, Limits, Score};

/// A position to be searched.
#[derive(Debug)]
pub struct Task<'a, G: Game, E: ?Sized> {
    /// The rules.
    pub game: &'a G,
    /// What unfinished positions are worth.
    pub evaluator: &'a E,
    /// The root.
    pub position: &'a G::Position,
    /// The positions up to the root, which is the newest; `None` if nothing came before it. The search sees by it
    /// which positions come back.
    pub history: Option<&'a KeyHistory>,
}

/// A way to search, chosen at compile time.
pub trait Algorithm<G: Game> {
    /// Searches the position within the limits. It looks ahead exactly `limits.depth` plies wherever the game goes
    /// on so long and the line can matter; depth 0 evaluates the root. [`Determinized`](crate::Determinized) looks at least
    /// one ply ahead, and [`InformationSets`](crate::InformationSets), which plays games to their end, knows no depth.
    fn search<E: Evaluator<G> + ?Sized>(
        &self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
    ) -> Report<G::Move>;
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The root's best move: the first one of the best line, or the one that would have been searched first if there is
    /// no line. `None` only if the game is over at the root.
    pub best: Option<M>,
    /// What the root is worth for the seat whose turn it is. If the search was cut off, what the best of the root
    /// moves is worth whose lines were all searched; the evaluator's opinion of the root if there are none.
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
    /// How often the evaluator judged an unfinished position.
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
