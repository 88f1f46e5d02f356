//! Which workers are there.

use std::collections::BTreeMap;
use std::time::Duration;

/// The most workers that are kept count of.
pub(super) const WORKERS_MAX: usize = 100_000;

/// The most games of one worker that are counted.
const SLOTS_MAX: u32 = 1024;

/// Workers that were heard of lately.
#[derive(Debug, Default)]
pub(super) struct Crew {
    /// By name: how many games it can play at a time, and when it was heard last.
    seen: BTreeMap<String, (u32, Duration)>,
    slots: usize,
}

impl Crew {
    /// A worker that can play so many games of the run at a time was heard.
    pub(super) fn hear(&mut self, worker: &str, slots: u32, now: Duration) {
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

    /// Forgets workers of which nothing was heard for so long.
    pub(super) fn forget_silent(&mut self, now: Duration, silence: Duration) {
        let slots = &mut self.slots;
        self.seen.retain(|_, (own, at)| {
            let is_there = *at + silence > now;
            *slots -= if is_there { 0 } else { *own as usize };
            is_there
        });
    }

    /// How many there are that play.
    pub(super) fn workers(&self) -> usize {
        self.seen.values().filter(|(slots, _)| *slots > 0).count()
    }

    /// How many games they can play at a time.
    pub(super) const fn slots(&self) -> usize {
        self.slots
    }
}
