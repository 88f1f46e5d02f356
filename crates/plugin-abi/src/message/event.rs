//! What players are told of the match between their turns.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::FailureV1;

/// Something that has happened at the table. Texts in it show what the player may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EventV1<'a> {
    /// Chance has decided.
    ChanceDecided(PlayedMoveV1<'a>),
    /// A seat has moved.
    MovePlayed(PlayedMoveV1<'a>),
    /// The newest moves were taken back; this is the table now.
    MoveTakenBack(TableStateV1),
    /// Moves that were taken back were played again; this is the table now.
    MoveRedone(TableStateV1),
    /// The match is over.
    MatchEnded(EndingV1),
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedMoveV1<'a> {
    /// How many moves were made before it.
    pub ply: u32,
    /// Whose move it was.
    pub turn: TurnV1,
    /// The move.
    pub mv: Cow<'a, str>,
    /// The position after it.
    pub position: Cow<'a, str>,
    /// How long it took.
    pub elapsed: Duration,
    /// What the mover's clock shows after it; none if time is not counted.
    pub clock: Option<Duration>,
}

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TurnV1 {
    /// The seat with this number, from 0.
    Seat(u8),
    /// Dice, a shuffle or a draw.
    Chance,
}

/// All that there is to see at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableStateV1 {
    /// The game with its variant.
    pub game: String,
    /// What each seat's player calls itself.
    pub players: Vec<String>,
    /// How time is counted.
    pub time_control: TimeControlV1,
    /// The position in which the match started.
    pub start: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// The position now.
    pub position: String,
    /// Whose turn it is.
    pub turn: TurnV1,
    /// What each seat's clock shows; empty if time is not counted.
    pub clocks: Vec<Duration>,
    /// How the match ended, if it has.
    pub ending: Option<EndingV1>,
}

/// How a match counts time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TimeControlV1 {
    /// It doesn't.
    Unlimited,
    /// So much for each move.
    PerMove(Duration),
    /// So much for the whole match, and so much more after each own move.
    Increment {
        /// What the clock shows at the start.
        initial: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// So much for so many moves, then again so much for as many.
    Period {
        /// The moves of a period, at least 1.
        moves: u32,
        /// The time of a period.
        time: Duration,
    },
}

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndingV1 {
    /// What each seat gets; none if the match was broken off.
    pub payoffs: Option<Vec<i16>>,
    /// Why the match is over.
    pub reason: EndReasonV1,
}

/// Why a match is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EndReasonV1 {
    /// The game itself ended, by this rule.
    Rules(String),
    /// This seat gave up.
    Resigned(u8),
    /// The seats agreed on a draw.
    DrawAgreed,
    /// This seat used up its time.
    TimeExpired(u8),
    /// This seat's player couldn't go on or broke the rules of the table.
    PlayerFailed(u8, FailureV1),
    /// The arbiter broke the match off.
    Stopped,
}
