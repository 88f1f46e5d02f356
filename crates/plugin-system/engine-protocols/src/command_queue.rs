//! Commands that wait until the player has time for them.
//!
//! The reading thread must not block while the player searches, because the next command can end the search. During a
//! search, a full queue therefore refuses further commands. Otherwise the queue empties soon, so the thread waits.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use crate::lock::lock;

/// Maximum number of bytes in the queue, enough for tens of thousands of commands.
pub(crate) const BYTES_MAX: usize = 4 << 20;

/// Overhead per command, in addition to its own bytes.
const COMMAND_BYTES: usize = 64;

/// The error message for a command that doesn't fit.
pub(crate) const REFUSAL: &str =
    "too many commands queued during the search; ignoring this and further ones";

/// The action to take if a command doesn't fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum IfFull {
    /// Wait for room, because no search is running.
    Wait,
    /// Refuse it.
    Refuse,
}

/// The reason why a command was not queued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NotQueued {
    /// The queue is full.
    Full,
    /// The receiver was dropped.
    Closed,
}

#[derive(Debug)]
struct State<T> {
    /// Commands with their sizes in bytes.
    waiting: VecDeque<(T, usize)>,
    bytes: usize,
    is_closed: bool,
}

#[derive(Debug)]
struct Queue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Queue<T> {
    /// Closes the queue; either end can do so.
    fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }
}

/// The sending end, for the reading thread. Dropping this end closes the queue.
#[derive(Debug)]
pub(crate) struct CommandSender<T>(Arc<Queue<T>>);

/// The receiving end, for the thread that runs the player. Dropping this end closes the queue.
#[derive(Debug)]
pub(crate) struct Commands<T>(Arc<Queue<T>>);

/// Creates an empty queue.
pub(crate) fn command_queue<T>() -> (CommandSender<T>, Commands<T>) {
    let state = State { waiting: VecDeque::new(), bytes: 0, is_closed: false };
    let queue = Arc::new(Queue { state: Mutex::new(state), changed: Condvar::new() });
    (CommandSender(Arc::clone(&queue)), Commands(queue))
}

impl<T> CommandSender<T> {
    /// Queues a command of `bytes` bytes.
    pub(crate) fn send(&self, command: T, bytes: usize, if_full: IfFull) -> Result<(), NotQueued> {
        let bytes = bytes.saturating_add(COMMAND_BYTES);
        let mut state = lock(&self.0.state);
        // The first command always fits.
        while !state.is_closed
            && !state.waiting.is_empty()
            && state.bytes.saturating_add(bytes) > BYTES_MAX
        {
            if if_full == IfFull::Refuse {
                return Err(NotQueued::Full);
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return Err(NotQueued::Closed);
        }
        state.bytes += bytes;
        state.waiting.push_back((command, bytes));
        self.0.changed.notify_all();
        Ok(())
    }
}

impl<T> Drop for CommandSender<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<T> State<T> {
    fn take(&mut self) -> Option<T> {
        let (command, bytes) = self.waiting.pop_front()?;
        self.bytes -= bytes;
        Some(command)
    }
}

impl<T> Commands<T> {
    /// Waits for the next command. Returns `None` if the sender was dropped and the queue is empty.
    pub(crate) fn receive(&self) -> Option<T> {
        let mut state = lock(&self.0.state);
        loop {
            if let Some(command) = state.take() {
                self.0.changed.notify_all();
                return Some(command);
            }
            if state.is_closed {
                return None;
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The next command, if one is queued.
    pub(crate) fn try_receive(&self) -> Option<T> {
        let command = lock(&self.0.state).take();
        self.0.changed.notify_all();
        command
    }
}

impl<T> Drop for Commands<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn a_full_queue_refuses_commands_during_a_search_until_there_is_room() {
        let (sender, commands) = command_queue();
        let half = BYTES_MAX / 2 - COMMAND_BYTES;
        assert_eq!(sender.send(1, half, IfFull::Refuse), Ok(()));
        assert_eq!(sender.send(2, half, IfFull::Refuse), Ok(()));
        assert_eq!(sender.send(3, 0, IfFull::Refuse), Err(NotQueued::Full));
        assert_eq!(commands.try_receive(), Some(1));
        assert_eq!(sender.send(4, 0, IfFull::Refuse), Ok(()));
        assert_eq!([commands.receive(), commands.receive()], [Some(2), Some(4)]);
        assert_eq!(commands.try_receive(), None);
        assert_eq!(sender.send(5, usize::MAX, IfFull::Refuse), Ok(()), "one always fits");
        drop(sender);
        assert_eq!([commands.receive(), commands.receive()], [Some(5), None]);
    }

    #[test]
    fn a_blocked_sender_resumes_when_there_is_room_and_stops_with_the_receiver() {
        let (sender, commands) = command_queue();
        let sending = thread::spawn(move || {
            [1, 2, 3].map(|command| sender.send(command, BYTES_MAX, IfFull::Wait))
        });
        assert_eq!(commands.receive(), Some(1));
        drop(commands);
        let sent = sending.join().unwrap();
        assert_eq!(sent[0], Ok(()));
        assert_eq!(sent[2], Err(NotQueued::Closed));
    }
}
