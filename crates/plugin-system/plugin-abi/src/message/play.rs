//! Messages between the program and a player during a match.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{EventV1, FailureV1, TimeControlV1};

/// A message from the program to a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToPlayer<'a> {
    /// A match begins; answered with [`FromPlayer::StartedV1`].
    StartV1(SetupV1),
    /// The player is to move; answered with [`FromPlayer::RepliedV1`].
    ChooseV1(RequestV1<'a>),
    /// Something happened at the table; answered with [`FromPlayer::Done`].
    ObserveV1(EventV1<'a>),
    /// The player is no longer needed and should free its resources; answered with [`FromPlayer::Done`].
    Close,
    /// Other seats are to move, and the player may think until it is stopped; answered with [`FromPlayer::Done`].
    PonderV1(PonderRequestV1<'a>),
}

/// A player's answer to the program. Any message may be answered with [`FromPlayer::FailedV1`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FromPlayer {
    /// The player is ready and reports this name.
    StartedV1(String),
    /// The player's decision.
    RepliedV1(ReplyV1),
    /// An empty answer.
    Done,
    /// The call failed.
    FailedV1(FailureV1),
}

/// A message that a player sends to the program during a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToHost {
    /// A search report; answered with [`FromHost::Done`].
    ReportV1(ThinkingV1),
    /// A question for the human player at this seat; answered with [`FromHost::AnsweredV1`] or
    /// [`FromHost::NotAnsweredV1`].
    AskV1(PromptV1),
    /// A string that might represent a move; answered with [`FromHost::ResolvedV1`] or [`FromHost::RefusedV1`].
    ResolveV1(String),
    /// A line for the log; answered with [`FromHost::Done`].
    LogV1(String),
    /// Asks how urgent the answer is; answered with [`FromHost::UrgencyV1`].
    UrgencyV1,
}

/// The program's answer to a [`ToHost`] message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FromHost {
    /// An empty answer; also the answer to a message that the program can't decode.
    Done,
    /// The human player's answer.
    AnsweredV1(String),
    /// The reason why there is no answer.
    NotAnsweredV1(AskErrorV1),
    /// The legal move that the string represents, in standard notation.
    ResolvedV1(String),
    /// The reason why the string is not a legal move, as a phrase for people.
    RefusedV1(String),
    /// The answer's urgency.
    UrgencyV1(UrgencyV1),
}

/// The settings of a match for one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetupV1 {
    /// The game with its variant.
    pub game: String,
    /// The player's seat, from 0.
    pub seat: u8,
    /// The number of seats.
    pub seat_count: u8,
    /// The time control.
    pub time_control: TimeControlV1,
    /// The maximum depth in plies, if the match limits it.
    pub depth_max: Option<u32>,
    /// The maximum number of positions visited per move, if the match limits it.
    pub node_count_max: Option<u64>,
    /// Whether the player may think on the opponents' time. If so, it gets [`ToPlayer::PonderV1`].
    pub pondering: bool,
    /// The seed for all of the player's randomness.
    pub seed: u64,
}

/// The request for a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RequestV1<'a> {
    /// The seat to move, from 0.
    pub seat: u8,
    /// The position at the start of the match.
    pub start: Cow<'a, str>,
    /// All moves since the start, separated by single spaces.
    pub moves: Cow<'a, str>,
    /// The current position.
    pub position: Cow<'a, str>,
    /// All legal moves, never empty.
    pub legal_moves: Cow<'a, [String]>,
    /// The time until the deadline, if any.
    pub time_left: Option<Duration>,
    /// The recommended time for this move, if there is a deadline.
    pub budget: Option<Duration>,
    /// The seat with an open draw offer, if any.
    pub draw_offer: Option<u8>,
}

/// The request to ponder on the opponents' time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PonderRequestV1<'a> {
    /// The player's seat, from 0.
    pub seat: u8,
    /// The position at the start of the match.
    pub start: Cow<'a, str>,
    /// All moves since the start, separated by single spaces.
    pub moves: Cow<'a, str>,
    /// The current position, in which another seat is to move.
    pub position: Cow<'a, str>,
}

/// A player's decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ReplyV1 {
    /// Plays this move.
    Move(String),
    /// Plays this move and offers a draw.
    MoveAndOfferDraw(String),
    /// Accepts the offered draw.
    AcceptDraw,
    /// Resigns.
    Resign,
}

/// A player's search report: one line of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThinkingV1 {
    /// The completed depth in plies.
    pub depth: u32,
    /// The maximum depth reached, in plies; `None` if the player doesn't track it.
    pub selective_depth: Option<u32>,
    /// Positions visited so far for this move.
    pub nodes: u64,
    /// Positions evaluated so far for this move.
    pub evaluations: u64,
    /// Positions at which the search was cut off.
    pub cutoffs: u64,
    /// The player's transposition table usage, per mille; `None` without a table.
    pub table_use: Option<u16>,
    /// The rank of the line among the best lines, from 1.
    pub rank: u32,
    /// The score of this line from the side to move's point of view.
    pub valuation: ValuationV1,
    /// The moves of the line, separated by single spaces.
    pub line: String,
}

/// A score from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ValuationV1 {
    /// A score in hundredths of the game's unit.
    Centi(i32),
    /// A win in this number of plies.
    WinIn(u32),
    /// A loss in this number of plies.
    LossIn(u32),
}

/// The urgency of the player's answer, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum UrgencyV1 {
    /// The player may continue to think.
    None = 0,
    /// The recommended time is used up. A player that manages its own clock may continue.
    BudgetUsed = 1,
    /// Someone at the table wants the move immediately.
    MoveNow = 2,
    /// The turn was taken back or the match is over. The answer will be dropped.
    Withdrawn = 3,
    /// The deadline has passed. The answer will be dropped.
    TimedOut = 4,
}

impl UrgencyV1 {
    const ALL: [Self; 5] =
        [Self::None, Self::BudgetUsed, Self::MoveNow, Self::Withdrawn, Self::TimedOut];

    /// The urgency with this number, if valid.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|urgency| *urgency as u8 == number)
    }
}

/// A question for a human player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PromptV1 {
    /// The question; empty for the default question, which asks for a move.
    pub question: String,
    /// The reason why the last answer was refused, if there was one.
    pub refusal: Option<String>,
}

/// The reason why a question was not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AskErrorV1 {
    /// The turn is over.
    Cancelled,
    /// This table has no human player.
    Nobody,
}
