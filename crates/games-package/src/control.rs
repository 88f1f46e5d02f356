//! The handle that sends commands to a running match.

use std::sync::Arc;

use board_engine::{Seat, Viewer};
use thiserror::Error;

use crate::authority::{Authority, Holders};
use crate::inbox::{Inbound, leave_notifier};
use crate::leave_notifier::LeaveNotifier;
use crate::subscription::{QueueLimit, Subscription, Watcher};
use crate::sync::{Receiver, Sender, bounded};
use crate::{Command, Record, Refusal};

/// Sends commands to a match from anywhere, as the director or for one seat. Clones send to the same match.
///
/// When the director's last control is dropped the match has no director: a match that is paused, or that has ended
/// and stays, is stopped, and a question to a person gets [`AskError::Nobody`](crate::AskError::Nobody) unless there is
/// a control for that seat.
#[derive(Debug)]
pub struct Control {
    inbox: Sender<Inbound>,
    authority: Authority,
    holders: Arc<Holders>,
    /// Dropped after the count of holders was decremented.
    _leave_notifier: LeaveNotifier,
}

impl Clone for Control {
    fn clone(&self) -> Self {
        Self::of(self.authority, self.inbox.clone(), Arc::clone(&self.holders))
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        self.holders.leave(self.authority);
    }
}

/// The match is over and its table is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the match is over")]
pub struct MatchGone;

/// Why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ControlError {
    /// It can't be carried out now; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The table is gone.
    #[error(transparent)]
    Gone(#[from] MatchGone),
}

/// A command that was sent. Only its sender can get the result, and need not wait for it.
#[derive(Debug)]
pub struct SentCommand(Receiver<Result<(), Refusal>>);

impl SentCommand {
    /// Waits until the table has carried out or refused the command, which takes microseconds. A table that is not
    /// [running](crate::Moderator::run) yet answers when it is.
    ///
    /// # Errors
    /// [`ControlError`] if the command was not carried out.
    pub fn wait(self) -> Result<(), ControlError> {
        Ok(self.0.recv().map_err(|_gone| MatchGone)??)
    }
}

impl Control {
    /// The director's control of a table with this number of seats.
    pub(crate) fn new(inbox: Sender<Inbound>, seat_count: usize) -> Self {
        Self::of(Authority::Director, inbox, Arc::new(Holders::none(seat_count)))
    }

    fn of(authority: Authority, inbox: Sender<Inbound>, holders: Arc<Holders>) -> Self {
        holders.join(authority);
        Self { _leave_notifier: leave_notifier(&inbox), inbox, authority, holders }
    }

    /// A control for this seat alone: it can't act for another seat, or direct the match.
    ///
    /// # Errors
    /// [`Refusal`] if this is a control for another seat.
    pub fn for_seat(&self, seat: Seat) -> Result<Self, Refusal> {
        match self.authority {
            Authority::Seat(own) if own != seat => Err(Refusal::ANOTHER_SEAT),
            _ => {
                let holders = Arc::clone(&self.holders);
                Ok(Self::of(Authority::Seat(seat), self.inbox.clone(), holders))
            }
        }
    }

    /// The counts of controls.
    pub(crate) fn holders(&self) -> Arc<Holders> {
        Arc::clone(&self.holders)
    }

    /// The same inbox, for seats and watchers.
    pub(crate) fn inbox(&self) -> Sender<Inbound> {
        self.inbox.clone()
    }

    /// Sends one command. Blocks while the inbox is full, which is never for long.
    ///
    /// # Errors
    /// [`MatchGone`] if the table is gone.
    pub fn send(&self, command: Command) -> Result<SentCommand, MatchGone> {
        let (answer, answers) = bounded(1);
        let message = Inbound::Command(self.authority, command, answer);
        self.inbox.send(message).map_err(|_gone| MatchGone)?;
        Ok(SentCommand(answers))
    }

    /// The match as it stands, with all that is hidden: for the director to save it while it goes on.
    ///
    /// # Errors
    /// [`ControlError`] if this is the control of a seat, or the table is gone.
    pub fn record(&self) -> Result<Record, ControlError> {
        self.authority.check_viewer(Viewer::Arbiter)?;
        let (sender, receiver) = bounded(1);
        self.inbox.send(Inbound::Record(sender)).map_err(|_gone| MatchGone)?;
        Ok(receiver.recv().map_err(|_gone| MatchGone)?)
    }

    /// Watches the match from now on; the first event is the table as it is, unless the match ends meanwhile.
    ///
    /// # Errors
    /// [`ControlError`] if this is the control of a seat that may not see what this viewer sees, or the table is gone.
    pub fn subscribe(&self, viewer: Viewer) -> Result<Subscription, ControlError> {
        self.authority.check_viewer(viewer)?;
        let (watcher, subscription) =
            Watcher::pair(viewer, QueueLimit::Bounded, leave_notifier(&self.inbox));
        self.inbox.send(Inbound::Watch(watcher)).map_err(|_gone| MatchGone)?;
        Ok(subscription)
    }
}
