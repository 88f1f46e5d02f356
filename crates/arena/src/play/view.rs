//! The moves of a running game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The moves of a game while it is played. Clones show the same game.
#[derive(Clone, Debug, Default)]
pub struct View(Arc<Mutex<Vec<String>>>);

impl View {
    /// All moves so far, those of the opening included.
    pub fn moves(&self) -> Vec<String> {
        self.shown().clone()
    }

    /// A move was made.
    pub(super) fn push(&self, mv: &str) {
        self.shown().push(mv.into());
    }

    fn shown(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
