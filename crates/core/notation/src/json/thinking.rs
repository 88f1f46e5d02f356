//! Reports from a player during its search.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::values::Score;

/// A reported line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thinking {
    /// The rank of the line among the best ones, from 1.
    pub rank: u32,
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// The length of the longest line searched, in plies; null if the player doesn't measure it.
    pub selective_depth: Option<u32>,
    /// Positions visited so far for this move.
    pub nodes: u64,
    /// The number of those positions that were evaluated.
    pub evaluations: u64,
    /// Positions with a beta cutoff.
    pub cutoffs: u64,
    /// The time since the search began.
    pub seconds: f64,
    /// Positions visited per second.
    pub nodes_per_second: u64,
    /// The fill level of the transposition table, 0 to 1; null if the player has none.
    pub table_use: Option<f64>,
    /// The score of the line from the mover's side.
    #[serde(flatten)]
    pub score: Score,
    /// The moves of the line.
    pub line: Vec<String>,
}

impl Thinking {
    /// A player's report, `elapsed` after the search began.
    pub fn new(elapsed: Duration, thinking: &games_package::Thinking) -> Self {
        Self {
            rank: thinking.rank,
            depth: thinking.depth,
            selective_depth: thinking.selective_depth,
            nodes: thinking.nodes,
            evaluations: thinking.evaluations,
            cutoffs: thinking.cutoffs,
            seconds: elapsed.as_secs_f64(),
            nodes_per_second: thinking.nodes_per_second(elapsed),
            table_use: thinking.table_use.map(|per_mille| f64::from(per_mille) / 1000.0),
            score: thinking.valuation.into(),
            line: thinking.line.split_ascii_whitespace().map(String::from).collect(),
        }
    }
}

/// An analysis line, with its first move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The player's report.
    #[serde(flatten)]
    pub thinking: Thinking,
    /// The line's first move; in the result, the move that the player chose.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

impl Line {
    /// A player's report, `elapsed` after the search began.
    pub fn new(elapsed: Duration, thinking: &games_package::Thinking) -> Self {
        let thinking = Thinking::new(elapsed, thinking);
        Self { mv: thinking.line.first().cloned(), thinking }
    }

    /// The line of a player that chose a move without a report: the move alone, without a score.
    pub fn unreported(chosen: &str) -> Self {
        let line = games_package::Thinking { line: chosen.into(), ..Default::default() };
        let thinking = Thinking::new(Duration::ZERO, &line);
        let thinking = Thinking { score: Score::Score(None), ..thinking };
        Self { thinking, mv: Some(chosen.into()) }
    }
}
