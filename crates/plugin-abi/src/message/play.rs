//! What the program and a player say to each other during a match.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{EventV1, TimeControlV1};

/// From the program to a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToPlayer<'a> {
    /// A match begins: answered with [`FromPlayer::StartedV1`].
    StartV1(SetupV1),
    /// It is the player's turn: answered with [`FromPlayer::RepliedV1`].
    ChooseV1(RequestV1<'a>),
    /// Something happened at the table: answered with [`FromPlayer::Done`].
    ObserveV1(EventV1<'a>),
    /// The player is not needed any more and frees what it holds: answered with [`FromPlayer::Done`].
    Close,
    /// A match begins: answered with [`FromPlayer::StartedV1`]. Since revision 2.
    StartV2(SetupV2),
    /// Others are to move, and the player may think meanwhile until it is stopped: answered with
    /// [`FromPlayer::Done`]. Since revision 2.
    PonderV1(PonderRequestV1<'a>),
}

/// From a player to the program. Every message may be answered with [`FromPlayer::FailedV1`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FromPlayer {
    /// The player is ready; what it calls itself.
    StartedV1(String),
    /// What it does.
    RepliedV1(ReplyV1),
    /// There is nothing to say.
    Done,
    /// It can't go on.
    FailedV1(FailureV1),
}

/// From a player, while it has been called, to the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ToHost {
    /// What the player is thinking: answered with [`FromHost::Done`].
    ReportV1(ThinkingV1),
    /// A question to the person at this seat: answered with [`FromHost::AnsweredV1`] or
    /// [`FromHost::NotAnsweredV1`].
    AskV1(PromptV1),
    /// A text that may mean a move: answered with [`FromHost::ResolvedV1`] or [`FromHost::RefusedV1`].
    ResolveV1(String),
    /// A line for the log: answered with [`FromHost::Done`].
    LogV1(String),
    /// What the player is thinking: answered with [`FromHost::Done`]. Since revision 2.
    ReportV2(ThinkingV2),
    /// How urgently the answer is wanted: answered with [`FromHost::UrgencyV1`], by a program that doesn't know the
    /// question with [`FromHost::Done`]. Since revision 3.
    UrgencyV1,
}

/// From the program to a player that has called it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FromHost {
    /// There is nothing to say; also the answer to what the program doesn't understand.
    Done,
    /// What the person said.
    AnsweredV1(String),
    /// Why nobody answered.
    NotAnsweredV1(AskErrorV1),
    /// The legal move that the text means, in its standard notation.
    ResolvedV1(String),
    /// Why it means none, as a phrase for people.
    RefusedV1(String),
    /// How urgently the answer is wanted. Since revision 3.
    UrgencyV1(UrgencyV1),
}

/// What a player is told when a match begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetupV1 {
    /// The game with its variant.
    pub game: String,
    /// The seat that this player takes, from 0.
    pub seat: u8,
    /// How many seats play.
    pub seat_count: u8,
    /// How time is counted.
    pub time_control: TimeControlV1,
    /// The greatest depth, in plies, if the match limits it.
    pub depth_max: Option<u32>,
    /// The greatest number of positions visited for one move, if the match limits it.
    pub node_count_max: Option<u64>,
    /// Where all of this player's chance must come from.
    pub seed: u64,
}

/// What a player is told when a match begins, since revision 2.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetupV2 {
    /// The game with its variant.
    pub game: String,
    /// The seat that this player takes, from 0.
    pub seat: u8,
    /// How many seats play.
    pub seat_count: u8,
    /// How time is counted.
    pub time_control: TimeControlV1,
    /// The greatest depth, in plies, if the match limits it.
    pub depth_max: Option<u32>,
    /// The greatest number of positions visited for one move, if the match limits it.
    pub node_count_max: Option<u64>,
    /// Whether the player may think while others are to move: [`ToPlayer::PonderV1`] comes then.
    pub pondering: bool,
    /// Where all of this player's chance must come from.
    pub seed: u64,
}

