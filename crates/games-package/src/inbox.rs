//! Messages to the Moderator: one bounded channel for all senders, so that there is one order of events.

use std::time::Duration;

use board_engine::Seat;

use crate::authority::Authority;
use crate::leave_notifier::LeaveNotifier;
use crate::seat_call::SeatInput;
use crate::subscription::Watcher;
use crate::sync::Sender;
use crate::{Command, Failure, Prompt, Record, Refusal, Reply, Thinking, Ticket};

/// The capacity of the Moderator's inbox; senders block when it is full. Each message takes microseconds; the bound
/// only keeps a player that floods the table from filling the memory.
pub(crate) const INBOX_CAPACITY: usize = 64;

/// The queue length up to which analysis reports are still sent. The rest of the capacity is reserved for messages that
/// must arrive, so that a flood of reports doesn't block commands.
pub(crate) const REPORTS_WAITING_MAX: usize = INBOX_CAPACITY / 2;

/// A message to the Moderator.
#[derive(Debug)]
pub(crate) enum Inbound {
    /// A command; its result goes into the channel.
    Command(Authority, Command, Sender<Result<(), Refusal>>),
    /// A new watcher.
    Watch(Watcher),
    /// A request for the current record.
    Record(Sender<Record>),
    /// From a seat.
    Seat(Seat, SeatMessage),
    /// A watcher or the last director has left.
    Left,
}

/// Wakes the Moderator when it is dropped, so that it checks who is still connected.
pub(crate) fn leave_notifier(inbox: &Sender<Inbound>) -> LeaveNotifier {
    let inbox = inbox.clone();
    LeaveNotifier::new(move || {
        // If the inbox is full the Moderator is awake: it checks after each message.
        let _awake = inbox.try_send(Inbound::Left);
    })
}

/// A message from a seat's thread.
#[derive(Debug)]
pub(crate) enum SeatMessage {
    /// The player has started, under this name, or has failed to.
    Started(Ticket, Result<String, Failure>),
    /// The answer to a request.
    Replied {
        /// The request.
        ticket: Ticket,
        /// When it was answered, in the table's time.
        at: Duration,
        /// The player's reply.
        reply: Result<Reply, Failure>,
        /// The message with the request.
        input: Box<SeatInput>,
    },
    /// The player asks a person for input.
    InputRequested(Ticket, Prompt),
    /// The player asks which move a text means; the answer goes into the channel.
    Resolve(Ticket, String, Sender<Result<String, String>>),
    /// The player reports its analysis at this time of the table's.
    Reported(Ticket, Duration, Thinking),
    /// The player has failed while it handled an event.
    Failed(Failure),
    /// The seat's thread has ended.
    Gone,
}
