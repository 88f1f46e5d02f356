//! Cancelling all games at once.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use games_package::{Command, Control};

/// Cancels all games that it is passed to, those that begin later included.
#[derive(Default)]
pub struct CancelToken {
    is_cancelled: AtomicBool,
    registered: Mutex<Registered>,
}

#[derive(Default)]
struct Registered {
    next: u64,
    controls: BTreeMap<u64, Control>,
    callbacks: Vec<Box<dyn Fn() + Send>>,
}

/// A match that the token stops, as long as this value lives.
pub(super) struct Registration<'a> {
    token: &'a CancelToken,
    number: u64,
}

impl CancelToken {
    /// Cancels all games.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
        let registered = self.registered();
        for control in registered.controls.values() {
            // A match that is over needs no stop.
            let _gone = control.send(Command::Stop);
        }
        registered.callbacks.iter().for_each(|stop| stop());
    }

    /// Calls `stop` when the token is cancelled: at once if it already is. `stop` may be called more than once, and
    /// must not use the token.
    pub fn on_cancel(&self, stop: impl Fn() + Send + 'static) {
        let mut registered = self.registered();
        if self.is_cancelled.load(Ordering::SeqCst) {
            stop();
        }
        registered.callbacks.push(Box::new(stop));
    }

    /// Whether the games are cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    pub(super) fn register(&self, control: &Control) -> Registration<'_> {
        let mut registered = self.registered();
        let number = registered.next;
        registered.next += 1;
        registered.controls.insert(number, control.clone());
        drop(registered);
        if self.is_cancelled.load(Ordering::SeqCst) {
            let _gone = control.send(Command::Stop);
        }
        Registration { token: self, number }
    }

    fn registered(&self) -> MutexGuard<'_, Registered> {
        self.registered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether it is cancelled.
impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken")
            .field("is_cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl Drop for Registration<'_> {
    fn drop(&mut self) {
        self.token.registered().controls.remove(&self.number);
    }
}
