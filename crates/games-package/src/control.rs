//! Commands to a running match, and the handle that sends them.

use std::sync::{Arc, Weak};
use std::time::Duration;

use board_engine::{Seat, Viewer};
use thiserror::Error;

use crate::inbox::{Goodbye, Inbound};
use crate::subscription::{Subscription, Watcher};
use crate::sync::{Receiver, Sender, bounded};
use crate::{Record, Refusal};

/// What the table can be told while a match runs.
#[derive(Debug)]
#[non_exhaustive]
pub enum Command {
    /// The clocks stand and nobody is asked, also between two moves.
    Pause,
    /// The clocks run again.
    Resume,
    /// The newest moves are taken back, as many as there are. What chance decided after the move before goes with
    /// them: it would decide the same at once.
    TakeBack {
        /// How many plies, at least 1.
        plies: usize,
    },
    /// Moves that were taken back are played again, as many as there are, and what chance decided after them.
    Redo {
        /// How many plies, at least 1.
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
    /// The player that thinks should answer at once. A person is not hurried. Between two moves the next player is
    /// asked at once.
    MoveNow,
    /// From now on the table waits so long after each move ([`MatchSetup::pace`](crate::MatchSetup::pace)).
    SetPace(Duration),
    /// What a person said to an [`InputRequested`](crate::Event::InputRequested).
    Answer {
        /// The seat that asked.
        seat: Seat,
        /// The answer.
        text: String,
    },
    /// The match begins again from the position of its start, before any opening.
    Restart,
    /// The match is broken off.
    Stop,
}

/// Sends commands to a match from anywhere. Clones send to the same match.
///
/// When the last one is dropped nobody directs the match any more: a person who is asked gets
/// [`AskError::Nobody`](crate::AskError::Nobody), and a match that is paused, or that has ended and stays, is stopped.
#[derive(Clone, Debug)]
pub struct Control {
    inbox: Sender<Inbound>,
    presence: Arc<Goodbye>,
}

/// The match is over and its table is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the match is over")]
pub struct MatchGone;

/// Why a command was not carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ControlError {
    /// It can't be carried out now; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no table any more.
    #[error(transparent)]
    Gone(#[from] MatchGone),
}

/// A command on its way. Whether it was carried out is told to its sender alone, who need not wait for it.
#[derive(Debug)]
pub struct SentCommand(Receiver<Result<(), Refusal>>);

impl SentCommand {
    /// Waits until the table has carried out or refused the command, which takes it no time to speak of. A table that
    /// doesn't [run](crate::Moderator::run) yet answers when it does.
    ///
    /// # Errors
    /// [`ControlError`] if the command was not carried out.
    pub fn wait(self) -> Result<(), ControlError> {
        Ok(self.0.recv().map_err(|_gone| MatchGone)??)
    }
}

impl Control {
    pub(crate) fn new(inbox: Sender<Inbound>) -> Self {
        let presence = Arc::new(Goodbye(inbox.clone()));
        Self { inbox, presence }
    }

    /// Alive as long as somebody can send commands.
    pub(crate) fn presence(&self) -> Weak<Goodbye> {
        Arc::downgrade(&self.presence)
    }

    /// The same inbox, for those who direct nothing.
    pub(crate) fn inbox(&self) -> Sender<Inbound> {
        self.inbox.clone()
    }

    /// Sends one command. It waits if the table is busy, which it never is for long.
    ///
    /// # Errors
    /// [`MatchGone`] if there is no table any more.
    pub fn send(&self, command: Command) -> Result<SentCommand, MatchGone> {
        let (answer, answers) = bounded(1);
        self.inbox.send(Inbound::Command(command, answer)).map_err(|_gone| MatchGone)?;
        Ok(SentCommand(answers))
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

    /// Watches the match from now on; the first event is the table as it is, unless the match ends meanwhile.
    ///
    /// # Errors
    /// [`MatchGone`] if there is no table any more.
    pub fn subscribe(&self, viewer: Viewer) -> Result<Subscription, MatchGone> {
        let (watcher, subscription) = Watcher::pair(viewer, self.inbox());
        self.inbox.send(Inbound::Watch(watcher)).map_err(|_gone| MatchGone)?;
        Ok(subscription)
    }
}
