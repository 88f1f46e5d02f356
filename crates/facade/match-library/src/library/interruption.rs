//! Breaking off what a connection does.

use std::fmt;

use rusqlite::{Connection, InterruptHandle};

/// A handle that interrupts a connection's operation from any thread.
pub(super) struct Interruption(InterruptHandle);

impl Interruption {
    /// Of this connection.
    pub(super) fn of(connection: &Connection) -> Self {
        Self(connection.get_interrupt_handle())
    }

    /// Breaks off what is done now; what is done later is not concerned.
    pub(super) fn interrupt(&self) {
        self.0.interrupt();
    }
}

impl fmt::Debug for Interruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interruption").finish_non_exhaustive()
    }
}
