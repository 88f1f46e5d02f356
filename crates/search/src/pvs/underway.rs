//! The moves that threads are searching at the moment.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How many moves are kept, a power of two: far more than lie on the lines of all threads.
const SLOTS: usize = 1 << 12;

/// The moves that threads are searching at the moment, by their keys.
///
/// A move that shares its slot with another one may be forgotten. Then two threads search it, and nothing else happens.
#[derive(Debug)]
pub(super) struct Underway(Box<[AtomicU64]>);

impl Underway {
    /// No move is underway. A single thread has no other to share with, so nothing is kept.
    pub(super) fn new(threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Self(std::iter::repeat_with(AtomicU64::default).take(slots).collect())
    }

    /// Whether moves are kept.
    pub(super) fn is_kept(&self) -> bool {
        !self.0.is_empty()
    }

    /// The slot of the move with this key.
    fn slot(&self, key: u64) -> Option<&AtomicU64> {
        let index = usize::from(u16::try_from(key >> 48).expect("sixteen bits")) % SLOTS;
        self.0.get(index)
    }

    /// Whether a thread is searching the move with this key.
    pub(super) fn has(&self, key: u64) -> bool {
        self.slot(key).is_some_and(|slot| slot.load(Relaxed) == key)
    }

    /// A thread begins to search the move with this key.
    pub(super) fn begin(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            slot.store(key, Relaxed);
        }
    }

    /// The thread that searched the move with this key is done.
    pub(super) fn end(&self, key: u64) {
        if let Some(slot) = self.slot(key) {
            // Another move may have taken the slot.
            let _ = slot.compare_exchange(key, 0, Relaxed, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_underway_no_more() {
        let underway = Underway::new(2);
        underway.begin(77);
        assert!(underway.has(77) && !underway.has(78));
        // Another one that has taken its slot stays.
        underway.begin(78);
        underway.end(77);
        assert!(underway.has(78));
        underway.end(78);
        assert!(!underway.has(78));
    }
}
