//! Events at the table, as viewers receive them.

use std::time::Duration;

use board_engine::{Seat, Turn};

use crate::{DrawOffer, Ending, Failure, Prompt, Thinking, TimeControl};

/// Something that has happened. Records, screens and logs are made from the same events; texts in them show what
/// the receiver may see.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The match begins, or begins again.
    MatchStarted(TableState),
    /// A seat, or chance, is to act.
    TurnStarted {
        /// Moves played so far.
        ply: usize,
        /// Whose turn it is.
        turn: Turn,
        /// What each seat's clock shows, `Duration::MAX` for a seat without a limit; empty if time is not counted.
        clocks: Vec<Duration>,
    },
    /// A person at this seat is asked for something; the answer goes to
    /// [`Command::Answer`](crate::Command::Answer). Where something is hidden from the receiver the prompt is empty.
    InputRequested {
        /// The seat that asks.
        seat: Seat,
        /// The question.
        prompt: Prompt,
    },
    /// A player reports its analysis. Not sent to other seats, nor to viewers from whom something is hidden.
    ThinkingReported {
        /// The seat of the player.
        seat: Seat,
        /// How long the seat's clock has run in this turn.
        elapsed: Duration,
        /// The report.
        thinking: Thinking,
    },
    /// Chance has decided.
    ChanceDecided(PlayedMove),
    /// A seat has moved.
    MovePlayed(PlayedMove),
    /// The move that a player replied was rejected, which ends the match. Not sent to viewers from whom something is
    /// hidden.
    MoveRejected {
        /// Whose move it was.
        seat: Seat,
        /// The move as it was given, as far as it can be seen ([`excerpt`](board_engine::excerpt)).
        text: String,
        /// Why it was not accepted.
        why: String,
    },
    /// The newest moves were taken back; this is the table now.
    MoveTakenBack(TableState),
    /// Moves that were taken back were played again; this is the table now.
    MoveRedone(TableState),
    /// A seat offers a draw.
    DrawOffered(Seat),
    /// A draw offer is declined.
    DrawDeclined(Seat),
    /// The match is paused: the clocks stand and no player is asked.
    Paused,
    /// The match is resumed.
    Resumed,
    /// A seat's time is used up.
    ClockExpired(Seat),
    /// A player couldn't go on, or broke the rules of the table. Where something is hidden from the receiver the
    /// detail is empty, here and in the ending.
    PlayerFailed {
        /// Whose player it was.
        seat: Seat,
        /// The failure.
        failure: Failure,
    },
    /// The receiver was too slow and has missed events; this is the table now.
    Resynchronized(TableState),
    /// The match is over.
    MatchEnded(Ending),
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// How many moves were made before it.
    pub ply: usize,
    /// Whose move it was.
    pub turn: Turn,
    /// The move, in the game's notation.
    pub mv: String,
    /// The position after it, in the game's notation.
    pub position: String,
    /// The time it took.
    pub elapsed: Duration,
    /// What the mover's clock shows after it; none if time is not counted.
    pub clock: Option<Duration>,
}

/// The full state of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableState {
    /// The number of the newest event that it includes, 0 before the first one.
    pub sequence: u64,
    /// The game with its variant: "checkers:english".
    pub game: String,
    /// The name of each seat's player.
    pub players: Vec<String>,
    /// The time control.
    pub time_control: TimeControl,
    /// The position in which the match started.
    pub start: String,
    /// The moves since then.
    pub moves: Vec<String>,
    /// The mover of each of them.
    pub movers: Vec<Turn>,
    /// The newest of them, with who made it and the time that it took. None at the start, or if it is not to be seen.
    pub newest: Option<PlayedMove>,
    /// How many plies that were taken back can be played again.
    pub redoable: usize,
    /// The position now.
    pub position: String,
    /// Whose turn it is.
    pub turn: Turn,
    /// What each seat's clock shows, `Duration::MAX` for a seat without a limit; empty if time is not counted.
    pub clocks: Vec<Duration>,
    /// The seat whose move the table waits for. None while no seat is asked: in a pause, between two turns, before the
    /// beginning and after the end.
    pub asked: Option<Seat>,
    /// What a person at that seat was asked and has not answered. Where something is hidden from the receiver it is
    /// empty.
    pub prompt: Option<Prompt>,
    /// The draw offer that stands.
    pub draw_offer: Option<DrawOffer>,
    /// Whether the match is paused: the clocks stand and no player is asked.
    pub is_paused: bool,
    /// How the match ended, if it has.
    pub ending: Option<Ending>,
}

/// An empty state.
impl Default for TableState {
    fn default() -> Self {
        Self {
            sequence: 0,
            game: String::new(),
            players: Vec::new(),
            time_control: TimeControl::Unlimited,
            start: String::new(),
            moves: Vec::new(),
            movers: Vec::new(),
            newest: None,
            redoable: 0,
            position: String::new(),
            turn: Turn::Seat(Seat::FIRST),
            clocks: Vec::new(),
            asked: None,
            prompt: None,
            draw_offer: None,
            is_paused: false,
            ending: None,
        }
    }
}
