//! The Moderator: runs one match, by messages alone.

mod driver;
mod telling;

use std::fmt;

use board_engine::{Seat, Viewer};

use self::driver::Driver;
use crate::inbox::{INBOX_CAPACITY, Inbound};
use crate::subscription::Watcher;
use crate::sync::{Receiver, bounded};
use crate::{Control, Failure, MatchError, MatchSetup, Record, Referee, Subscription};

/// What a match leaves behind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// How it went.
    pub record: Record,
    /// Players that didn't return from their last call in time. Their threads were left to themselves.
    pub abandoned: Vec<Seat>,
    /// What went wrong with players when the match was over: for those who wrote them. A player that has run out of
    /// time, say, and was then ended.
    pub late_failures: Vec<(Seat, Failure)>,
}

/// Runs one match between players on threads of their own.
///
/// It never waits for a player, a watcher or a director: whoever is late, loud or gone is dealt with by rule.
pub struct Moderator {
    setup: MatchSetup,
    referee: Referee,
    inbox: Receiver<Inbound>,
    control: Control,
    watchers: Vec<Watcher>,
}

impl Moderator {
    /// Sets the table.
    ///
    /// # Errors
    /// [`MatchError`] if the number of players, the position, the opening or the time control is wrong.
    pub fn new(mut setup: MatchSetup) -> Result<Self, MatchError> {
        let referee = Referee::new(&mut setup)?;
        let (sender, inbox) = bounded(INBOX_CAPACITY);
        let control = Control::new(sender, referee.seat_count());
        Ok(Self { setup, referee, inbox, control, watchers: Vec::new() })
    }

    /// The director's handle for commands to this match; [`Control::for_seat`] makes those of single seats.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Watches the match from its first event on.
    pub fn subscribe(&mut self, viewer: Viewer) -> Subscription {
        let (watcher, subscription) = Watcher::pair(viewer, self.control.inbox());
        self.watchers.push(watcher.at_table_of(self.referee.seat_count()));
        subscription
    }

    /// Runs the match to its end on the calling thread.
    ///
    /// # Errors
    /// [`MatchError::Thread`] if there are no threads for the players.
    pub fn run(self) -> Result<Finished, MatchError> {
        Ok(Driver::seat_players(self)?.run_to_end())
    }
}

/// The game and the players, for messages.
impl fmt::Debug for Moderator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moderator").field("setup", &self.setup).finish_non_exhaustive()
    }
}
