//! The value of a position under perfect play.

use serde::{Deserialize, Serialize};

/// The value of a position under perfect play, and of each of its legal moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The payoff for the side to move.
    pub payoff: i16,
    /// Plies to the end; null for a draw.
    pub plies: Option<u32>,
    /// The moves, best first; empty if not requested.
    pub moves: Vec<SolvedMove>,
    /// The number of searched positions.
    pub positions: u64,
    /// The time used.
    pub seconds: f64,
}

/// The value of a move under perfect play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolvedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The payoff for the side that makes the move.
    pub payoff: i16,
    /// Plies to the end, counted from before the move; null for a draw.
    pub plies: Option<u32>,
}
