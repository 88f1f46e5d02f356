//! Events at the table, as received by viewers.

use std::time::Duration;

use board_engine::{Seat, Turn};

use crate::{DrawOffer, Ending, Failure, Prompt, Thinking, TimeControl};

/// Something that has happened. Records, screens and logs are made from the same events; their strings only show what
/// the receiver is allowed to see.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The match begins, or restarts.
    MatchStarted(TableState),
    /// A seat, or chance, is to act.
    TurnStarted {
        /// Moves played so far.
        ply: usize,
        /// The turn.
        turn: Turn,
        /// The time on each seat's clock, `Duration::MAX` for a seat without a limit; empty if time is not counted.
        clocks: Vec<Duration>,
    },
    /// A human player at this seat has a question to answer; the answer goes to
    /// [`Command::Answer`](crate::Command::Answer). The prompt is empty if something is hidden from the receiver.
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
        /// The time that the seat has used in this turn.
        elapsed: Duration,
        /// The report.
        thinking: Thinking,
    },
    /// Chance has decided.
    ChanceDecided(PlayedMove),
    /// A seat has moved.
    MovePlayed(PlayedMove),
    /// A player's move was rejected, which ends the match. Not sent to viewers from whom something is hidden.
    MoveRejected {
        /// The mover's seat.
        seat: Seat,
        /// The move as the player sent it, shortened to a printable [`excerpt`](board_engine::excerpt).
        text: String,
        /// The reason why the last answer was not accepted.
        why: String,
    },
    /// The newest moves were taken back; this is the new state of the table.
    MoveTakenBack(TableState),
    /// Moves that were taken back were played again; this is the new state of the table.
    MoveRedone(TableState),
    /// A seat offers a draw.
    DrawOffered(Seat),
    /// A draw offer is declined.
    DrawDeclined(Seat),
    /// The match is paused: the clocks stop and no player has to move.
    Paused,
    /// The match is resumed.
    Resumed,
    /// A seat has run out of time.
    ClockExpired(Seat),
    /// A player failed or broke the table's rules. If something is hidden from the receiver, the detail is empty, here
    /// and in the ending.
    PlayerFailed {
        /// The player's seat.
        seat: Seat,
        /// The failure.
        failure: Failure,
    },
    /// The receiver was too slow and missed events; this is the current state of the table.
    Resynchronized(TableState),
    /// The match is over.
    MatchEnded(Ending),
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The number of moves before this one.
    pub ply: usize,
    /// The turn when the move was made.
    pub turn: Turn,
    /// The move, in the game's notation.
    pub mv: String,
    /// The position after the move, in the game's notation.
    pub position: String,
    /// The time that the move took.
    pub elapsed: Duration,
    /// The time on the mover's clock after the move; `None` if time is not counted.
    pub clock: Option<Duration>,
}

/// The full state of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableState {
    /// The number of the newest event included in this state; 0 before the first event.
    pub sequence: u64,
    /// The game with its variant: "checkers:english".
    pub game: String,
    /// The name of each seat's player.
    pub players: Vec<String>,
    /// The time control.
    pub time_control: TimeControl,
    /// The position where the match started.
    pub start: String,
    /// The moves since the start.
    pub moves: Vec<String>,
    /// The mover of each move.
    pub movers: Vec<Turn>,
    /// The newest move, with the mover and the time used. `None` at the start, or if the move is hidden from the
    /// viewer.
    pub newest: Option<PlayedMove>,
    /// The number of undone plies that can be redone.
    pub redoable: usize,
    /// The position now.
    pub position: String,
    /// The current turn.
    pub turn: Turn,
    /// The time on each seat's clock, `Duration::MAX` for a seat without a limit; empty if time is not counted.
    pub clocks: Vec<Duration>,
    /// The seat that the table is waiting for. `None` during a pause, between two turns, before the start and after the
    /// end.
    pub asked: Option<Seat>,
    /// The open question for the human player at that seat. Empty if something is hidden from the receiver.
    pub prompt: Option<Prompt>,
    /// The pending draw offer.
    pub draw_offer: Option<DrawOffer>,
    /// Whether the match is paused. During a pause the clocks stop and no player has to move.
    pub is_paused: bool,
    /// The match ending, if the match has ended.
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