/// A player is asked for its move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RequestV1<'a> {
    /// The seat that is asked, from 0.
    pub seat: u8,
    /// The position in which the match started.
    pub start: Cow<'a, str>,
    /// All moves since then, separated by single blanks.
    pub moves: Cow<'a, str>,
    /// The position to choose in.
    pub position: Cow<'a, str>,
    /// All legal moves, never empty.
    pub legal_moves: Cow<'a, [String]>,
    /// Time until the deadline, if there is one.
    pub time_left: Option<Duration>,
    /// The time that is recommended for this move, if there is a deadline.
    pub budget: Option<Duration>,
    /// The seat whose offer of a draw still stands.
    pub draw_offer: Option<u8>,
}

/// A player may think while others are to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PonderRequestV1<'a> {
    /// The player's seat, from 0.
    pub seat: u8,
    /// The position in which the match started.
    pub start: Cow<'a, str>,
    /// All moves since then, separated by single blanks.
    pub moves: Cow<'a, str>,
    /// The position, in which another seat is to move.
    pub position: Cow<'a, str>,
}

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ReplyV1 {
    /// Plays this move.
    Move(String),
    /// Plays this move and offers a draw.
    MoveAndOfferDraw(String),
    /// Accepts the draw that was offered.
    AcceptDraw,
    /// Gives up.
    Resign,
}

/// Why a player can't go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FailureV1 {
    /// The kind of failure, by its name in records: "panicked". A name that the program doesn't know is an
    /// error of the player's own.
    pub kind: String,
    /// What happened, as a phrase.
    pub text: String,
}

/// What a searching player reports.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThinkingV1 {
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// Positions visited so far for this move.
    pub nodes: u64,
    /// Positions among them that the evaluator was asked about.
    pub evaluations: u64,
    /// Positions whose other moves needed no look.
    pub cutoffs: u64,
    /// What the position is worth to the mover.
    pub valuation: ValuationV1,
    /// The line that it expects, moves separated by single blanks.
    pub line: String,
}

/// What a searching player reports since revision 2: one line of play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThinkingV2 {
    /// The depth that was completed, in plies.
    pub depth: u32,
    /// The length of the longest line that was looked at, in plies; none if the player doesn't count it.
    pub selective_depth: Option<u32>,
    /// Positions visited so far for this move.
    pub nodes: u64,
    /// Positions among them that the evaluator was asked about.
    pub evaluations: u64,
    /// Positions whose other moves needed no look.
    pub cutoffs: u64,
    /// How much of the player's table of positions is in use, per mille; none if it has no table.
    pub table_use: Option<u16>,
    /// The place of the line among the best ones, from 1.
    pub rank: u32,
    /// What the position is worth to the mover if this line is played.
    pub valuation: ValuationV1,
    /// The line that it expects, moves separated by single blanks.
    pub line: String,
}

/// What a position is worth to the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ValuationV1 {
    /// In hundredths of the game's unit.
    Centi(i32),
    /// Won in so many plies.
    WinIn(u32),
    /// Lost in so many plies.
    LossIn(u32),
}

/// How urgently the program wants the player's answer, in rising order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum UrgencyV1 {
    /// The player may go on thinking.
    None = 0,
    /// The recommended time is used up; a player that manages its own clock may go on.
    BudgetUsed = 1,
    /// Somebody wants the move at once.
    MoveNow = 2,
    /// The turn was taken back, or the match is over. The answer is dropped.
    Withdrawn = 3,
    /// The deadline has passed. The answer is dropped.
    TimedOut = 4,
}

impl UrgencyV1 {
    const ALL: [Self; 5] =
        [Self::None, Self::BudgetUsed, Self::MoveNow, Self::Withdrawn, Self::TimedOut];

    /// The urgency with this number; none if there is none.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|urgency| *urgency as u8 == number)
    }
}

/// A question to a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PromptV1 {
    /// The question; empty for the usual one, which is for a move.
    pub question: String,
    /// Why the last answer was refused, if it was.
    pub refusal: Option<String>,
}

/// Why a question gets no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AskErrorV1 {
    /// The turn is over.
    Cancelled,
    /// Nobody answers at this table.
    Nobody,
}
