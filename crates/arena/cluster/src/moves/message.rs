//! The messages, sent as JSON.

use std::time::Duration;

use board_engine::SEATS_MAX;
use serde::{Deserialize, Serialize};

use crate::message::Build;

/// The limits of the heartbeat interval, regardless of a job's request.
const SIGN_INTERVAL_MAX: Duration = Duration::from_secs(1);
const SIGN_INTERVAL_MIN: Duration = Duration::from_millis(20);

/// A move to choose, with everything that the player may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveJob {
    /// The requesting client.
    pub client: String,
    /// Its number among the client's jobs. A republished job keeps it.
    pub number: u64,
    /// The client's program.
    pub build: Build,
    /// The requested heartbeat interval, in milliseconds.
    pub sign_ms: u64,
    /// The player with its options: "alpha-beta:depth=4".
    pub player: String,
    /// The match.
    pub setup: MatchDescription,
    /// The position.
    pub request: MoveRequest,
}

/// The parameters of a match for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchDescription {
    /// The game with its variant.
    pub game: String,
    /// The player's seat, from 0.
    pub seat: usize,
    /// The number of seats.
    pub seat_count: usize,
    /// The time control, as a text: "5m+3s", "none".
    pub time_control: String,
    /// Maximum depth, if the match limits it.
    pub depth: Option<u32>,
    /// Maximum number of positions, if the match limits it.
    pub nodes: Option<u64>,
    /// The seed of all randomness of this move.
    pub seed: u64,
}

/// A table's request to a seat, as texts visible to this seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRequest {
    /// The position in which the match started.
    pub start: String,
    /// All moves since then, separated by single spaces.
    pub moves: String,
    /// The current position.
    pub position: String,
    /// All legal moves.
    pub legal_moves: Vec<String>,
    /// Time limit for sending the answer, in microseconds from the arrival of the job.
    pub time_left_us: Option<u64>,
    /// The recommended time for this move, in microseconds.
    pub budget_us: Option<u64>,
    /// The seat whose draw offer is pending.
    pub draw_offer: Option<usize>,
}

impl MoveJob {
    /// The worker's heartbeat interval.
    pub(super) fn sign_interval(&self) -> Duration {
        Duration::from_millis(self.sign_ms).clamp(SIGN_INTERVAL_MIN, SIGN_INTERVAL_MAX)
    }

    /// The reason why the job is impossible, as a phrase; `None` if there is no obvious reason.
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

/// The kinds of messages about a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveNews {
    /// The worker accepted the job.
    Claimed,
    /// Its player is still thinking.
    Alive,
    /// All its threads are busy; another worker may be free.
    Busy,
    /// It can't do the job, or no longer; another worker may be able to.
    Refused(String),
    /// Its player reports a line.
    Line(SearchLine),
    /// The answer. Nothing follows.
    Answer(MoveAnswer),
    /// Its player failed. Nothing follows.
    Failed(String),
}

/// A player's answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveAnswer {
    /// Plays this move.
    Move(String),
    /// Plays this move and offers a draw.
    MoveAndOfferDraw(String),
    /// Accepts the offered draw.
    AcceptDraw,
    /// Resigns.
    Resign,
}

/// A line that a player reports while it thinks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchLine {
    /// The completed depth, in plies.
    pub depth: u32,
    /// Length of the longest searched line, in plies.
    pub selective_depth: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions with a beta cutoff.
    pub cutoffs: u64,
    /// The used part of the transposition table, per mille.
    pub table_use: Option<u16>,
    /// The rank of the line, from 1.
    pub rank: u32,
    /// The score for the mover: "+0.35", "win in 5".
    pub score: String,
    /// The moves, separated by single spaces.
    pub line: String,
}

/// Asks a worker to stop thinking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StopMove {
    /// The client of the job.
    pub client: String,
    /// Its number.
    pub number: u64,
    /// The urgency of the answer, if it is still needed.
    pub urgency: StopUrgency,
}

/// The urgency of stopping, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopUrgency {
    /// Answer now.
    MoveNow,
    /// The answer is no longer needed.
    Withdrawn,
}
