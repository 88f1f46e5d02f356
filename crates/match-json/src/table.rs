//! The state of a table, and one move.

use serde::{Deserialize, Serialize};

use crate::ending::Ending;
use crate::values::{Turn, clock};

/// Everything there is to see at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The game with its variant: "checkers:english".
    pub game: String,
    /// The name of each seat's player.
    pub players: Vec<String>,
    /// How time is counted: "none", "2s", "1m+1s".
    pub time_control: String,
    /// The position in which the match started.
    pub start: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// The position now.
    pub position: String,
    /// Whose turn it is.
    pub turn: Turn,
    /// What each seat's clock shows, in seconds; null for a seat without a limit. Empty if time is not counted.
    pub clocks: Vec<Option<f64>>,
    /// Whether the match is paused.
    pub paused: bool,
    /// How the match ended; null while it goes on.
    pub ending: Option<Ending>,
}

impl From<&games_package::TableState> for Table {
    fn from(table: &games_package::TableState) -> Self {
        Self {
            game: table.game.clone(),
            players: table.players.clone(),
            time_control: table.time_control.to_string(),
            start: table.start.clone(),
            moves: table.moves.clone(),
            position: table.position.clone(),
            turn: table.turn.into(),
            clocks: table.clocks.iter().copied().map(clock).collect(),
            paused: table.is_paused,
            ending: table.ending.as_ref().map(Ending::from),
        }
    }
}

/// A move that was made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The number of the move, from 1.
    pub ply: usize,
    /// Whose move it was.
    pub turn: Turn,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it.
    pub position: String,
    /// How long it took.
    pub seconds: f64,
    /// What the mover's clock shows after it, in seconds; null if it has no limit.
    pub clock: Option<f64>,
}

impl From<&games_package::PlayedMove> for PlayedMove {
    fn from(played: &games_package::PlayedMove) -> Self {
        Self {
            ply: played.ply + 1,
            turn: played.turn.into(),
            mv: played.mv.clone(),
            position: played.position.clone(),
            seconds: played.elapsed.as_secs_f64(),
            clock: played.clock.and_then(clock),
        }
    }
}
