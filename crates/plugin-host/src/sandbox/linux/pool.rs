//! Child processes that outlive their players.
//!
//! To start a process takes longer than a quick game. Where many games are played, a child whose player has left it
//! properly is kept for the next one that is made in just the same way: of the same plugin, for the same game, with the
//! same options. So nobody plays in a process in which somebody else has played.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::plugin::ChildPlugin;
use super::process::Process;
use crate::sandbox::interface::Pool;

/// Children whose players have left them.
#[derive(Clone, Default)]
pub(in crate::sandbox) struct Processes(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// How many are kept.
    kept_max: usize,
    is_closed: AtomicBool,
    /// Those without a player, the newest last.
    kept: Mutex<Vec<IdleProcess>>,
}

/// A child process without a player.
#[derive(Debug)]
struct IdleProcess {
    plugin: Arc<ChildPlugin>,
    /// The `NewPlayer` that its players are made by.
    order: Vec<u8>,
    process: Process,
}

impl Pool for Processes {
    fn keeping(kept_max: usize) -> Self {
        Self(Arc::new(State { kept_max, ..State::default() }))
    }

    fn close(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        let kept = std::mem::take(&mut *self.kept());
        drop(kept);
    }
}

impl Processes {
    /// Whether nobody wants any player any more.
    pub(super) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::Relaxed)
    }

    /// A child in which players of this order have played.
    pub(super) fn take(&self, plugin: &Arc<ChildPlugin>, order: &[u8]) -> Option<Process> {
        let is_fit = |kept: &IdleProcess| Arc::ptr_eq(&kept.plugin, plugin) && kept.order == order;
        let mut kept = self.kept();
        let place = kept.iter().rposition(is_fit)?;
        Some(kept.remove(place).process)
    }

    /// Keeps a child that has no player any more, unless a new one should be started next time.
    pub(super) fn keep(&self, plugin: &Arc<ChildPlugin>, order: &[u8], mut process: Process) {
        if self.0.kept_max == 0 || !process.is_as_new() {
            return;
        }
        process.discard_stderr();
        let mut kept = self.kept();
        kept.push(IdleProcess { plugin: Arc::clone(plugin), order: order.into(), process });
        // It is closed for good before those that are kept are taken away.
        let is_one_too_many =
            kept.len() > self.0.kept_max || self.0.is_closed.load(Ordering::SeqCst);
        let ended = is_one_too_many.then(|| kept.remove(0));
        drop(kept);
        // To wait for the end of a process takes a while.
        drop(ended);
    }

    fn kept(&self) -> MutexGuard<'_, Vec<IdleProcess>> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many are kept.
impl fmt::Debug for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Processes").field("kept", &self.kept().len()).finish_non_exhaustive()
    }
}
