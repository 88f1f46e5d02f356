//! Guests that outlive their players.
//!
//! To start a process takes longer than a quick game. Where many games are played, a guest whose player has left it
//! properly is kept for the next one that is made in just the same way: of the same plugin, for the same game, with the
//! same options. So nobody plays in a process in which somebody else has played.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::apart::ApartPlugin;
use crate::process::Process;

/// The processes of a run of many games, in which players of plugins are seated one after another. Copies are the same
/// processes. They end with the last copy.
///
/// The [default](Self::default) keeps none: every player gets a process of its own.
#[derive(Clone, Default)]
pub struct Guests(Arc<Shelf>);

#[derive(Debug, Default)]
struct Shelf {
    /// How many are kept.
    kept_max: usize,
    is_closed: AtomicBool,
    /// Those that nobody sits in, the newest last.
    kept: Mutex<Vec<Kept>>,
}

/// A guest that nobody sits in.
#[derive(Debug)]
struct Kept {
    plugin: Arc<ApartPlugin>,
    /// The `NewPlayer` that its players are made by.
    order: Vec<u8>,
    guest: Process,
}

impl Guests {
    /// Keeps at most `kept_max` processes that nobody sits in; of more, those end in which nobody has sat for longest.
    pub fn keeping(kept_max: usize) -> Self {
        Self(Arc::new(Shelf { kept_max, ..Shelf::default() }))
    }

    /// Ends those that nobody sits in, and gives up on players that are being made or told that a match begins: nobody
    /// wants them any more. They have a moment to come to an end, as when a turn is withdrawn.
    pub fn close(&self) {
        self.0.is_closed.store(true, Ordering::SeqCst);
        let kept = std::mem::take(&mut *self.kept());
        drop(kept);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::Relaxed)
    }

    /// A guest in which players of this order have played.
    pub(crate) fn take(&self, plugin: &Arc<ApartPlugin>, order: &[u8]) -> Option<Process> {
        let is_fit = |kept: &Kept| Arc::ptr_eq(&kept.plugin, plugin) && kept.order == order;
        let mut kept = self.kept();
        let place = kept.iter().rposition(is_fit)?;
        Some(kept.remove(place).guest)
    }

    /// Keeps a guest in which nobody sits any more, unless it had better be a new one next time.
    pub(crate) fn keep(&self, plugin: &Arc<ApartPlugin>, order: &[u8], mut guest: Process) {
        if self.0.kept_max == 0 || !guest.is_as_new() {
            return;
        }
        guest.forget_complaints();
        let mut kept = self.kept();
        kept.push(Kept { plugin: Arc::clone(plugin), order: order.into(), guest });
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
impl fmt::Debug for Guests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guests").field("kept", &self.kept().len()).finish_non_exhaustive()
    }
}
