//! What is told while a search goes on.

use crate::{Depth, Score, Statistics};

/// What a search knows after a depth is completed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress<M> {
    /// The depth.
    pub depth: Depth,
    /// The most plies that a line had so far.
    pub selective_depth: usize,
    /// What the search has cost so far, by all threads.
    pub statistics: Statistics,
    /// How many of a thousand entries of the table this search has written.
    pub table_per_mille: u16,
    /// The best lines, best first: as many as were asked for, or as the root has moves.
    pub lines: Vec<Line<M>>,
}

impl<M> Progress<M> {
    /// Whether every line leads to the end of the game, and that lies within the depth. Where all ends have payoffs of
    /// 1, 0 and −1 and nothing was left out, a deeper search finds nothing better.
    pub fn is_decided(&self) -> bool {
        let ends = |line: &Line<M>| {
            line.score.plies_to_end().is_some_and(|plies| plies as usize <= self.depth.plies())
        };
        self.lines.iter().all(ends)
    }
}

/// A line of play from the root on, with what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// What it is worth for the seat whose turn it is at the root.
    pub score: Score,
    /// The moves; at least one.
    pub moves: Vec<M>,
}
