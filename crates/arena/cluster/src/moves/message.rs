//! The messages, sent as JSON.

use std::time::Duration;

use board_engine::SEATS_MAX;
use serde::{Deserialize, Serialize};

use crate::message::Build;

/// Bounds for the heartbeat interval, whatever a job requests.
const SIGN_INTERVAL_MAX: Duration = Duration::from_secs(1);
const SIGN_INTERVAL_MIN: Duration = Duration::from_millis(20);

/// A request for a move, with everything that the player may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveJob {
    /// The client that requests the move.
    pub client: String,
    /// The job's number among the client's jobs. A republished job keeps its number.
    pub number: u64,
    /// The client's program version.
    pub build: Build,
    /// The requested heartbeat interval, in milliseconds.
    pub sign_ms: u64,
    /// The player with its options: "alpha-beta:depth=4".
    pub player: String,
    /// The match parameters.
    pub setup: MatchDescription,
    /// The position and its limits.
    pub request: MoveRequest,
}

/// The match parameters that a player needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchDescription {
    /// The game with its variant.
    pub game: String,
    /// The player's seat, from 0.
    pub seat: usize,
    /// The number of seats.
    pub seat_count: usize,
    /// The time control as a string: "5m+3s", "none".
    pub time_control: String,
    /// Maximum depth, if the match limits it.
    pub depth: Option<u32>,
    /// Maximum number of nodes, if the match limits it.
    pub nodes: Option<u64>,
    /// The seed for all randomness in choosing this move.
    pub seed: u64,
}

/// A table's request to a seat, with strings that this seat may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRequest {
    /// The match's initial position.
    pub start: String,
    /// All moves since the start, separated by single spaces.
    pub moves: String,
    /// The current position.
    pub position: String,
    /// All legal moves.
    pub legal_moves: Vec<String>,
    /// The time limit for sending the answer, in microseconds after the job's arrival.
    pub time_left_us: Option<u64>,
    /// The recommended time for this move, in microseconds.
    pub budget_us: Option<u64>,
    /// The seat with a pending draw offer.
    pub draw_offer: Option<usize>,
}

impl MoveJob {
    /// The worker's heartbeat interval.
    pub(super) fn sign_interval(&self) -> Duration {
        Duration::from_millis(self.sign_ms).clamp(SIGN_INTERVAL_MIN, SIGN_INTERVAL_MAX)
    }

    /// The reason why the job can't be done, as a phrase; `None` if there is no obvious reason.
    pub(super) fn mistake(&self) -> Option<&'static str> {
        let MatchDescription { seat, seat_count, .. } = self.setup;
        if self.request.legal_moves.is_empty() {
            Some("it has no legal move")
        } else if seat >= seat_count || seat_count > SEATS_MAX {
            Some("there is no such seat")
        } else if self.request.draw_offer.is_some_and(|seat| seat >= seat_count) {
            Some("no such seat can have offered a draw")
        } else {
            None
        }
    }
}

/// A worker's message about a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerMessage {
    /// The worker's name.
    pub worker: String,
    /// The worker's inbox for [`StopMove`]: the end of the subject.
    pub inbox: String,
    /// The message.
    pub news: MoveNews,
}

/// A message about a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveNews {
    /// The worker accepted the job.
    Claimed,
    /// The worker's player is still thinking.
    Alive,
    /// All of the worker's threads are busy. Another worker may be free.
    Busy,
    /// The worker can't do the job, or can no longer do it. Another worker may succeed.
    Refused(String),
    /// The worker's player reports a line.
    Line(SearchLine),
    /// The answer. No more messages follow.
    Answer(MoveAnswer),
    /// The worker's player failed. No more messages follow.
    Failed(String),
}

/// A player's answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveAnswer {
    /// Play this move.
    Move(String),
    /// Play this move and offer a draw.
    MoveAndOfferDraw(String),
    /// Accept the draw offer.
    AcceptDraw,
    /// Resign.
    Resign,
}

/// A line that a player reports while it thinks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchLine {
    /// The completed depth, in plies.
    pub depth: u32,
    /// Length of the longest searched line, in plies.
    pub selective_depth: Option<u32>,
    /// Number of nodes visited.
    pub nodes: u64,
    /// Number of positions evaluated.
    pub evaluations: u64,
    /// Number of nodes with a beta cutoff.
    pub cutoffs: u64,
    /// The used share of the transposition table, per mille.
    pub table_use: Option<u16>,
    /// The rank of the line, from 1.
    pub rank: u32,
    /// The score from the mover's point of view: "+0.35", "win in 5".
    pub score: String,
    /// The moves, separated by single spaces.
    pub line: String,
}

/// Asks a worker to stop thinking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StopMove {
    /// The client that published the job.
    pub client: String,
    /// The job number.
    pub number: u64,
    /// The urgency, including whether the answer is still needed.
    pub urgency: StopUrgency,
}

/// Stop urgencies, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopUrgency {
    /// Answer now.
    MoveNow,
    /// The answer is no longer needed.
    Withdrawn,
}
