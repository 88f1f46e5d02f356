//! What reaches the Moderator: one bounded channel for everybody, so that there is one order of things.

use std::time::Duration;

use board_engine::Seat;

use crate::authority::Authority;
use crate::seat_thread::Letter;
use crate::subscription::Watcher;
use crate::sync::Sender;
use crate::{Command, Failure, Prompt, Record, Refusal, Reply, Thinking, Ticket};

/// How many messages wait for the Moderator before their senders do. It takes each within microseconds; the bound
/// only keeps a player that floods the table from filling the memory.
pub(crate) const INBOX_CAPACITY: usize = 256;

/// How many messages may wait when a report of what a player thinks is still sent. The rest of the room is for
/// messages that must arrive, so that reports without end don't keep commands out.
pub(crate) const REPORTS_WAITING_MAX: usize = INBOX_CAPACITY / 2;

/// A message to the Moderator.
#[derive(Debug)]
pub(crate) enum Inbound {
    /// A command; whether it is carried out goes into the channel.
    Command(Authority, Command, Sender<Result<(), Refusal>>),
    /// Somebody wants to watch.
    Watch(Watcher),
    /// Somebody wants the record as it stands.
    Record(Sender<Record>),
    /// From a seat.
    Seat(Seat, SeatMessage),
    /// A watcher or the last director has left.
    Left,
}

/// Wakes the Moderator when it is dropped, so that it looks who is still there.
#[derive(Debug)]
pub(crate) struct Goodbye(pub(crate) Sender<Inbound>);

impl Drop for Goodbye {
    fn drop(&mut self) {
        // Where there is no room the Moderator is awake: it looks around after each message.
        let _awake = self.0.try_send(Inbound::Left);
    }
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
        /// What the player does.
        reply: Result<Reply, Failure>,
        /// The letter with the request.
        read: Letter,
    },
    /// The player asks a person.
    Asked(Ticket, Prompt),
    /// The player wants to know what move a text means; the answer goes into the channel.
    Resolve(Ticket, String, Sender<Result<String, String>>),
    /// The player tells what it thinks at this time of the table's.
    Reported(Ticket, Duration, Thinking),
    /// The player has failed while it was told something.
    Failed(Failure),
    /// The seat's thread has ended.
    Gone,
}
