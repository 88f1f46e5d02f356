//! The events of a table.

use serde::{Deserialize, Serialize};

use super::ending::{Ending, Failure};
use super::table::{PlayedMove, Prompt, Table};
use super::thinking::Thinking;
use super::values::{SeatNumber, Turn, clock};

/// An event with its number in the match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SequencedEvent {
    /// The number, from 1. It increases with each event. Events hidden from the receiver leave gaps. The table state in
    /// an event covers everything up to this number.
    pub sequence: u64,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

impl From<&games_package::SequencedEvent> for SequencedEvent {
    fn from(sequenced: &games_package::SequencedEvent) -> Self {
        Self { sequence: sequenced.sequence, event: (&sequenced.event).into() }
    }
}

/// Something that has happened; the field `event` names it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The match begins, or restarts.
    MatchStarted(Table),
    /// A seat, or chance, is to act.
    TurnStarted {
        /// The number of moves so far.
        ply: usize,
        /// The seat to move, or chance.
        turn: Turn,
        /// Each seat's clock, as in [`Table::clocks`].
        clocks: Vec<Option<f64>>,
    },
    /// A human player at this seat must answer a move request with [`Command::Answer`](super::Command::Answer).
    InputRequested {
        /// The seat that asks.
        seat: SeatNumber,
        /// The question.
        #[serde(flatten)]
        prompt: Prompt,
    },
    /// A player reports an analysis line.
    ThinkingReported {
        /// The seat of the player.
        seat: SeatNumber,
        /// The report.
        #[serde(flatten)]
        thinking: Thinking,
    },
    /// Chance has decided.
    ChanceDecided(PlayedMove),
    /// A seat has moved.
    MovePlayed(PlayedMove),
    /// A seat's move was not accepted.
    MoveRejected {
        /// The mover's seat.
        seat: SeatNumber,
        /// The move as given, if printable.
        #[serde(rename = "move")]
        text: String,
        /// The reason why the last answer was not accepted.
        why: String,
    },
    /// Moves were taken back; this is the new state of the table.
    MoveTakenBack(Table),
    /// Moves that were taken back were played again; this is the new state of the table.
    MoveRedone(Table),
    /// A seat offers a draw.
    DrawOffered {
        /// The seat.
        seat: SeatNumber,
    },
    /// A draw offer was declined.
    DrawDeclined {
        /// The seat that declined the offer.
        seat: SeatNumber,
    },
    /// The match is paused.
    Paused,
    /// The match is resumed.
    Resumed,
    /// A seat has run out of time.
    ClockExpired {
        /// The seat.
        seat: SeatNumber,
    },
    /// A player failed.
    PlayerFailed {
        /// The seat of the player.
        seat: SeatNumber,
        /// The failure.
        #[serde(flatten)]
        failure: Failure,
    },
    /// The receiver has missed events; this is the current state of the table.
    Resynchronized(Table),
    /// The match is over.
    MatchEnded(Ending),
    /// An event unknown to this version.
    #[serde(other)]
    Unknown,
}

impl From<&games_package::Event> for Event {
    fn from(event: &games_package::Event) -> Self {
        use games_package::Event as Happened;
        match event {
            Happened::MatchStarted(table) => Self::MatchStarted(table.into()),
            Happened::TurnStarted { ply, turn, clocks } => Self::TurnStarted {
                ply: *ply,
                turn: (*turn).into(),
                clocks: clocks.iter().copied().map(clock).collect(),
            },
            Happened::InputRequested { seat, prompt } => {
                Self::InputRequested { seat: (*seat).into(), prompt: prompt.into() }
            }
            Happened::ThinkingReported { seat, elapsed, thinking } => Self::ThinkingReported {
                seat: (*seat).into(),
                thinking: Thinking::new(*elapsed, thinking),
            },
            Happened::ChanceDecided(played) => Self::ChanceDecided(played.into()),
            Happened::MovePlayed(played) => Self::MovePlayed(played.into()),
            Happened::MoveRejected { seat, text, why } => {
                Self::MoveRejected { seat: (*seat).into(), text: text.clone(), why: why.clone() }
            }
            Happened::MoveTakenBack(table) => Self::MoveTakenBack(table.into()),
            Happened::MoveRedone(table) => Self::MoveRedone(table.into()),
            Happened::DrawOffered(seat) => Self::DrawOffered { seat: (*seat).into() },
            Happened::DrawDeclined(seat) => Self::DrawDeclined { seat: (*seat).into() },
            Happened::Paused => Self::Paused,
            Happened::Resumed => Self::Resumed,
            Happened::ClockExpired(seat) => Self::ClockExpired { seat: (*seat).into() },
            Happened::PlayerFailed { seat, failure } => {
                Self::PlayerFailed { seat: (*seat).into(), failure: failure.into() }
            }
            Happened::Resynchronized(table) => Self::Resynchronized(table.into()),
            Happened::MatchEnded(ending) => Self::MatchEnded(ending.into()),
            _ => Self::Unknown,
        }
    }
}
