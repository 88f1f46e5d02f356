//! The Moderator: runs one match by message passing.

mod driver;
mod publishing;

use std::fmt;

use board_engine::{Seat, Viewer};

use self::driver::Driver;
use crate::inbox::{self, Inbox, leave_notifier};
use crate::subscription::{QueueLimit, Watcher};
use crate::{Control, Failure, MatchError, MatchSetup, Record, Referee, Subscription};

/// The result of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The record of the match.
    pub record: Record,
    /// Players that didn't return from their last call in time. The threads of these players were detached.
    pub abandoned: Vec<Seat>,
    /// Player failures after the end of the match, reported for the players' authors: for example, a player that was
    /// killed after it ran out of time.
    pub late_failures: Vec<(Seat, Failure)>,
}

/// Runs one match between players, each on its own thread.
///
/// The Moderator never blocks on a player, a watcher or a director: if any of them is late, floods the table or
/// disappears, the rules define the result.
pub struct Moderator {
    setup: MatchSetup,
    referee: Referee,
    inbox: Inbox,
    control: Control,
    watchers: Vec<Watcher>,
}

impl Moderator {
    /// Prepares the match.
    ///
    /// # Errors
    /// [`MatchError`] if the number of players, the position, the opening or the time control is wrong.
    pub fn new(mut setup: MatchSetup) -> Result<Self, MatchError> {
        let referee = Referee::new(&mut setup)?;
        let (sender, inbox) = inbox::inbox();
        let control = Control::new(sender, referee.seat_count());
        Ok(Self { setup, referee, inbox, control, watchers: Vec::new() })
    }

    /// The director's handle for commands to this match; [`Control::for_seat`] makes handles for single seats.
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// Watches the match from its first event on. A watcher that is too slow misses events and receives the full table
    /// state instead.
    pub fn subscribe(&mut self, viewer: Viewer) -> Subscription {
        self.add_watcher(viewer, QueueLimit::Bounded)
    }

    /// Like [`subscribe`](Self::subscribe), for a watcher that must see every event except analysis reports, however
    /// slow it is. Unread events stay in memory, so the watcher must be trusted.
    pub fn subscribe_unbounded(&mut self, viewer: Viewer) -> Subscription {
        self.add_watcher(viewer, QueueLimit::Unbounded)
    }

    fn add_watcher(&mut self, viewer: Viewer, limit: QueueLimit) -> Subscription {
        let notifier = leave_notifier(&self.control.inbox());
        let (watcher, subscription) = Watcher::pair(viewer, limit, notifier);
        self.watchers.push(watcher.limited_to(self.referee.seat_count()));
        subscription
    }

    /// Runs the match to its end on the calling thread.
    ///
    /// # Errors
    /// [`MatchError::Thread`] if the players' threads can't be created.
    pub fn run(self) -> Result<Finished, MatchError> {
        Ok(Driver::spawn_players(self)?.run_to_end())
    }
}

/// The game and the players, for messages.
impl fmt::Debug for Moderator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moderator").field("setup", &self.setup).finish_non_exhaustive()
    }
}
