//! A bounded channel that makes every step visible to shuttle. The channel implements the part of crossbeam's interface
//! that the table uses.
//!
//! Timeouts don't wait here, because time doesn't pass in a model: a wait with a deadline polls once more after other
//! threads have run.

use std::collections::VecDeque;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use crossbeam_channel::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};
use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard};
use shuttle::thread;

/// The two ends of a channel with this capacity.
pub(crate) fn bounded<T>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    let state = State { messages: VecDeque::new(), capacity, senders: 1, has_receiver: true };
    let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() });
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

#[derive(Debug)]
struct State<T> {
    messages: VecDeque<T>,
    capacity: usize,
    senders: usize,
    has_receiver: bool,
}

#[derive(Debug)]
struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Debug)]
pub(crate) struct Sender<T>(Arc<Shared<T>>);

#[derive(Debug)]
pub(crate) struct Receiver<T>(Arc<Shared<T>>);

impl<T> Sender<T> {
    pub(crate) fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
        let mut state = self.0.state();
        if !state.has_receiver {
            return Err(TrySendError::Disconnected(message));
        }
        if state.messages.len() >= state.capacity {
            return Err(TrySendError::Full(message));
        }
        state.messages.push_back(message);
        self.0.changed.notify_all();
        Ok(())
    }

    pub(crate) fn send(&self, message: T) -> Result<(), SendError<T>> {
        let mut state = self.0.state();
        while state.has_receiver && state.messages.len() >= state.capacity {
            state = self.0.wait(state);
        }
        if !state.has_receiver {
            return Err(SendError(message));
        }
        state.messages.push_back(message);
        self.0.changed.notify_all();
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.state().messages.len()
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.state().senders += 1;
        Self(Arc::clone(&self.0))
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.state().senders -= 1;
        self.0.changed.notify_all();
    }
}

impl<T> Receiver<T> {
    pub(crate) fn try_recv(&self) -> Result<T, TryRecvError> {
        let mut state = self.0.state();
        match state.messages.pop_front() {
            Some(message) => {
                self.0.changed.notify_all();
                Ok(message)
            }
            None if state.senders == 0 => Err(TryRecvError::Disconnected),
            None => Err(TryRecvError::Empty),
        }
    }

    pub(crate) fn recv(&self) -> Result<T, RecvError> {
        let mut state = self.0.state();
        loop {
            if let Some(message) = state.messages.pop_front() {
                self.0.changed.notify_all();
                return Ok(message);
            }
            if state.senders == 0 {
                return Err(RecvError);
            }
            state = self.0.wait(state);
        }
    }

    pub(crate) fn recv_timeout(&self, _patience: Duration) -> Result<T, RecvTimeoutError> {
        thread::yield_now();
        self.try_recv().map_err(|error| match error {
            TryRecvError::Empty => RecvTimeoutError::Timeout,
            TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
        })
    }

    /// Real-time deadlines are ignored: they are for threads that never end.
    pub(crate) fn recv_deadline(&self, _deadline: Instant) -> Result<T, RecvTimeoutError> {
        self.recv().map_err(|_gone| RecvTimeoutError::Disconnected)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.state().messages.len()
    }
}

/// Unread messages remain as long as there is a sender, as in crossbeam's bounded channels.
impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.0.state().has_receiver = false;
        self.0.changed.notify_all();
    }
}
