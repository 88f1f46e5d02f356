//! Child processes that outlive their players.
//!
//! Starting a process takes longer than a quick game. Where many games are played, a child whose player was closed
//! properly is reused for the next player with the same parameters: same plugin, same game, same options. So different
//! players never share a process.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plain_protocol::IdleProgram;

use super::call_host::Closed;
use super::plugin::ChildPlugin;
use super::process::Process;
use crate::sandbox::ProgramKey;
use crate::sandbox::interface::Pool;

/// Children without a player.
#[derive(Clone, Default)]
pub(in crate::sandbox) struct Processes(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The most of each kind that are kept.
    idle_max: usize,
    closed: Closed,
    /// Those in which a library is loaded.
    libraries: Idle<LibraryKey, Process>,
    /// Those that have become another program.
    programs: Idle<ProgramKey, IdleProgram>,
}

/// Which players may share a process with a library.
#[derive(Debug)]
struct LibraryKey {
    plugin: Arc<ChildPlugin>,
    /// The `NewPlayer` that describes its players.
    order: Vec<u8>,
}

/// Idle children, the newest last, each with what its players have in common.
#[derive(Debug)]
struct Idle<K, P>(Mutex<Vec<(K, P)>>);

impl<K, P> Default for Idle<K, P> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K, P> Idle<K, P> {
    fn kept(&self) -> MutexGuard<'_, Vec<(K, P)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, is_fit: impl Fn(&K) -> bool) -> Option<P> {
        let mut kept = self.kept();
        let place = kept.iter().rposition(|(key, _)| is_fit(key))?;
        Some(kept.remove(place).1)
    }

    /// Keeps one more, and ends the one that has been idle for longest if they are too many then.
    fn keep(&self, key: K, process: P, idle_max: usize, closed: &Closed) {
        let mut kept = self.kept();
        kept.push((key, process));
        // The pool is marked as closed before the idle children are taken.
        let is_one_too_many = kept.len() > idle_max || closed.is_closed();
        let ended = is_one_too_many.then(|| kept.remove(0));
        drop(kept);
        // Waiting for a process to end takes a while.
        drop(ended);
    }

    fn end_all(&self) {
        let kept = std::mem::take(&mut *self.kept());
        drop(kept);
    }
}

impl Pool for Processes {
    fn with_capacity(idle_max: usize) -> Self {
        Self(Arc::new(State { idle_max, ..State::default() }))
    }

    fn close(&self) {
        self.0.closed.close();
        self.0.libraries.end_all();
        self.0.programs.end_all();
    }

    fn take_program(&self, key: &ProgramKey) -> Option<IdleProgram> {
        self.0.programs.take(|kept| kept == key)
    }

    fn keep_program(&self, key: &ProgramKey, program: IdleProgram) {
        let State { idle_max, closed, programs, .. } = &*self.0;
        programs.keep(key.clone(), program, *idle_max, closed);
    }
}

impl Processes {
    /// Whether the pool has been closed.
    pub(super) fn closed(&self) -> &Closed {
        &self.0.closed
    }

    /// An idle child for players of this order.
    pub(super) fn take(&self, plugin: &Arc<ChildPlugin>, order: &[u8]) -> Option<Process> {
        let libraries = &self.0.libraries;
        libraries.take(|kept| Arc::ptr_eq(&kept.plugin, plugin) && kept.order == order)
    }

    /// Keeps an idle child, unless it should be replaced by a new one.
    pub(super) fn keep(&self, plugin: &Arc<ChildPlugin>, order: &[u8], mut process: Process) {
        let State { idle_max, closed, libraries, .. } = &*self.0;
        if *idle_max == 0 || !process.is_reusable() {
            return;
        }
        process.discard_stderr();
        let key = LibraryKey { plugin: Arc::clone(plugin), order: order.into() };
        libraries.keep(key, process, *idle_max, closed);
    }
}

/// How many of each kind are kept.
impl fmt::Debug for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Processes")
            .field("libraries", &self.0.libraries.kept().len())
            .field("programs", &self.0.programs.kept().len())
            .finish_non_exhaustive()
    }
}
