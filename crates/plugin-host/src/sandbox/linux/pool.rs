//! Children that outlive their players.
//!
//! To start a process takes longer than a quick game. Where many games are played, a child whose player has left it
//! properly is kept for the next one that is made in just the same way: of the same plugin, for the same game, with the
//! same options. So nobody plays in a process in which somebody else has played.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::plugin::ApartPlugin;
use super::process::Process;
use crate::sandbox::interface::Pool;

/// Children whose players have left them.
#[derive(Clone, Default)]
pub(in crate::sandbox) struct Processes(Arc<Shelf>);

#[derive(Debug, Default)]
struct Shelf {
    /// How many are kept.
    kept_max: usize,
    is_closed: AtomicBool,
    /// Those that nobody sits in, the newest last.
    kept: Mutex<Vec<Kept>>,
}

/// A child that nobody sits in.
#[derive(Debug)]
struct Kept {
    plugin: Arc<ApartPlugin>,
    /// The `NewPlayer` that its players are made by.
    order: Vec<u8>,
    process: Process,
}

impl Pool for Processes {
    fn keeping(kept_max: usize) -> Self {
        Self(Arc::new(Shelf { kept_max, ..Shelf::default() }))
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
    pub(super) fn take(&self, plugin: &Arc<ApartPlugin>, order: &[u8]) -> Option<Process> {
        let is_fit = |kept: &Kept| Arc::ptr_eq(&kept.plugin, plugin) && kept.order == order;
        let mut kept = self.kept();
        let place = kept.iter().rposition(is_fit)?;
        Some(kept.remove(place).process)
    }

    /// Keeps a child in which nobody sits any more, unless it had better be a new one next time.
    pub(super) fn keep(&self, plugin: &Arc<ApartPlugin>, order: &[u8], mut process: Process) {
        if self.0.kept_max == 0 || !process.is_as_new() {
            return;
        }
        process.discard_stderr();
        let mut kept = self.kept();
        kept.push(Kept { plugin: Arc::clone(plugin), order: order.into(), process });
        // It is closed for good before those that are kept are taken away.
        let is_one_too_many =
            kept.len() > self.0.kept_max || self.0.is_closed.load(Ordering::SeqCst);
        let ended = is_one_too_many.then(|| kept.remove(0));
        drop(kept);
        // To wait for the end of a process takes a while.
        drop(ended);
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many are kept.
impl fmt::Debug for Processes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Processes").field("kept", &self.kept().len()).finish_non_exhaustive()
    }
}
