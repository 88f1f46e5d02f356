//! Programs that outlive their players.

use std::sync::Arc;

use plain_protocol::IdleProgram;
use process_pool::{Closed, Idle};

use crate::engine::Engine;
use crate::launch_options::LaunchOptions;

/// Programs that serve the players in many games, one player at a time. Plain programs are pooled only if they declare
/// that they are reusable. Clones share the same programs, which end with the last clone.
///
/// The [default](Self::default) pool doesn't store programs, so every player gets a new process.
#[derive(Clone, Debug, Default)]
pub struct EnginePool {
    programs: Arc<Idle<EngineKey, IdleProgram>>,
    engines: Arc<Idle<EngineKey, Engine>>,
    closed: Closed,
}

/// Players with equal keys can share a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineKey {
    /// The prefix before the command in a player's name, such as "engine:uci:".
    pub(crate) protocol: &'static str,
    /// The game's full name.
    pub(crate) game: String,
    pub(crate) launch: LaunchOptions,
}

impl EnginePool {
    /// A pool of at most `idle_max` idle plain programs and as many idle engines. If there are more, the pool ends
    /// those that have been idle longest.
    pub fn with_capacity(idle_max: usize) -> Self {
        Self {
            programs: Arc::new(Idle::with_capacity(idle_max)),
            engines: Arc::new(Idle::with_capacity(idle_max)),
            closed: Closed::default(),
        }
    }

    /// Closes the pool. Ends idle programs, and cancels players that are starting a match.
    pub fn close(&self) {
        self.closed.close();
        self.programs.close();
        self.engines.close();
    }

    /// The pool's closed flag.
    pub(crate) fn closed(&self) -> Closed {
        self.closed.clone()
    }

    /// Takes an idle plain program for the next player with this key.
    pub(crate) fn take_program(&self, key: &EngineKey) -> Option<IdleProgram> {
        self.programs.take(|kept| kept == key)
    }

    /// Returns an idle plain program to the pool.
    pub(crate) fn keep_program(&self, key: &EngineKey, program: IdleProgram) {
        self.programs.keep(key.clone(), program);
    }

    /// Takes an idle engine for the next player with this key.
    pub(crate) fn take_engine(&self, key: &EngineKey) -> Option<Engine> {
        self.engines.take(|kept| kept == key)
    }

    /// Returns an idle engine to the pool.
    pub(crate) fn keep_engine(&self, key: &EngineKey, engine: Engine) {
        self.engines.keep(key.clone(), engine);
    }
}
