//! Messages to the Moderator: one bounded channel for all senders, and one order of events.
//!
//! A bounded crossbeam channel retains unread messages as long as it has a sender, even after its receiver is dropped.
//! A question among these messages would never be answered, and a new watcher would never learn that the table no
//! longer exists. Therefore the inbox is closed before it is emptied for the last time, and a sender checks after each
//! message whether the inbox is closed. Every message is read, dropped, or marked as late.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use board_engine::Seat;
use thiserror::Error;

use crate::authority::Authority;
use crate::leave_notifier::LeaveNotifier;
use crate::seat_call::SeatInput;
use crate::subscription::Watcher;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Receiver, Sender, TrySendError, bounded};
use crate::{Command, Failure, Prompt, Record, Refusal, Reply, Thinking, Ticket};

/// The capacity of the Moderator's inbox; senders block when it is full. Each message takes microseconds; the bound
/// only prevents a player that floods the table from filling the memory.
pub(crate) const INBOX_CAPACITY: usize = 64;

/// The queue length up to which analysis reports are still sent. The rest of the capacity is reserved for messages that
/// must arrive: a flood of reports doesn't block commands.
pub(crate) const REPORTS_WAITING_MAX: usize = INBOX_CAPACITY / 2;

/// The match is over, and its table no longer exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the match is over")]
pub struct MatchGone;

/// A message to the Moderator.
#[derive(Debug)]
pub(crate) enum Inbound {
    /// A command; its result goes into the channel.
    Command(Authority, Command, Sender<Result<(), Refusal>>),
    /// A new watcher.
    Watch(Watcher),
    /// A request for the current record.
    Record(Sender<Record>),
    /// A message from a seat.
    Seat(Seat, SeatMessage),
    /// A watcher or the last director has left.
    Left,
}

/// The Moderator's end of the inbox.
#[derive(Debug)]
pub(crate) struct Inbox {
    messages: Receiver<Inbound>,
    is_closed: Arc<AtomicBool>,
}

/// Sends messages to the Moderator.
#[derive(Clone, Debug)]
pub(crate) struct InboxSender {
    messages: Sender<Inbound>,
    is_closed: Arc<AtomicBool>,
}

/// The pending answer to a question.
#[derive(Debug)]
pub(crate) struct PendingAnswer<T> {
    answers: Receiver<T>,
    /// `true` if the inbox was closed by the time the question was sent: the answer has already arrived or will never
    /// arrive.
    is_late: bool,
}

/// The two ends of an inbox.
pub(crate) fn inbox() -> (InboxSender, Inbox) {
    let (sender, receiver) = bounded(INBOX_CAPACITY);
    let is_closed = Arc::new(AtomicBool::new(false));
    let sender = InboxSender { messages: sender, is_closed: Arc::clone(&is_closed) };
    (sender, Inbox { messages: receiver, is_closed })
}

impl Deref for Inbox {
    type Target = Receiver<Inbound>;

    fn deref(&self) -> &Self::Target {
        &self.messages
    }
}

/// Drops the unread messages, so their senders learn that no answer will come.
impl Drop for Inbox {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::SeqCst);
        while self.messages.try_recv().is_ok() {}
    }
}

impl InboxSender {
    /// Sends a message. Blocks while the inbox is full, which never takes long.
    ///
    /// # Errors
    /// [`MatchGone`] if the table no longer exists. The message may have been the last one it handled.
    pub(crate) fn send(&self, message: Inbound) -> Result<(), MatchGone> {
        self.messages.send(message).map_err(|_gone| MatchGone)?;
        if self.is_closed() { Err(MatchGone) } else { Ok(()) }
    }

    /// Sends a message if there is room.
    ///
    /// # Errors
    /// The message if there is no room or if the table no longer exists.
    pub(crate) fn try_send(&self, message: Inbound) -> Result<(), TrySendError<Inbound>> {
        self.messages.try_send(message)
    }

    /// Sends a question. The table sends the answer to the given channel.
    ///
    /// # Errors
    /// [`MatchGone`] if the table no longer exists.
    pub(crate) fn ask<T>(
        &self,
        question: impl FnOnce(Sender<T>) -> Inbound,
    ) -> Result<PendingAnswer<T>, MatchGone> {
        let (answer, answers) = bounded(1);
        self.messages.send(question(answer)).map_err(|_gone| MatchGone)?;
        Ok(PendingAnswer { answers, is_late: self.is_closed() })
    }

    /// The number of unread messages.
    pub(crate) fn len(&self) -> usize {
        self.messages.len()
    }

    /// Returns `true` if the inbox is closed, so unread messages may never be read. If `false`, every earlier message
    /// is read or dropped.
    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::SeqCst)
    }
}

impl<T> PendingAnswer<T> {
    /// Waits for the answer.
    ///
    /// # Errors
    /// [`MatchGone`] if no answer will come because the table no longer exists.
    pub(crate) fn wait(self) -> Result<T, MatchGone> {
        if self.is_late {
            return self.answers.try_recv().map_err(|_none| MatchGone);
        }
        self.answers.recv().map_err(|_gone| MatchGone)
    }
}

/// Wakes the Moderator when it is dropped. The Moderator then checks who is still connected.
pub(crate) fn leave_notifier(inbox: &InboxSender) -> LeaveNotifier {
    let inbox = inbox.clone();
    LeaveNotifier::new(move || {
        // If the inbox is full, the Moderator is awake and checks after each message anyway.
        let _awake = inbox.try_send(Inbound::Left);
    })
}

/// A message from a seat's thread.
#[derive(Debug)]
pub(crate) enum SeatMessage {
    /// The player has started, under this name, or has failed to start.
    Started(Ticket, Result<String, Failure>),
    /// The answer to a request.
    Replied {
        /// The request.
        ticket: Ticket,
        /// The time when the answer was given, in the table's time.
        at: Duration,
        /// The player's reply.
        reply: Result<Reply, Failure>,
        /// The message with the request.
        input: Box<SeatInput>,
    },
    /// The player asks a human player for input.
    InputRequested(Ticket, Prompt),
    /// The player asks for the move that a string represents; the answer goes into the channel.
    Resolve(Ticket, String, Sender<Result<String, String>>),
    /// The player reports its analysis at this table time.
    Reported(Ticket, Duration, Box<Thinking>),
    /// The player failed while handling an event.
    Failed(Failure),
    /// The seat's thread has ended.
    Gone,
}
