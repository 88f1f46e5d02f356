//! The event log of a game, for debugging.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use games_package::Event;

/// The most lines of one game that are kept; later ones are dropped.
const LINES_MAX: usize = 100_000;

/// A line for each event. Clones share one log.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(super) fn note(&self, event: &Event) {
        self.line(format!("{event:?}"));
    }

    pub(super) fn line(&self, line: String) {
        let mut lines = self.lines();
        if lines.len() < LINES_MAX {
            lines.push(line);
        }
    }

    pub(super) fn into_lines(self) -> Vec<String> {
        std::mem::take(&mut *self.lines())
    }

    fn lines(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
