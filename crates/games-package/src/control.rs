//! Commands to a running match, and the handle that sends them.

use board_engine::{Seat, Viewer};
use crossbeam_channel::{Sender, bounded};
use thiserror::Error;

use crate::Record;
use crate::inbox::Inbound;
use crate::subscription::{Subscription, Watcher};

/// What the table can be told while a match runs.
#[derive(Debug)]
#[non_exhaustive]
pub enum Command {
    /// The clocks stand and nobody is asked.
    Pause,
    /// The clocks run again.
    Resume,
    /// The newest moves are taken back, at most so many.
    TakeBack {
        /// How many plies.
        plies: usize,
    },
    /// Moves that were taken back are played again, at most so many.
    Redo {
        /// How many plies.
        plies: usize,
    },
    /// This seat gives up.
    Resign(Seat),
    /// This seat offers a draw, or accepts the one that another has offered.
    OfferDraw(Seat),
    /// This seat accepts the draw that was offered.
    AcceptDraw(Seat),
    /// This seat doesn't accept the draw that was offered.
    DeclineDraw(Seat),
    /// Whoever thinks should answer at once.
    MoveNow,
    /// What a person said to an [`InputRequested`](crate::Event::InputRequested).
    Answer {
        /// The seat that asked.
        seat: Seat,
        /// The answer.
        text: String,
    },
    /// The match begins again from its start.
    Restart,
    /// The match is broken off.
    Stop,
}

/// Sends commands to a match from anywhere. Clones send to the same match.
#[derive(Clone, Debug)]
pub struct Control {
    inbox: Sender<Inbound>,
}

/// The match is over and its table is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the match is over")]
pub struct MatchGone;

impl Control {
    pub(crate) const fn new(inbox: Sender<Inbound>) -> Self {
        Self { inbox }
    }

    /// The same inbox, for a seat's thread.
    pub(crate) fn inbox(&self) -> Sender<Inbound> {
        self.inbox.clone()
    }

    /// Sends one command. It waits if the table is busy, which it never is for long.
    ///
    /// # Errors
    /// [`MatchGone`] if there is no table any more.
    pub fn send(&self, command: Command) -> Result<(), MatchGone> {
        self.inbox.send(Inbound::Command(command)).map_err(|_gone| MatchGone)
    }

    /// The match as it stands: to save it while it goes on.
    ///
    /// # Errors
    /// [`MatchGone`] if there is no table any more.
    pub fn record(&self) -> Result<Record, MatchGone> {
        let (sender, receiver) = bounded(1);
        self.inbox.send(Inbound::Record(sender)).map_err(|_gone| MatchGone)?;
        receiver.recv().map_err(|_gone| MatchGone)
    }

    /// Watches the match from now on; the first event is the table as it is.
    ///
    /// # Errors
    /// [`MatchGone`] if there is no table any more.
    pub fn subscribe(&self, viewer: Viewer) -> Result<Subscription, MatchGone> {
        let (watcher, subscription) = Watcher::pair(viewer);
        self.inbox.send(Inbound::Watch(watcher)).map_err(|_gone| MatchGone)?;
        Ok(subscription)
    }
}
