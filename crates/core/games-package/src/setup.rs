//! The setup of a match: the game, the players, the time control and the seed.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{NotationError, Seat};
use thiserror::Error;

use crate::{
    Ending, Event, Header, MonotonicTime, MoveLimit, Odds, Player, Ply, TableGame, ThinkingLimits,
    TimeControl, TimeControlError, TimeSource, Variation,
};

/// The setup of a match. Start from [`new`](Self::new) and change fields.
pub struct MatchSetup {
    /// The rules.
    pub game: Arc<dyn TableGame>,
    /// The players, in seat order.
    pub seats: Vec<SeatSetup>,
    /// The starting position; `None` for the game's own start.
    pub position: Option<String>,
    /// Plies before the first request: an opening, or a match to continue. If a ply includes the mover's clock after
    /// it, the clock continues from there.
    pub opening: Vec<Ply>,
    /// Time used in the first turn when a continued match was interrupted.
    pub turn_elapsed: Duration,
    /// Variations from the opening, for the record of a continued match. Unplayable variations are dropped.
    pub variations: Vec<Variation>,
    /// The header of a continued match, for its record.
    pub header: Header,
    /// The time control.
    pub time_control: TimeControl,
    /// The limits on depth and nodes.
    pub thinking: ThinkingLimits,
    /// The odds for individual seats, in seat order; seats beyond the end of the list have none.
    pub odds: Vec<Odds>,
    /// Tolerance for late moves.
    pub margin: Duration,
    /// The time limit per move for programs, if there is no clock.
    pub move_limit: MoveLimit,
    /// Whether the players are allowed to think on their opponents' time.
    pub pondering: bool,
    /// The seed for all randomness.
    pub seed: u64,
    /// This match's number among the matches with the same seed, from 0. Chance moves are the same in all of them, and
    /// the players' seeds differ.
    pub repetition: u32,
    /// The time limit for a player's start, unless the player needs more ([`Player::start_time`]).
    pub start_time_max: Duration,
    /// The table's wait after each move so that people can follow. No clock runs during this wait.
    pub pace: Duration,
    /// The table's shortest wait between two rounds, which lets people see how a round ended. The wait applies if the
    /// rules [describe the end](crate::MatchState::round_end), or if chance has only one option. No clock runs during
    /// this wait.
    pub round_pause: Duration,
    /// The Moderator's behavior when the match has ended.
    pub after_end: AfterEnd,
    /// The time source.
    pub time: Arc<dyn TimeSource>,
    /// The arbiter, if any.
    pub arbiter: Option<Box<dyn Arbiter>>,
}

/// Monitors a match on the table's thread, and can adjudicate it.
pub trait Arbiter: Send {
    /// Receives each event, hidden information included, before any viewer. Returning an ending ends the match, unless
    /// the move itself ends the match by the rules. The table waits for this call, so it should be quick.
    fn judge(&mut self, event: &Event) -> Option<Ending>;
}

/// The player of a seat.
pub struct SeatSetup {
    /// The player's specification, for the record: "alpha-beta:depth=6".
    pub spec: String,
    /// The player itself.
    pub player: Box<dyn Player>,
    /// Whether a human takes this seat, whom the player can ask. Questions from any other player get
    /// [`AskError::Nobody`](crate::AskError::Nobody).
    pub is_person: bool,
}

impl SeatSetup {
    /// A seat for a program.
    pub fn new(spec: impl Into<String>, player: Box<dyn Player>) -> Self {
        Self { spec: spec.into(), player, is_person: false }
    }

    /// A seat for a person.
    pub fn person(spec: impl Into<String>, player: Box<dyn Player>) -> Self {
        Self { is_person: true, ..Self::new(spec, player) }
    }
}

/// The Moderator's behavior when the match has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AfterEnd {
    /// The Moderator returns.
    #[default]
    Leave,
    /// The Moderator waits for commands, so moves can be taken back and the match can continue, until
    /// [`Command::Stop`](crate::Command::Stop), or until the last [`Control`](crate::Control) is dropped.
    Stay,
}

impl MatchSetup {
    /// A match of `game` from its start, without limits on time or moves, with seed 0.
    pub fn new(game: Arc<dyn TableGame>, seats: Vec<SeatSetup>) -> Self {
        Self {
            game,
            seats,
            position: None,
            opening: Vec::new(),
            turn_elapsed: Duration::ZERO,
            variations: Vec::new(),
            header: Header::default(),
            time_control: TimeControl::Unlimited,
            thinking: ThinkingLimits::default(),
            odds: Vec::new(),
            margin: Duration::ZERO,
            move_limit: MoveLimit::NONE,
            pondering: false,
            seed: 0,
            repetition: 0,
            start_time_max: Duration::from_secs(10),
            pace: Duration::ZERO,
            round_pause: Duration::ZERO,
            after_end: AfterEnd::Leave,
            time: Arc::new(MonotonicTime),
            arbiter: None,
        }
    }
}

/// The reason why a match can't begin.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// Too few or too many players.
    #[error("{game} needs {needed} players, not {given}")]
    Players {
        /// The game.
        game: String,
        /// The number of seats.
        needed: usize,
        /// The number of players.
        given: usize,
    },
    /// The position or an opening move is invalid.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The time control leaves no time to move, or is too long.
    #[error(transparent)]
    TimeControl(#[from] TimeControlError),
    /// The thread of a player can't be created.
    #[error("can't start a thread for {seat}'s player")]
    Thread {
        /// The seat of the player.
        seat: Seat,
        /// The system's error.
        #[source]
        error: std::io::Error,
    },
}

/// The game and the player specifications, for messages.
impl fmt::Debug for MatchSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let specs: Vec<&str> = self.seats.iter().map(|seat| seat.spec.as_str()).collect();
        f.debug_struct("MatchSetup")
            .field("game", &self.game)
            .field("seats", &specs)
            .finish_non_exhaustive()
    }
}

/// The player's specification, for messages.
impl fmt::Debug for SeatSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeatSetup").field("spec", &self.spec).finish_non_exhaustive()
    }
}
