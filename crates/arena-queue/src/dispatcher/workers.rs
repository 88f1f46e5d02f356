//! The workers that are connected.

use std::collections::BTreeMap;
use std::time::Duration;

/// The largest number of workers that are counted.
pub(super) const WORKERS_MAX: usize = 100_000;

/// The largest number of slots counted for one worker.
const SLOTS_MAX: u32 = 1024;

/// Workers with a recent heartbeat.
#[derive(Debug, Default)]
pub(super) struct Workers {
    /// By name: its slots, and the time of its last heartbeat.
    seen: BTreeMap<String, (u32, Duration)>,
    slots: usize,
}

impl Workers {
    /// Records the heartbeat of a worker that can play `slots` games of the run at a time.
    pub(super) fn note_heartbeat(&mut self, worker: &str, slots: u32, now: Duration) {
        let slots = slots.min(SLOTS_MAX);
        let is_full = self.seen.len() >= WORKERS_MAX;
        let before = match self.seen.get_mut(worker) {
            Some(seen) => std::mem::replace(seen, (slots, now)).0,
            None if is_full => return,
            None => {
                self.seen.insert(worker.into(), (slots, now));
                0
            }
        };
        self.slots = self.slots + slots as usize - before as usize;
    }

    /// Removes workers without a heartbeat for `silence`.
    pub(super) fn forget_silent(&mut self, now: Duration, silence: Duration) {
        let slots = &mut self.slots;
        self.seen.retain(|_, (own, at)| {
            let is_there = *at + silence > now;
            *slots -= if is_there { 0 } else { *own as usize };
            is_there
        });
    }

    /// The number of workers that play games of the run.
    pub(super) fn count(&self) -> usize {
        self.seen.values().filter(|(slots, _)| *slots > 0).count()
    }

    /// How many games they can play at a time.
    pub(super) const fn slots(&self) -> usize {
        self.slots
    }
}
