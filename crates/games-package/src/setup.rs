//! What a match is to be: the game, the players, the time and the chance.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use board_engine::{NotationError, Seat};
use thiserror::Error;

use crate::{
    Ending, Event, MonotonicTime, Odds, Player, Ply, TableGame, ThinkingLimits, TimeControl,
    TimeControlError, TimeSource, Variation,
};

/// What a match is to be. Start from [`new`](Self::new) and change what differs.
pub struct MatchSetup {
    /// The rules.
    pub game: Arc<dyn TableGame>,
    /// Who plays, in seat order.
    pub seats: Vec<SeatSetup>,
    /// The position to start from; none for the game's own start.
    pub position: Option<String>,
    /// What is played before the players are asked: an opening, or a match that is continued. Where a ply tells what
    /// the mover's clock showed after it, the clock goes on from there.
    pub opening: Vec<Ply>,
    /// What was tried otherwise in the opening, for the record: of a match that is continued. The moves are not checked.
    pub variations: Vec<Variation>,
    /// How time is counted.
    pub time_control: TimeControl,
    /// How deep or how much the players may look.
    pub thinking: ThinkingLimits,
    /// What differs for single seats, in seat order; seats behind the end of the list have no odds.
    pub odds: Vec<Odds>,
    /// How much later than its time a move may come and still count.
    pub margin: Duration,
    /// Whether the players may think while others are to move.
    pub pondering: bool,
    /// Where all chance comes from.
    pub seed: u64,
    /// Which of the matches with this seed it is, from 0: chance decides the same in all of them, and the players have
    /// other seeds in each.
    pub repetition: u32,
    /// How long a player may take to start, if it doesn't ask for more ([`Player::start_time`]).
    pub start_time_max: Duration,
    /// How long the table waits after each move before it asks the next player, so that people can follow. No clock
    /// runs meanwhile.
    pub pace: Duration,
    /// What happens when the match has ended.
    pub after_end: AfterEnd,
    /// Where the time is read.
    pub time: Arc<dyn TimeSource>,
    /// Who watches over the match, if anybody does.
    pub arbiter: Option<Box<dyn Arbiter>>,
}

/// Watches over a match on the table's own thread, and may end it.
pub trait Arbiter: Send {
    /// Hears an event, with all that is hidden from others, before anybody else does. An ending that it returns is that
    /// of the match, unless the rules end it by the same move. The table waits for it: it should be quick.
    fn judge(&mut self, event: &Event) -> Option<Ending>;
}

/// Who takes a seat.
pub struct SeatSetup {
    /// How the player was asked for, for the record: "alpha-beta:depth=6".
    pub spec: String,
    /// The player itself.
    pub player: Box<dyn Player>,
    /// Whether this is a person, whom the player may ask. Any other player that asks is told that nobody is there.
    pub is_person: bool,
}

impl SeatSetup {
    /// A seat for a player that is no person.
    pub fn new(spec: impl Into<String>, player: Box<dyn Player>) -> Self {
        Self { spec: spec.into(), player, is_person: false }
    }

    /// A seat for the player of a person.
    pub fn person(spec: impl Into<String>, player: Box<dyn Player>) -> Self {
        Self { is_person: true, ..Self::new(spec, player) }
    }
}

/// What the Moderator does when the match has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AfterEnd {
    /// It returns.
    #[default]
    Leave,
    /// It waits for commands, so that moves can be taken back and the match be played again, until
    /// [`Command::Stop`](crate::Command::Stop), or until the last [`Control`](crate::Control) is dropped.
    Stay,
}

impl MatchSetup {
    /// A match of `game` from its start, without limits of time, with seed 0.
    pub fn new(game: Arc<dyn TableGame>, seats: Vec<SeatSetup>) -> Self {
        Self {
            game,
            seats,
            position: None,
            opening: Vec::new(),
            variations: Vec::new(),
            time_control: TimeControl::Unlimited,
            thinking: ThinkingLimits::default(),
            odds: Vec::new(),
            margin: Duration::ZERO,
            pondering: false,
            seed: 0,
            repetition: 0,
            start_time_max: Duration::from_secs(10),
            pace: Duration::ZERO,
            after_end: AfterEnd::Leave,
            time: Arc::new(MonotonicTime),
            arbiter: None,
        }
    }
}

/// Why a match can't begin.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchError {
    /// Too few or too many players.
    #[error("{game} is for {needed} players, not for {given}")]
    Players {
        /// The game.
        game: String,
        /// How many seats it has.
        needed: usize,
        /// How many players there are.
        given: usize,
    },
    /// The position or a move of the opening is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// Nobody could move in time, or nobody could run out of it.
    #[error(transparent)]
    TimeControl(#[from] TimeControlError),
    /// The system gives no thread for a player.
    #[error("no thread for the player of {seat}")]
    Thread {
        /// Whose thread it would be.
        seat: Seat,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
}

/// The game and how the players were asked for, for messages.
impl fmt::Debug for MatchSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let specs: Vec<&str> = self.seats.iter().map(|seat| seat.spec.as_str()).collect();
        f.debug_struct("MatchSetup")
            .field("game", &self.game)
            .field("seats", &specs)
            .finish_non_exhaustive()
    }
}

/// How the player was asked for, for messages.
impl fmt::Debug for SeatSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeatSetup").field("spec", &self.spec).finish_non_exhaustive()
    }
}
