//! Child processes that outlive their players.
//!
//! Starting a process takes longer than a quick game. A child whose player was closed properly is therefore reused for
//! the next player with the same plugin, game and options. Players that differ in one of these never share a process.

use std::fmt;
use std::sync::Arc;

use plain_protocol::IdleProgram;
use process_pool::{Closed, Idle};

use super::plugin::ChildPlugin;
use super::process::Process;
use crate::sandbox::ProgramKey;
use crate::sandbox::interface::Pool;

/// The idle children.
#[derive(Clone, Default)]
pub(in crate::sandbox) struct Processes(Arc<State>);

#[derive(Debug, Default)]
struct State {
    closed: Closed,
    /// Processes with a loaded library.
    libraries: Idle<LibraryKey, Process>,
    /// Processes that have become another program.
    programs: Idle<ProgramKey, IdleProgram>,
}

/// Players with equal keys can use the same library process.
#[derive(Debug)]
struct LibraryKey {
    plugin: Arc<ChildPlugin>,
    /// The `NewPlayer` that describes the players.
    order: Vec<u8>,
}

impl Pool for Processes {
    fn with_capacity(idle_max: usize) -> Self {
        Self(Arc::new(State {
            closed: Closed::default(),
            libraries: Idle::with_capacity(idle_max),
            programs: Idle::with_capacity(idle_max),
        }))
    }

    fn close(&self) {
        self.0.closed.close();
        self.0.libraries.close();
        self.0.programs.close();
    }

    fn closed(&self) -> &Closed {
        &self.0.closed
    }

    fn take_program(&self, key: &ProgramKey) -> Option<IdleProgram> {
        self.0.programs.take(|kept| kept == key)
    }

    fn keep_program(&self, key: &ProgramKey, program: IdleProgram) {
        self.0.programs.keep(key.clone(), program);
    }
}

impl Processes {
    /// Takes an idle child for players with this order.
    pub(super) fn take(&self, plugin: &Arc<ChildPlugin>, order: &[u8]) -> Option<Process> {
        let libraries = &self.0.libraries;
        libraries.take(|kept| Arc::ptr_eq(&kept.plugin, plugin) && kept.order == order)
    }

    /// Returns an idle child to the pool, unless it should be replaced by a new one.
    pub(super) fn keep(&self, plugin: &Arc<ChildPlugin>, order: &[u8], mut process: Process) {
        let libraries = &self.0.libraries;
        if libraries.keeps_none() || !process.is_reusable() {
            return;
        }
        process.discard_stderr();
        let key = LibraryKey { plugin: Arc::clone(plugin), order: order.into() };
        libraries.keep(key, process);
    }
}

/// Shows the idle processes of each kind.
impl fmt::Debug for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Processes")
            .field("libraries", &self.0.libraries)
            .field("programs", &self.0.programs)
            .finish_non_exhaustive()
    }
}
