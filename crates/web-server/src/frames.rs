//! What goes over a socket. `docs/web.md` describes it to clients.

use axum::extract::ws::Utf8Bytes;
use match_json::{Diagram, Ending, LegalMove, SeatNumber, SequencedEvent, Table, Turn};
use serde::{Deserialize, Serialize};

use crate::move_reports::MoveReport;

/// A message of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum FromClient {
    /// The first message.
    Hello {
        /// The tokens that the client has for this match.
        #[serde(default)]
        tokens: Vec<String>,
    },
    /// A command to the table.
    Command {
        /// Its number, which grows.
        id: u64,
        /// The command, of which `seat` may be missing.
        command: serde_json::Value,
    },
    /// Asks for the position after some moves.
    Show {
        /// How many moves.
        ply: usize,
    },
    /// Asks for advice.
    Ask {
        /// The number of the question.
        id: u64,
        /// What about.
        topic: Topic,
    },
    /// Asks the other people whether moves may be taken back.
    TakeBack {
        /// The number of the question.
        id: u64,
        /// How many moves.
        plies: usize,
    },
    /// Answers that question.
    AnswerTakeBack {
        /// The number of the answer.
        id: u64,
        /// Whether the moves may be taken back.
        agree: bool,
    },
    /// Asks for another match with the seats changed.
    Rematch {
        /// The number of the request.
        id: u64,
    },
}

/// What advice is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Topic {
    /// The best move.
    BestMove,
    /// What the last move lost.
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
    /// Everything.
    State {
        sequence: u64,
        seats: &'a [SeatNumber],
        director: bool,
        #[serde(flatten)]
        presence: &'a Presence,
        table: Option<&'a Table>,
        view: &'a View,
        say: &'a str,
        reports: &'a [Option<MoveReport>],
    },
    /// Something has happened at the table.
    Event {
        #[serde(flatten)]
        event: SequencedEvent,
        #[serde(skip_serializing_if = "Option::is_none")]
        view: Option<View>,
        #[serde(skip_serializing_if = "Option::is_none")]
        say: Option<String>,
    },
    /// A position of the past.
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
    /// People have come or gone.
    Presence {
        #[serde(flatten)]
        presence: &'a Presence,
    },
    /// The next match of the same players: the tokens of this match are valid there.
    Rematch {
        #[serde(rename = "match")]
        name: String,
    },
    /// The socket is closed.
    Error { why: String },
}

impl FromServer<'_> {
    /// The message as it is sent.
    pub(crate) fn text(&self) -> Utf8Bytes {
        // All keys are strings and no value fails, so that this is always JSON.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// The players of a match, and how many others watch it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Presence {
    /// One for each seat.
    pub(crate) players: Vec<SeatPresence>,
    /// How many clients watch without a seat.
    pub(crate) spectators: usize,
    /// The seats that have asked for a rematch.
    pub(crate) rematch: Vec<SeatNumber>,
    /// Whether a person asks to take moves back.
    pub(crate) take_back: Option<TakeBackAsked>,
}

/// A person asks whether moves may be taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct TakeBackAsked {
    /// Who asks.
    pub(crate) by: SeatNumber,
    /// How many moves were made when it was asked. The question is void when there are more or fewer.
    pub(crate) ply: usize,
    /// How many of them are to be taken back.
    pub(crate) plies: usize,
    /// Who has agreed.
    pub(crate) agreed: Vec<SeatNumber>,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct SeatPresence {
    /// The name of the seat: "White".
    pub(crate) seat_name: String,
    /// The player, as on the command line; "human" for a person.
    pub(crate) player: String,
    /// The name to show; null while the seat is free.
    pub(crate) name: Option<String>,
    /// Whether it is a person's seat.
    pub(crate) person: bool,
    /// Whether the person is connected; true for programs.
    pub(crate) connected: bool,
}

/// A position as one client may see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct View {
    /// The position.
    pub(crate) position: String,
    /// Whose turn it is.
    pub(crate) turn: Turn,
    /// What this client may play now.
    pub(crate) legal_moves: Vec<LegalMove>,
    /// The picture.
    pub(crate) diagram: Diagram,
    /// The squares that the newest move touched.
    pub(crate) squares: Vec<usize>,
    /// How the rules have ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) outcome: Option<Ending>,
    /// How a round has ended, as long as the next one has not begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) round_end: Option<String>,
}
