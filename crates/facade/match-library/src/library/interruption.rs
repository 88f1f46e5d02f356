//! Interrupts a connection's operations.

use std::fmt;

use rusqlite::{Connection, InterruptHandle};

/// A handle for interrupting a connection's operation from any thread.
pub(super) struct Interruption(InterruptHandle);

impl Interruption {
    /// A handle for this connection.
    pub(super) fn of(connection: &Connection) -> Self {
        Self(connection.get_interrupt_handle())
    }

    /// Aborts the current operation. Later operations are not affected.
    pub(super) fn interrupt(&self) {
        self.0.interrupt();
    }
}

impl fmt::Debug for Interruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interruption").finish_non_exhaustive()
    }
}
