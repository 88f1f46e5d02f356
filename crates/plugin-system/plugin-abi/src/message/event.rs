//! Match events.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::FailureV1;

/// An event at the table. An event's strings contain only information that the player may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EventV1<'a> {
    /// Chance made a move.
    ChanceDecided(PlayedMoveV1<'a>),
    /// A seat made a move.
    MovePlayed(PlayedMoveV1<'a>),
    /// The last moves were taken back. Contains the table's new state.
    MoveTakenBack(TableStateV1),
    /// Moves that had been taken back were replayed. Contains the table's new state.
    MoveRedone(TableStateV1),
    /// The match is over.
    MatchEnded(EndingV1),
}

/// A move played by a seat or by chance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedMoveV1<'a> {
    /// The number of moves before this one.
    pub ply: u32,
    /// The seat, or chance, that made the move.
    pub turn: TurnV1,
    /// The move itself.
    pub mv: Cow<'a, str>,
    /// The position after the move.
    pub position: Cow<'a, str>,
    /// The time that the move took.
    pub elapsed: Duration,
    /// The mover's clock after the move; `None` in an untimed match.
    pub clock: Option<Duration>,
}

/// The side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TurnV1 {
    /// The seat with this number, from 0.
    Seat(u8),
    /// Dice, a shuffle or a draw.
    Chance,
}

/// The state of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableStateV1 {
    /// The game with its variant.
    pub game: String,
    /// The names that the seats' players report.
    pub players: Vec<String>,
    /// The time control.
    pub time_control: TimeControlV1,
    /// The position in which the match started.
    pub start: String,
    /// The moves since the start.
    pub moves: Vec<String>,
    /// The current position.
    pub position: String,
    /// The side to move.
    pub turn: TurnV1,
    /// Each seat's clock; empty in an untimed match.
    pub clocks: Vec<Duration>,
    /// The end of the match, if it is over.
    pub ending: Option<EndingV1>,
}

/// A time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TimeControlV1 {
    /// No clock.
    Unlimited,
    /// A fixed time per move.
    PerMove(Duration),
    /// Time for the whole match, plus an increment after each of the seat's moves.
    Increment {
        /// The clock at the start.
        initial: Duration,
        /// The time that is added after each move.
        increment: Duration,
    },
    /// Time for a number of moves, granted again once these moves are played.
    Period {
        /// The number of moves in a period, at least 1.
        moves: u32,
        /// The time for a period.
        time: Duration,
    },
}

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndingV1 {
    /// Each seat's payoff; `None` if the match was aborted.
    pub payoffs: Option<Vec<i16>>,
    /// The reason why the match is over.
    pub reason: EndReasonV1,
}

/// The reason why a match is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EndReasonV1 {
    /// The game ended by this rule.
    Rules(String),
    /// This seat resigned.
    Resigned(u8),
    /// The seats agreed on a draw.
    DrawAgreed,
    /// This seat lost on time.
    TimeExpired(u8),
    /// This seat's player failed or broke the rules of the table.
    PlayerFailed(u8, FailureV1),
    /// The arbiter aborted the match.
    Stopped,
}
