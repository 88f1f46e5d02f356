//! What happened in a game, for who looks for a fault.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use games_package::Event;

/// The most lines that are kept of one game: of a longer one, the first.
const LINES_MAX: usize = 100_000;

/// A line for each event. Copies write to the same log.
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
