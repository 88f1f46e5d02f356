//! What reaches the Moderator: one bounded channel for everybody, so that there is one order of things.

use board_engine::Seat;
use crossbeam_channel::Sender;

use crate::subscription::Watcher;
use crate::{Command, Failure, Prompt, Record, Reply, Thinking};

/// How many messages wait for the Moderator before their senders do. It takes each within microseconds; the bound
/// only keeps a player that floods the table from filling the memory.
pub(crate) const INBOX_CAPACITY: usize = 256;

/// Names one request. A later request has a larger ticket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Ticket(pub(crate) u64);

/// A message to the Moderator.
#[derive(Debug)]
pub(crate) enum Inbound {
    /// From whoever directs the match.
    Command(Command),
    /// Somebody wants to watch.
    Watch(Watcher),
    /// Somebody wants the record as it stands.
    Record(Sender<Record>),
    /// From a seat.
    Seat(Seat, SeatMessage),
}

/// A message from a seat's thread.
#[derive(Debug)]
pub(crate) enum SeatMessage {
    /// The player has started, under this name, or has failed to.
    Started(Ticket, Result<String, Failure>),
    /// The answer to a request.
    Replied(Ticket, Result<Reply, Failure>),
    /// The player asks a person.
    Asked(Ticket, Prompt),
    /// The player wants to know what move a text means; the answer goes into the channel.
    Resolve(Ticket, String, Sender<Result<String, String>>),
    /// The player tells what it thinks.
    Reported(Ticket, Thinking),
    /// The player has failed while it was told something.
    Failed(Failure),
    /// The seat's thread has ended.
    Gone,
}
