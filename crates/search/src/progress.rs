//! What a search knows while it goes on.

use crate::{Depth, Report, Score, Statistics};

/// What a search knows after one of its steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress<M> {
    /// The depth that is completed; without depths the length of the best line.
    pub depth: Depth,
    /// The most plies that a line had so far, if they are counted.
    pub selective_depth: Option<usize>,
    /// What the search has cost so far, by all threads.
    pub statistics: Statistics,
    /// How much of its table or tree is in use, in thousandths, if it has one: of a table, the entries that this search
    /// has written.
    pub table_per_mille: Option<u16>,
    /// The best lines, best first: as many as were asked for, or as the root has moves.
    pub lines: Vec<Line<M>>,
}

impl<M: Clone> Progress<M> {
    /// What a search to this depth knows when it has found this.
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
    /// Whether every line leads to the end of the game, and that lies within the depth. Where all ends have payoffs of
    /// 1, 0 and −1 and nothing was left out, a deeper search finds nothing better.
    pub fn is_decided(&self) -> bool {
        let ends = |line: &Line<M>| {
            line.score.plies_to_end().is_some_and(|plies| plies as usize <= self.depth.plies())
        };
        self.lines.iter().all(ends)
    }
}

/// A line of play from the root on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// Its score for the seat whose turn it is at the root.
    pub score: Score,
    /// The moves; none where no move was searched.
    pub moves: Vec<M>,
}
