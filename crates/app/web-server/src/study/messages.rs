//! The messages on a study socket. `docs/author/web-api.md` describes them to clients.

use axum::extract::ws::Utf8Bytes;
use notation::json::{BookMove, Line, Score, TableValue, Turn};
use serde::{Deserialize, Serialize};

use super::line::StudyLine;

/// A message from a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum StudyRequest {
    /// Replace the current analysis with an analysis of the position at the end of a line.
    Analyze(AnalysisRequest),
    /// Replace the current analysis with an assessment of all moves in a line.
    Review(AnalysisRequest),
    /// Stop the current analysis.
    Stop,
}

/// A request for an analysis: the position and the player.
#[derive(Debug, Deserialize)]
pub(super) struct AnalysisRequest {
    /// The request number, which the answers repeat.
    pub(super) id: u64,
    #[serde(flatten)]
    pub(super) line: StudyLine,
    /// The player; `None` for the default player.
    #[serde(default)]
    pub(super) player: Option<String>,
    /// The number of best moves, from 1 to 5.
    #[serde(default)]
    pub(super) lines: Option<u8>,
    /// The time per position; `None` for the maximum.
    #[serde(default)]
    pub(super) seconds: Option<f64>,
}

/// A message to a client.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum StudyAnswer {
    /// The position's tablebase value. Sent before the first line.
    Table {
        id: u64,
        #[serde(flatten)]
        table: TableValue,
    },
    /// The book moves for the position, best first. Sent before the first line.
    Book { id: u64, moves: Vec<BookMove> },
    /// A line found by a player.
    Line {
        id: u64,
        #[serde(flatten)]
        line: Line,
        /// The squares touched by the line's first move.
        squares: Vec<usize>,
    },
    /// The analysis of a position has ended.
    End {
        id: u64,
        /// The move that the player would play, if any.
        #[serde(rename = "move")]
        chosen: Option<String>,
        /// The reason why there is no move.
        why: Option<String>,
    },
    /// A position in a line has been analyzed.
    Reviewed {
        id: u64,
        /// The number of moves before the position.
        ply: usize,
        /// The total number of moves.
        of: usize,
        /// The first seat's expected points, 0 to 1; null if unknown.
        points: Option<f64>,
        /// The move that led to the position; null if the move can't be assessed.
        appraisal: Option<ReviewedMove>,
    },
    /// A whole line has been analyzed.
    Summary {
        id: u64,
        /// Sentences about each seat's mistakes.
        sentences: Vec<String>,
    },
    /// The analysis is refused.
    Refused {
        id: u64,
        why: String,
        /// `true` if the analysis can begin once the client's other analysis has ended.
        busy: bool,
    },
    /// An error, after which the socket is closed.
    Error { why: String },
}

/// A move compared with the best move.
#[derive(Debug, Serialize)]
pub(super) struct ReviewedMove {
    /// The move's score from its mover's point of view.
    #[serde(flatten)]
    pub(super) score: Score,
    pub(super) depth: Option<u32>,
    /// The mark, `?!`, `?` or `??`; null for a move without a mark.
    pub(super) mark: Option<&'static str>,
    /// The loss in expected points, 0 to 1.
    pub(super) loss: f64,
    /// The reason for the mark.
    pub(super) sentence: String,
    /// The better line for a marked move; otherwise empty.
    pub(super) better: Vec<LineMove>,
    /// The better line's score from its mover's point of view.
    pub(super) better_score: Score,
}

/// A move in a line with its mover.
#[derive(Debug, Serialize)]
pub(super) struct LineMove {
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) turn: Turn,
}

impl StudyAnswer {
    /// A refused analysis, with the reason.
    pub(super) fn refused(id: u64, why: impl Into<String>) -> Self {
        Self::Refused { id, why: why.into(), busy: false }
    }

    /// The message as JSON.
    pub(super) fn text(&self) -> Utf8Bytes {
        // Serialization can't fail: all keys are strings.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}
