//! The messages, which are sent as JSON.

use std::time::Duration;

use board_engine::SEATS_MAX;
use serde::{Deserialize, Serialize};

use crate::message::Build;

/// How often a worker gives signs of life at least and at most, whatever a job says.
const SIGN_INTERVAL_MAX: Duration = Duration::from_secs(1);
const SIGN_INTERVAL_MIN: Duration = Duration::from_millis(20);

/// A move to be chosen, with all that the player may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveJob {
    /// Who asks.
    pub client: String,
    /// Its number among the jobs of this client. A job that is published again keeps it.
    pub number: u64,
    /// The client's program.
    pub build: Build,
    /// How often the worker should give a sign of life, in milliseconds.
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
    /// How many seats play.
    pub seat_count: usize,
    /// The time control, as a text: "5m+3s", "none".
    pub time_control: String,
    /// The greatest depth, if the match limits it.
    pub depth: Option<u32>,
    /// The greatest number of positions, if the match limits it.
    pub nodes: Option<u64>,
    /// The seed of all randomness of this move.
    pub seed: u64,
}

/// What the table asks a seat: texts as this seat may see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveRequest {
    /// The position in which the match started.
    pub start: String,
    /// All moves since then, separated by single blanks.
    pub moves: String,
    /// The position to choose in.
    pub position: String,
    /// All legal moves.
    pub legal_moves: Vec<String>,
    /// The time until the answer must have been sent, in microseconds, from the arrival of the job.
    pub time_left_us: Option<u64>,
    /// The recommended time for this move, in microseconds.
    pub budget_us: Option<u64>,
    /// The seat whose draw offer is pending.
    pub draw_offer: Option<usize>,
}

impl MoveJob {
    /// How often the worker gives a sign of life.
    pub(super) fn sign_interval(&self) -> Duration {
        Duration::from_millis(self.sign_ms).clamp(SIGN_INTERVAL_MIN, SIGN_INTERVAL_MAX)
    }

    /// What makes the job impossible, as a phrase; none if nothing does at first sight.
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

/// What a worker says of a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerMessage {
    /// The worker's name.
    pub worker: String,
    /// Where it takes [`StopMove`]: the end of the subject.
    pub inbox: String,
    /// What it says.
    pub news: MoveNews,
}

/// What there is to be said of a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveNews {
    /// The worker does it.
    Claimed,
    /// Its player still thinks.
    Alive,
    /// All its threads think; another worker may be free.
    Busy,
    /// It can't do it, or no more; another worker may be able to.
    Refused(String),
    /// Its player reports a line.
    Line(SearchLine),
    /// The answer. Nothing follows.
    Answer(MoveAnswer),
    /// Its player has failed. Nothing follows.
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
    /// Accepts the draw that was offered.
    AcceptDraw,
    /// Resigns.
    Resign,
}

/// A line that a player reports while it thinks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchLine {
    /// The completed depth, in plies.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub selective_depth: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Positions evaluated.
    pub evaluations: u64,
    /// Positions whose other moves were cut off.
    pub cutoffs: u64,
    /// How full the transposition table is, per mille.
    pub table_use: Option<u16>,
    /// The rank of the line, from 1.
    pub rank: u32,
    /// The score for the mover: "+0.35", "win in 5".
    pub score: String,
    /// The moves, separated by single blanks.
    pub line: String,
}

/// Asks a worker to end its thinking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StopMove {
    /// Whose job.
    pub client: String,
    /// Its number.
    pub number: u64,
    /// Whether the answer is still wanted.
    pub urgency: StopUrgency,
}

/// How a worker should end its thinking, in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopUrgency {
    /// Answer now.
    MoveNow,
    /// No answer is wanted any more.
    Withdrawn,
}
