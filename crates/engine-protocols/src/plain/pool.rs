//! Programs that outlive their players.

use std::sync::Arc;

use plain_protocol::{Idle, IdleProgram};

/// Programs that serve the players of many games, one player after another, if they say that they can. Clones share the same
/// programs, which end with the last clone.
///
/// The [default](Self::default) keeps none: every player gets a new process.
#[derive(Clone, Debug, Default)]
pub struct ProgramPool(Arc<Idle<ProgramKey, IdleProgram>>);

/// Which players may share a program: those of the same command with the same options in the same game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProgramKey {
    /// The program and its arguments.
    pub(super) words: Vec<String>,
    pub(super) game: String,
    pub(super) options: String,
}

impl ProgramPool {
    /// Keeps at most `idle_max` idle programs; beyond that the ones that have been idle for longest are ended.
    pub fn with_capacity(idle_max: usize) -> Self {
        Self(Arc::new(Idle::with_capacity(idle_max)))
    }

    /// Ends the idle programs. No more are kept from now on.
    pub fn close(&self) {
        self.0.close();
    }

    /// An idle program for the next player of this key.
    pub(super) fn take(&self, key: &ProgramKey) -> Option<IdleProgram> {
        self.0.take(|kept| kept == key)
    }

    /// Keeps an idle program.
    pub(super) fn keep(&self, key: &ProgramKey, program: IdleProgram) {
        self.0.keep(key.clone(), program);
    }
}
