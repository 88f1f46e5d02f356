//! The messages, one JSON object per line.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use notation::json::{SeatNumber, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::option::OptionDescription;
use crate::whole_number;

/// The version of the protocol that this crate speaks.
pub const PROTOCOL: u32 = 1;

/// Maximum number of bytes in a line from a program, without the line end.
pub const LINE_BYTES_MAX: usize = 1 << 20;

/// Maximum number of questions in one [`Ask`].
pub const QUESTIONS_MAX: usize = 1000;

/// A message to a program that plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToProgram<'a> {
    /// The first message: introduces the table's program and the game.
    Hello(HostHello),
    /// Start a match.
    NewGame(NewGame),
    /// Choose a move.
    Choose(Choose<'a>),
    /// Think about this position without answering, because other seats are to move.
    Ponder(Choose<'a>),
    /// The pondered position has become the question.
    PonderHit(PonderHit),
    /// Answer now.
    Stop(Stop),
    /// Answers to questions about the rules.
    Answer(Answer),
    /// Check that the program responds.
    Ping(Ping),
    /// Report a message that was not understood.
    Error(ErrorText),
    /// Exit.
    Quit,
}

/// A message from a program that plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromProgram {
    /// The answer to the table's hello, with the program's name.
    Hello(ProgramHello),
    /// The chosen move.
    Move(ChosenMove),
    /// Accept the offered draw.
    AcceptDraw(Reference),
    /// Resign the match.
    Resign(Reference),
    /// A search report.
    Info(Info),
    /// Questions about the rules.
    Ask(Ask),
    /// The answer to a ping.
    Pong(Ping),
    /// A message was not understood, or another error occurred.
    Error(ErrorText),
}

/// The table's hello.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostHello {
    /// The newest protocol version that the table speaks.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub protocol: u32,
    /// The name and version of the table's program.
    pub host: String,
    /// The game's full name. This process plays only this game.
    pub game: String,
    /// The folder with the program's data, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_folder: Option<String>,
}

/// The program's hello.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ProgramHello {
    /// The protocol version that the program speaks; 1 if omitted.
    #[serde(default = "first_protocol", deserialize_with = "whole_number::deserialize")]
    pub protocol: u32,
    /// The program's name and version.
    pub name: String,
    /// Its options. A program with a `player.toml` lists its options there instead.
    #[serde(default)]
    pub options: Vec<OptionDescription>,
    /// Whether the program thinks on its opponents' time and wants to receive [`ToProgram::Ponder`].
    #[serde(default)]
    pub ponders: bool,
    /// Whether the process can serve further matches and answers a [`ToProgram::Ping`] between them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reusable: bool,
}

fn first_protocol() -> u32 {
    1
}

/// The parameters of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NewGame {
    /// The game with its variant.
    pub game: String,
    /// The program's seat.
    #[serde(deserialize_with = "whole_number::seat")]
    pub seat: SeatNumber,
    /// Number of seats.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub seat_count: usize,
    /// The time control, such as "none", "2s" or "1m+1s".
    #[serde(default = "no_time_control")]
    pub time_control: String,
    /// Maximum depth in plies, if the match limits it.
    #[serde(default, deserialize_with = "whole_number::optional")]
    pub depth_max: Option<u32>,
    /// Maximum number of positions per move, if the match limits it.
    #[serde(default, deserialize_with = "whole_number::optional")]
    pub nodes_max: Option<u64>,
    /// Whether players may think on the opponents' time.
    #[serde(default)]
    pub pondering: bool,
    /// The seed for the program's randomness. The seed is below 2^53, so every language can represent it exactly.
    #[serde(default, deserialize_with = "whole_number::deserialize")]
    pub seed: u64,
    /// The values of all options: numbers, booleans and strings.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
}

fn no_time_control() -> String {
    "none".into()
}

/// A question for a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Choose<'a> {
    /// Question number; the answer repeats it.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub id: u64,
    /// The seat that must answer.
    #[serde(deserialize_with = "whole_number::seat")]
    pub seat: SeatNumber,
    /// The position at the start of the match.
    #[serde(default)]
    pub start: Cow<'a, str>,
    /// All moves since the start, including chance moves.
    #[serde(default, with = "crate::blank_separated")]
    pub moves: Cow<'a, str>,
    /// The current position.
    pub position: Cow<'a, str>,
    /// All legal moves. Empty only if the program ponders and another seat is to move.
    #[serde(default)]
    pub legal_moves: Cow<'a, [String]>,
    /// Seconds until the match is lost on time; null without a deadline.
    #[serde(default)]
    pub time_left: Option<f64>,
    /// The recommended time in seconds; null without a deadline.
    #[serde(default)]
    pub budget: Option<f64>,
    /// The seat that offers a draw.
    #[serde(default, deserialize_with = "whole_number::optional_seat")]
    pub draw_offer: Option<SeatNumber>,
}

