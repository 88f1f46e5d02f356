//! Programs that outlive their players.

use std::sync::Arc;

use plain_protocol::IdleProgram;
use process_pool::{Closed, Idle};

use crate::engine::Engine;
use crate::launch_options::LaunchOptions;

/// Programs that serve the players of many games, one player after another. A program of the plain
/// protocol must declare that it can. Clones share the same programs, which end with the last clone.
///
/// The [default](Self::default) keeps none: every player gets a new process.
#[derive(Clone, Debug, Default)]
pub struct EnginePool {
    programs: Arc<Idle<EngineKey, IdleProgram>>,
    engines: Arc<Idle<EngineKey, Engine>>,
    closed: Closed,
}

/// The key of players that may share a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EngineKey {
    /// The prefix of the command in the name of a player: "engine:uci:".
    pub(crate) protocol: &'static str,
    /// The full name of the game.
    pub(crate) game: String,
    pub(crate) launch: LaunchOptions,
}

impl EnginePool {
    /// Keeps at most `idle_max` idle programs of the plain protocol, and as many engines; beyond that
    /// the programs that have been idle for longest are ended.
    pub fn with_capacity(idle_max: usize) -> Self {
        Self {
            programs: Arc::new(Idle::with_capacity(idle_max)),
            engines: Arc::new(Idle::with_capacity(idle_max)),
            closed: Closed::default(),
        }
    }

    /// Ends the idle programs, cancels players of the plain protocol that are starting a match with a
    /// new one, and closes the pool.
    pub fn close(&self) {
        self.closed.close();
        self.programs.close();
        self.engines.close();
    }

    /// Whether it is closed, now and later.
    pub(crate) fn closed(&self) -> Closed {
        self.closed.clone()
    }

    /// An idle program of the plain protocol for the next player of this key.
    pub(crate) fn take_program(&self, key: &EngineKey) -> Option<IdleProgram> {
        self.programs.take(|kept| kept == key)
    }

    /// Keeps an idle program of the plain protocol.
    pub(crate) fn keep_program(&self, key: &EngineKey, program: IdleProgram) {
        self.programs.keep(key.clone(), program);
    }

    /// An idle engine for the next player of this key.
    pub(crate) fn take_engine(&self, key: &EngineKey) -> Option<Engine> {
        self.engines.take(|kept| kept == key)
    }

    /// Keeps an idle engine, which is ready for another game.
    pub(crate) fn keep_engine(&self, key: &EngineKey, engine: Engine) {
        self.engines.keep(key.clone(), engine);
    }
}
