//! The handle that sends commands to a running match.

use std::sync::Arc;

use board_engine::{Seat, Viewer};
use thiserror::Error;

use crate::authority::{Authority, Holders};
use crate::inbox::{Inbound, InboxSender, MatchGone, PendingAnswer, leave_notifier};
use crate::leave_notifier::LeaveNotifier;
use crate::subscription::{QueueLimit, Subscription, Watcher};
use crate::{Command, Record, Refusal};

/// Sends commands to a match from anywhere, as the director or for one seat. Clones send to the same match.
///
/// When the director's last control is dropped, the match has no director. A match without a director stops if it is
/// paused, or if it would otherwise stay open after its end. A question to a human player fails with
/// [`AskError::Nobody`](crate::AskError::Nobody) unless a control for that seat exists.
#[derive(Debug)]
pub struct Control {
    inbox: InboxSender,
    authority: Authority,
    holders: Arc<Holders>,
    /// Reports that the control has left: it is dropped after the count of holders was decremented.
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

/// The reason why a command failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ControlError {
    /// The table refused the command; nothing has changed.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The table no longer exists.
    #[error(transparent)]
    Gone(#[from] MatchGone),
}

/// A sent command. Only its sender can get the result, but it doesn't have to wait.
#[derive(Debug)]
pub struct SentCommand(PendingAnswer<Result<(), Refusal>>);

impl SentCommand {
    /// Waits until the table has carried out or refused the command, which takes microseconds. A table that is not
    /// [running](crate::Moderator::run) yet answers once it runs.
    ///
    /// # Errors
    /// [`ControlError`] if the command was not carried out.
    pub fn wait(self) -> Result<(), ControlError> {
        Ok(self.0.wait()??)
    }
}

impl Control {
    /// The director's control of a table with this number of seats.
    pub(crate) fn new(inbox: InboxSender, seat_count: usize) -> Self {
        Self::of(Authority::Director, inbox, Arc::new(Holders::none(seat_count)))
    }

    fn of(authority: Authority, inbox: InboxSender, holders: Arc<Holders>) -> Self {
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

    /// The number of controls with each authority.
    pub(crate) fn holders(&self) -> Arc<Holders> {
        Arc::clone(&self.holders)
    }

    /// The same inbox, for seats and watchers.
    pub(crate) fn inbox(&self) -> InboxSender {
        self.inbox.clone()
    }

    /// Sends one command. Blocks while the inbox is full, which never takes long.
    ///
    /// # Errors
    /// [`MatchGone`] if the table no longer exists.
    pub fn send(&self, command: Command) -> Result<SentCommand, MatchGone> {
        let question = |answer| Inbound::Command(self.authority, command, answer);
        self.inbox.ask(question).map(SentCommand)
    }

    /// The current match with all hidden information: the director can save it while it runs.
    ///
    /// # Errors
    /// [`ControlError`] if this is the control of a seat, or if the table no longer exists.
    pub fn record(&self) -> Result<Record, ControlError> {
        self.authority.check_viewer(Viewer::Arbiter)?;
        Ok(self.inbox.ask(Inbound::Record)?.wait()?)
    }

    /// Watches the match from now on. The first event is the current state of the table, unless the match ends first.
    ///
    /// # Errors
    /// [`ControlError`] if this is a seat's control and that seat must not see what this viewer sees, or if the table
    /// no longer exists.
    pub fn subscribe(&self, viewer: Viewer) -> Result<Subscription, ControlError> {
        self.authority.check_viewer(viewer)?;
        let (watcher, subscription) =
            Watcher::pair(viewer, QueueLimit::Bounded, leave_notifier(&self.inbox));
        self.inbox.send(Inbound::Watch(watcher))?;
        Ok(subscription)
    }
}
