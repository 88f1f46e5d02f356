//! Child processes that outlive their players.
//!
//! Starting a process takes longer than a quick game. Where many games are played, a child whose player was closed
//! properly is reused for the next player with the same parameters: same plugin, same game, same options. So different
//! players never share a process.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::call_host::Closed;
use super::plugin::ChildPlugin;
use super::process::Process;
use crate::sandbox::interface::Pool;

/// Children without a player.
#[derive(Clone, Default)]
pub(in crate::sandbox) struct Processes(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// The most that are kept.
    idle_max: usize,
    closed: Closed,
    /// The idle ones, the newest last.
    kept: Mutex<Vec<IdleProcess>>,
}

/// A child process without a player.
#[derive(Debug)]
struct IdleProcess {
    plugin: Arc<ChildPlugin>,
    /// The `NewPlayer` that describes its players.
    order: Vec<u8>,
    process: Process,
}

impl Pool for Processes {
    fn with_capacity(idle_max: usize) -> Self {
        Self(Arc::new(State { idle_max, ..State::default() }))
    }

    fn close(&self) {
        self.0.closed.close();
        let kept = std::mem::take(&mut *self.kept());
        drop(kept);
    }
}

impl Processes {
    /// Whether the pool has been closed.
    pub(super) fn closed(&self) -> &Closed {
        &self.0.closed
    }

    /// An idle child for players of this order.
    pub(super) fn take(&self, plugin: &Arc<ChildPlugin>, order: &[u8]) -> Option<Process> {
        let is_fit = |kept: &IdleProcess| Arc::ptr_eq(&kept.plugin, plugin) && kept.order == order;
        let mut kept = self.kept();
        let place = kept.iter().rposition(is_fit)?;
        Some(kept.remove(place).process)
    }

    /// Keeps an idle child, unless it should be replaced by a new one.
    pub(super) fn keep(&self, plugin: &Arc<ChildPlugin>, order: &[u8], mut process: Process) {
        if self.0.idle_max == 0 || !process.is_reusable() {
            return;
        }
        process.discard_stderr();
        let mut kept = self.kept();
        kept.push(IdleProcess { plugin: Arc::clone(plugin), order: order.into(), process });
        // The pool is marked as closed before the idle children are taken.
        let is_one_too_many = kept.len() > self.0.idle_max || self.0.closed.is_closed();
        let ended = is_one_too_many.then(|| kept.remove(0));
        drop(kept);
        // Waiting for a process to end takes a while.
        drop(ended);
    }

    fn kept(&self) -> MutexGuard<'_, Vec<IdleProcess>> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The most that are kept.
impl fmt::Debug for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Processes").field("kept", &self.kept().len()).finish_non_exhaustive()
    }
}
