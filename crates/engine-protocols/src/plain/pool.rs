//! Programs that outlive their players.

use std::sync::Arc;

use kept_processes::{Closed, Idle};
use plain_protocol::IdleProgram;

/// Programs that serve the players of many games, one player after another, if they say that they can. Clones share the same
/// programs, which end with the last clone.
///
/// The [default](Self::default) keeps none: every player gets a new process.
#[derive(Clone, Debug, Default)]
pub struct ProgramPool {
    idle: Arc<Idle<ProgramKey, IdleProgram>>,
    closed: Closed,
}

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
        Self { idle: Arc::new(Idle::with_capacity(idle_max)), closed: Closed::default() }
    }

    /// Ends the idle programs, and cancels players that are starting a match with a new one. No more are kept from now on.
    pub fn close(&self) {
        self.closed.close();
        self.idle.close();
    }

    /// Whether it is closed, now and later.
    pub(super) fn closed(&self) -> Closed {
        self.closed.clone()
    }

    /// An idle program for the next player of this key.
    pub(super) fn take(&self, key: &ProgramKey) -> Option<IdleProgram> {
        self.idle.take(|kept| kept == key)
    }

    /// Keeps an idle program.
    pub(super) fn keep(&self, key: &ProgramKey, program: IdleProgram) {
        self.idle.keep(key.clone(), program);
    }
}
