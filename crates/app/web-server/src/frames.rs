//! The messages on a socket. `docs/author/web-api.md` describes them to clients.

use axum::extract::ws::Utf8Bytes;
use notation::json::{
    Diagram, Ending, LegalMove, SeatNumber, SequencedEvent, StepNode, Table, Turn,
};
use serde::{Deserialize, Serialize};

use crate::move_reports::MoveReport;

/// A message from a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum FromClient {
    /// The client's first message.
    Hello {
        /// The client's tokens for this match.
        #[serde(default)]
        tokens: Vec<String>,
    },
    /// A command to the table.
    Command {
        /// The command number. Numbers increase.
        id: u64,
        /// The command, possibly without `seat`.
        command: serde_json::Value,
    },
    /// Requests the position after `ply` moves.
    Show {
        /// The number of moves.
        ply: usize,
    },
    /// Requests advice.
    Ask {
        /// The question number.
        id: u64,
        /// The topic.
        topic: Topic,
    },
    /// Asks the other people to agree to a take-back.
    TakeBack {
        /// The question number.
        id: u64,
        /// The number of moves.
        plies: usize,
    },
    /// Answers a take-back request.
    AnswerTakeBack {
        /// The answer number.
        id: u64,
        /// `true` to agree to the take-back.
        agree: bool,
    },
    /// Requests another match with the seats changed.
    Rematch {
        /// The request number.
        id: u64,
    },
    /// Asks whether the server is still reachable. Only browsers send this message, because they hide the pings of the
    /// WebSocket protocol from a page.
    Ping,
}

/// The topic for advice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Topic {
    /// The best move.
    BestMove,
    /// The loss caused by the last move.
    LastMove,
}

impl From<Topic> for analysis::Topic {
    fn from(topic: Topic) -> Self {
        match topic {
            Topic::BestMove => Self::BestMove,
            Topic::LastMove => Self::LastMove,
        }
    }
}

/// A message to a client.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(clippy::large_enum_variant, reason = "a message is made, written and dropped")]
pub(crate) enum FromServer<'a> {
    /// The whole state.
    State {
        sequence: u64,
        seats: &'a [SeatNumber],
        director: bool,
        advice: bool,
        #[serde(flatten)]
        presence: &'a Presence,
        table: Option<&'a Table>,
        view: &'a View,
        say: &'a str,
        reports: &'a [Option<MoveReport>],
    },
    /// An event at the table.
    Event {
        #[serde(flatten)]
        event: SequencedEvent,
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<View>,
        #[serde(skip_serializing_if = "Option::is_none")]
        say: Option<String>,
    },
    /// An earlier position.
    Position { ply: usize, view: View },
    /// A command was carried out.
    Done { id: u64 },
    /// A command was not carried out.
    Refused { id: u64, why: String },
    /// The answer to a question.
    Advice {
        id: u64,
        sentence: String,
        #[serde(rename = "move")]
        mv: Option<String>,
        squares: Option<Vec<usize>>,
    },
    /// People arrived or left.
    Presence {
        #[serde(flatten)]
        presence: &'a Presence,
    },
    /// A person declined a take-back request.
    TakeBackDeclined {
        /// The person's seat.
        by: SeatNumber,
    },
    /// The next match between the same players. This match's tokens are valid there.
    Rematch {
        #[serde(rename = "match")]
        name: String,
    },
    /// The answer to a ping.
    Pong,
    /// An error. The socket is then closed.
    Error { why: String },
}

impl FromServer<'_> {
    /// The message as JSON.
    pub(crate) fn text(&self) -> Utf8Bytes {
        // Serialization can't fail: all keys are strings.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// A match's players and the number of spectators.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Presence {
    /// One entry per seat.
    pub(crate) players: Vec<SeatPresence>,
    /// The number of clients without a seat.
    pub(crate) spectators: usize,
    /// The seats that have requested a rematch.
    pub(crate) rematch: Vec<SeatNumber>,
    /// The pending take-back request.
    pub(crate) take_back: Option<TakeBackAsked>,
}

/// A take-back request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct TakeBackAsked {
    /// The requesting seat.
    pub(crate) by: SeatNumber,
    /// The number of moves when the request was made. Any change to the moves voids the request.
    pub(crate) ply: usize,
    /// The number of moves to take back.
    pub(crate) plies: usize,
    /// The seats that have agreed.
    pub(crate) agreed: Vec<SeatNumber>,
}

/// A seat's player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct SeatPresence {
    /// The seat name: "White".
    pub(crate) seat_name: String,
    /// The player, as on the command line; "human" for a person.
    pub(crate) player: String,
    /// The name to show; null for a free seat.
    pub(crate) name: Option<String>,
    /// `true` for a person's seat.
    pub(crate) person: bool,
    /// `true` if the person is connected; always true for programs.
    pub(crate) connected: bool,
    /// This seat's time control, if different from the match's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) time_control: Option<String>,
}

/// A position as one client sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    /// The position.
    pub(crate) position: String,
    /// The seat to move, or chance.
    pub(crate) turn: Turn,
    /// The moves that this client can play now.
    pub(crate) legal_moves: Vec<LegalMove>,
    /// The steps in these moves; absent if the moves have no steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) steps: Vec<StepNode>,
    /// The picture.
    pub(crate) diagram: Diagram,
    /// The squares that the newest move touched.
    pub(crate) squares: Vec<usize>,
    /// The end of the game by the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<Ending>,
    /// The result of a round, until the next round begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) round_end: Option<String>,
}