/// Turns pondering into a question for a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PonderHit {
    /// The number of the question.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub id: u64,
    /// The same as in [`Choose`].
    #[serde(default)]
    pub time_left: Option<f64>,
    /// The same as in [`Choose`].
    #[serde(default)]
    pub budget: Option<f64>,
    /// The same as in [`Choose`].
    #[serde(default, deserialize_with = "whole_number::optional_seat")]
    pub draw_offer: Option<SeatNumber>,
}

/// A request to answer now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stop {
    /// The number of the question.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub id: u64,
    /// The reason.
    #[serde(default)]
    pub why: StopReason,
}

/// The reason for an immediate answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The recommended time is used up. A program that manages its own time may continue.
    BudgetUsed,
    /// The move is needed now, however much time is left.
    #[default]
    MoveNow,
    /// The answer is no longer needed.
    Withdrawn,
}

/// Questions about the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ask {
    /// The number of this message; the answer repeats it.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub id: u64,
    /// The questions, at most [`QUESTIONS_MAX`].
    pub questions: Vec<Question>,
}

/// A question about the rules: which actions are legal after these moves from this position?
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Question {
    /// The position; by default the position of the open question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// The answers, in the order of the questions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the [`Ask`].
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub id: u64,
    /// One answer per question.
    pub answers: Vec<RulesAnswer>,
}

/// The answer to one question about the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RulesAnswer {
    /// The position with its legal actions.
    Found(FoundPosition),
    /// The position or a move is invalid.
    Refused {
        /// The problem.
        error: String,
    },
}

/// A position as the rules see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FoundPosition {
    /// The position as a string.
    pub position: String,
    /// The seat that acts next; null if the game is over.
    pub turn: Option<Turn>,
    /// The legal actions of that seat or of chance; empty if the game is over.
    pub legal_moves: Vec<String>,
    /// At a chance turn, the weight of each legal move: the number of equally likely outcomes that lead to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<u32>,
    /// Each seat's payoff if the game is over, otherwise null.
    pub payoffs: Option<Vec<i16>>,
    /// The rule that ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ChosenMove {
    /// The number of the question.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub id: u64,
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// Whether the move comes with a draw offer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offer_draw: bool,
    /// The expected reply, on which the program wants to ponder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

/// An answer other than a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reference {
    /// The number of the question.
    #[serde(deserialize_with = "whole_number::deserialize")]
    pub id: u64,
}

/// A program's search report. All fields are optional.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Info {
    /// The completed depth, in plies.
    #[serde(deserialize_with = "whole_number::optional")]
    pub depth: Option<u32>,
    /// Length of the longest searched line, in plies.
    #[serde(deserialize_with = "whole_number::optional")]
    pub selective_depth: Option<u32>,
    /// Positions visited so far for this move.
    #[serde(deserialize_with = "whole_number::optional")]
    pub nodes: Option<u64>,
    /// The rank of the line, from 1.
    #[serde(deserialize_with = "whole_number::optional")]
    pub rank: Option<u32>,
    /// The score from the side to move's point of view, in the game's units.
    pub score: Option<f64>,
    /// Plies to a proven win.
    #[serde(deserialize_with = "whole_number::optional")]
    pub win_in: Option<u32>,
    /// Plies to a proven loss.
    #[serde(deserialize_with = "whole_number::optional")]
    pub loss_in: Option<u32>,
    /// The moves of the line.
    pub line: Vec<String>,
    /// A message for the log.
    pub text: Option<String>,
}

/// An error message.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErrorText {
    /// The message.
    pub text: String,
}

/// A ping or pong; the pong repeats the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ping {
    /// The number to repeat: any number, 0 if omitted.
    #[serde(default, deserialize_with = "whole_number::deserialize")]
    pub id: u64,
}

/// Converts a time in seconds to a duration, clamped between zero and one year.
pub fn duration(seconds: f64) -> Duration {
    const YEAR: Duration = Duration::from_hours(24 * 365);
    Duration::try_from_secs_f64(seconds.max(0.0)).map_or(YEAR, |time| time.min(YEAR))
}
