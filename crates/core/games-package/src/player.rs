//! The interface that every player implements, and the table's services for it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{Seat, cut_off, printable};

use crate::{
    AskError, ClockReading, Event, FailureKind, MoveLimit, Prompt, TableGame, Thinking,
    ThinkingLimits, TimeControl,
};

/// Chooses one seat's moves: a human, a search, a plugin, an engine in another process.
///
/// A player is an ordinary blocking object: the table calls it on a separate thread (or inline, if there is no clock),
/// one call at a time. Moves and positions are strings in the game's own notation, so only a player that searches needs
/// to know the rules.
#[doc(alias = "IPlayer")]
pub trait Player: Send {
    /// The player's name, followed by its version, if any: "fibonacci 1.2".
    fn name(&self) -> String;

    /// The player's code and where it runs, on one line for the match record: "lucky 1.0, …". `None` for a built-in
    /// player.
    fn origin(&self) -> Option<String> {
        None
    }

    /// The time that the player needs to start, if longer than the table's default.
    fn start_time(&self) -> Duration {
        Duration::ZERO
    }

    /// A match begins, or restarts.
    ///
    /// # Errors
    /// If the player can't play this match. The player then loses before the first move.
    fn start(&mut self, _setup: &Setup) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Called on this player's turn. The player can think until [`Host::is_stopped`] returns `true`; an answer after
    /// the deadline loses.
    ///
    /// # Errors
    /// The reason why the player can't choose. An error loses the match.
    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError>;

    /// Called on the opponents' turns, if the match allows pondering ([`Setup::pondering`]). The player must return as
    /// soon as [`Host::is_stopped`] returns `true`, because the clock for its next move is already running. A panic
    /// loses the match. Reports made while pondering are dropped, and questions are not answered.
    ///
    /// The default returns immediately.
    fn ponder(&mut self, _request: &PonderRequest, _host: &dyn Host) {}

    /// Something happened at the table: a move by any seat, a move taken back, the end of the match. Every [`Request`]
    /// has the full history, so a player can ignore events. Events may not arrive until the next request; handling them
    /// then uses up that request's time.
    fn observe(&mut self, _event: &Event) {}
}

/// The parameters of a match for a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The game with its variant: "checkers:english".
    pub game: String,
    /// This player's seat.
    pub seat: Seat,
    /// The number of seats.
    pub seat_count: usize,
    /// The time control.
    pub time_control: TimeControl,
    /// Limits on depth and nodes, if the match has any.
    pub thinking: ThinkingLimits,
    /// Whether players are allowed to think on their opponents' time, in [`Player::ponder`].
    pub pondering: bool,
    /// Tolerance for late moves. A program that the player runs is killed only after this margin.
    pub margin: Duration,
    /// The limit per move if there is no clock.
    pub move_limit: MoveLimit,
    /// The seed for all of this player's randomness, for exact replays.
    pub seed: u64,
}

/// The table's request for a seat's move. Hidden information is omitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The seat that has to move.
    pub seat: Seat,
    /// The position where the match started.
    pub start: String,
    /// All moves since the start, including chance moves, separated by single spaces.
    pub moves: String,
    /// The position to choose a move in.
    pub position: String,
    /// All legal moves, never empty, in their standard notation.
    pub legal_moves: Vec<String>,
    /// Time until the deadline, if any.
    pub time_left: Option<Duration>,
    /// The time that the table recommends for this move; afterwards [`Host::is_stopped`] returns `true`. `None` if
    /// there is no deadline.
    pub budget: Option<Duration>,
    /// The seat whose draw offer is pending.
    pub draw_offer: Option<Seat>,
    /// Each seat's clock at the start of the turn; empty if no seat has a clock, or if a program between the table and
    /// the player doesn't forward clocks.
    pub clocks: Vec<ClockReading>,
}

/// Maximum length of a position in a message, in characters.
const POSITION_CHARS_MAX: usize = 80;

impl Request {
    /// The request as described in failure messages: "at move 3 in W:W1".
    pub fn described(&self) -> String {
        let number = self.moves.split_whitespace().count() + 1;
        format!("at move {number} in {}", cut_off(&self.position, POSITION_CHARS_MAX))
    }

