//! Exceptions from rules written in Python, and from signal handlers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The first exception raised by a rule since the last [`check`].
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

/// Raises the exception raised by a rule in the meantime, if any.
///
/// # Errors
/// The exception.
pub(crate) fn check() -> PyResult<()> {
    let raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner).take();
    raised.map_or(Ok(()), Err)
}

/// Stores an exception for [`check`], unless there is an earlier one.
pub(crate) fn store(error: PyErr) {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

/// The time between two calls of Python's signal handlers.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(100);

/// Calls Python's signal handlers during a computation that doesn't hold Python's lock.
pub(crate) struct Interrupts {
    next: Mutex<Instant>,
    have_come: AtomicBool,
}

impl Default for Interrupts {
    fn default() -> Self {
        Self {
            next: Mutex::new(Instant::now() + SIGNAL_INTERVAL),
            have_come: AtomicBool::new(false),
        }
    }
}

impl Interrupts {
    /// Returns `true` if the computation should end, because a signal handler or a rule has raised an exception. Then
    /// [`check`] raises the exception. The handlers run every 100 ms, and only in Python's main thread.
    pub(crate) fn have_come(&self) -> bool {
        if self.have_come.load(Ordering::Relaxed) {
            return true;
        }
        let Ok(mut next) = self.next.try_lock() else { return false };
        if Instant::now() < *next {
            return false;
        }
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            store(error);
        }
        *next = Instant::now() + SIGNAL_INTERVAL;
        let is_stored = RAISED.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        self.have_come.store(is_stored, Ordering::Relaxed);
        is_stored
    }
}
