//! An analysis result.

use std::time::Duration;

use games_package::{Thinking, Valuation};
use opening_book::BookMove;
use tablebase::TableValue;
use thiserror::Error;

/// The newest report on each line, with its time, best line first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines(Vec<(Duration, Thinking)>);

impl Lines {
    /// Adds a report. The new report replaces reports from other depths and the report with the same rank.
    pub fn add(&mut self, elapsed: Duration, thinking: Thinking) {
        self.0.retain(|(_, known)| known.depth == thinking.depth && known.rank != thinking.rank);
        self.0.push((elapsed, thinking));
        self.0.sort_by_key(|(_, known)| known.rank);
    }

    /// The best line.
    pub fn best(&self) -> Option<&(Duration, Thinking)> {
        self.0.first()
    }

    /// All lines, best first.
    pub fn iter(&self) -> std::slice::Iter<'_, (Duration, Thinking)> {
        self.0.iter()
    }

    /// Returns `true` if there are no reports.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(Duration, Thinking)> for Lines {
    fn from_iter<I: IntoIterator<Item = (Duration, Thinking)>>(reports: I) -> Self {
        let mut lines = Self::default();
        reports.into_iter().for_each(|(elapsed, thinking)| lines.add(elapsed, thinking));
        lines
    }
}

impl<'a> IntoIterator for &'a Lines {
    type Item = &'a (Duration, Thinking);
    type IntoIter = std::slice::Iter<'a, (Duration, Thinking)>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// An analysis result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The player's last reports.
    pub lines: Lines,
    /// The move that the player would play, in the game's notation.
    pub chosen: String,
    /// Duration of the analysis.
    pub elapsed: Duration,
    /// `true` if there was only one legal move.
    pub is_forced: bool,
    /// The position's value for its side to move, if the tablebases contain the position.
    pub table: Option<TableValue>,
    /// The opening book's moves for the position, best first; empty if unknown.
    pub book: Vec<BookMove>,
}

impl Analysis {
    /// The best line's score for the mover; `None` if the player didn't report a score.
    pub fn valuation(&self) -> Option<Valuation> {
        self.lines.best().map(|(_, best)| best.valuation)
    }

    /// The best line's depth in plies; `None` if the player didn't report a depth.
    pub fn depth(&self) -> Option<u32> {
        self.lines.best().map(|(_, best)| best.depth)
    }

    /// The moves in the best line; only the chosen move if the player didn't report a line.
    pub fn line(&self) -> &str {
        self.lines.best().map_or(&self.chosen, |(_, best)| &best.line)
    }
}

/// The reason why an analysis has no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The analysis was stopped.
    #[error("the analysis was stopped")]
    Stopped,
    /// The player is a person.
    #[error("a person can't analyze")]
    Person,
    /// The player failed or resigned.
    #[error("{0}")]
    Failed(String),
}