    /// The number of moves, including this one, among which [`budget`](Self::budget) divides the remaining time. On a
    /// clock with periods, this is the number of moves left in the period, not counting moves from before the clock
    /// started. `None` without a deadline.
    pub fn moves_to_go(&self) -> Option<u32> {
        let (left, budget) = (self.time_left?.as_micros(), self.budget?.as_micros().max(1));
        let moves = (left + budget / 2) / budget;
        Some(u32::try_from(moves).unwrap_or(u32::MAX).max(1))
    }
}

/// The match as a seat sees it during the opponents' turns. Hidden information is omitted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PonderRequest {
    /// The seat that can ponder.
    pub seat: Seat,
    /// The position where the match started.
    pub start: String,
    /// All moves since the start, including chance moves, separated by single spaces.
    pub moves: String,
    /// The position; another seat is to move.
    pub position: String,
    /// Each seat's clock, as in [`Request::clocks`].
    pub clocks: Vec<ClockReading>,
}

/// A player's answer to a [`Request`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Plays this move, in the game's notation.
    Move(String),
    /// Plays this move and offers a draw.
    MoveAndOfferDraw(String),
    /// Accepts the draw that was offered.
    AcceptDraw,
    /// Resigns.
    Resign,
}

impl Reply {
    /// Plays `text`.
    pub fn play(text: impl Into<String>) -> Self {
        Self::Move(text.into())
    }
}

/// The urgency of a player's answer, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Urgency {
    /// The player can continue thinking.
    #[default]
    None,
    /// The recommended time, [`Request::budget`], is used up. A player that manages its own time can continue.
    BudgetUsed,
    /// A director wants the move immediately, however much time is left.
    MoveNow,
    /// The turn was taken back, or the match is over. The answer is dropped.
    Withdrawn,
    /// The deadline has passed, and the match is lost. The answer is dropped.
    TimedOut,
}

/// The table's services for a player while it chooses a move. A search can share the host between its threads.
pub trait Host: Sync {
    /// The urgency of the answer. The urgency never decreases during a turn. The call is cheap enough for a search to
    /// make it every thousand positions.
    fn urgency(&self) -> Urgency;

    /// Returns `true` if the player should answer now: its recommended time is used up, or the answer is more urgent
    /// than that.
    fn is_stopped(&self) -> bool {
        self.urgency() >= Urgency::BudgetUsed
    }

    /// Reports the player's analysis to the viewers. The report may be dropped if reports arrive too fast.
    fn report(&self, thinking: &Thinking);

    /// Asks the human player at this seat's screen (or board, or microphone), and waits for the answer. The answer to a
    /// move request is the move in standard notation; the table has already played it, so the player needs no reply.
    /// The answer to any other question is the text as typed.
    ///
    /// # Errors
    /// [`AskError`] if no answer will come: immediately if this seat's player is not human.
    fn ask(&self, prompt: &Prompt) -> Result<String, AskError>;

    /// The legal move, in standard notation, that `text` represents in the request's position.
    ///
    /// # Errors
    /// The reason why the move is not legal, as a phrase for people: "22x15 must be taken".
    fn resolve(&self, text: &str) -> Result<String, String>;

    /// The rules of the game, for players that don't implement them. The rules are independent of this match, so hidden
    /// information stays hidden. `None`, the default, if the table doesn't provide rules.
    fn rules(&self) -> Option<Arc<dyn TableGame>> {
        None
    }

    /// Writes a line to the log.
    fn log(&self, text: &str);
}

/// The reason that a player can't continue. Any [`std::error::Error`] converts into this type with `?`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerError {
    kind: FailureKind,
    text: String,
}

impl PlayerError {
    /// An error reported by the player itself, in its own words.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self::of_kind(FailureKind::Error, text)
    }

    /// A failure of this kind, for adapters to other programs. The text can quote those programs; it becomes one
    /// [printable] line.
    pub fn of_kind(kind: FailureKind, text: impl AsRef<str>) -> Self {
        Self { kind, text: printable(text.as_ref()) }
    }

    /// The kind of failure.
    pub const fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The details, as a phrase.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// This conversion is why `PlayerError` itself doesn't implement [`std::error::Error`].
impl<E: std::error::Error> From<E> for PlayerError {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}
