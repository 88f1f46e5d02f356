//! Pairs in flight, and their workers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use crate::message::{Game, PairAttempt};

/// Minimum time between two marks of the queue's progress. Limits the number of marks.
const MARK_DISTANCE: Duration = Duration::from_secs(1);

/// A pair that was pushed into the queue.
#[derive(Clone, Debug)]
pub(super) struct PairInFlight {
    pub(super) round: usize,
    /// The games that have no result yet.
    pub(super) games: Vec<Game>,
    pub(super) attempt: u32,
    /// The pair's number in the queue, which is greater than the number of any earlier pair.
    pub(super) number: u64,
    /// The time of the last heartbeat that mentioned the pair.
    pub(super) last_heard: Option<Duration>,
    faults: u32,
}

impl PairInFlight {
    /// A pair with these games. If a worker is already playing the pair, `last_heard` is the attempt and the time of
    /// the report.
    pub(super) fn new(round: usize, games: Vec<Game>, last_heard: Option<(u32, Duration)>) -> Self {
        let (attempt, last_heard) =
            last_heard.map_or((0, None), |(attempt, now)| (attempt, Some(now)));
        Self { round, games, attempt, number: 0, last_heard, faults: 0 }
    }
}

/// All pushed pairs that have no result yet.
#[derive(Debug, Default)]
pub(super) struct PairsInFlight {
    by_set: BTreeMap<usize, PairInFlight>,
    /// Pairs that must be pushed again.
    overdue: BTreeSet<usize>,
    pushed: u64,
    stored: u64,
    /// Marks of the queue's progress, newest last: at this time, the queue had delivered all pairs up to this number.
    marks: VecDeque<(Duration, u64)>,
}

impl PairsInFlight {
    pub(super) fn count(&self) -> usize {
        self.by_set.len()
    }

    /// Returns `true` if this game in the pair has no result yet.
    pub(super) fn awaits(&self, set: usize, number: usize) -> bool {
        let pair = self.by_set.get(&set);
        pair.is_some_and(|pair| pair.games.iter().any(|game| game.number == number))
    }

    /// Adds a pair. Returns the pair with its number if the pair must be pushed.
    pub(super) fn push(
        &mut self,
        set: usize,
        mut pair: PairInFlight,
    ) -> Option<(usize, PairInFlight)> {
        let is_new = pair.last_heard.is_none();
        if is_new {
            pair.number = self.next_number();
        }
        let pushed = is_new.then(|| (set, pair.clone()));
        self.by_set.insert(set, pair);
        pushed
    }

    /// The number for the next pair.
    fn next_number(&mut self) -> u64 {
        self.pushed += 1;
        self.pushed
    }

    pub(super) fn note_stored(&mut self, number: u64) {
        self.stored = self.stored.max(number);
    }

    /// Takes at most `most` pairs that must be pushed again, as new attempts.
    pub(super) fn take_overdue(&mut self, most: usize) -> Vec<(usize, PairInFlight)> {
        let mut taken = Vec::new();
        while taken.len() < most {
            let Some(set) = self.overdue.pop_first() else { break };
            let number = self.next_number();
            if let Some(pair) = self.by_set.get_mut(&set) {
                pair.attempt += 1;
                pair.last_heard = None;
                pair.number = number;
                taken.push((set, pair.clone()));
            }
        }
        taken
    }

    /// Records that a worker is playing this pair or has played it. Returns `true` if the pair was pushed.
    pub(super) fn note_playing(&mut self, held: PairAttempt, now: Duration) -> bool {
        let Some(pair) = self.by_set.get_mut(&held.set) else { return false };
        pair.last_heard = Some(now);
        self.overdue.remove(&held.set);
        if pair.attempt == held.attempt {
            let number = pair.number;
            self.mark(number, now);
        }
        true
    }

    /// Records that a worker found the queue empty.
    pub(super) fn note_empty_queue(&mut self, now: Duration) {
        self.mark(self.stored, now);
    }

    fn mark(&mut self, number: u64, now: Duration) {
        match self.marks.back_mut() {
            Some((_, last)) if *last >= number => {}
            Some((at, last)) if now < *at + MARK_DISTANCE => *last = number,
            _ => self.marks.push_back((now, number)),
        }
    }

    /// Records that this game has a result.
    pub(super) fn finish(&mut self, set: usize, number: usize) {
        let Some(pair) = self.by_set.get_mut(&set) else { return };
        pair.games.retain(|game| game.number != number);
        if pair.games.is_empty() {
            self.by_set.remove(&set);
            self.overdue.remove(&set);
        }
    }

    /// Schedules a failed pair again and returns its number of failures. Returns `None` if `attempt` isn't the latest
    /// attempt.
    pub(super) fn fail(&mut self, set: usize, attempt: u32) -> Option<u32> {
        let pair = self.by_set.get_mut(&set).filter(|pair| pair.attempt == attempt)?;
        pair.faults += 1;
        self.overdue.insert(set);
        Some(pair.faults)
    }

    /// Reschedules all pairs that no worker is playing, because the queue has lost its contents.
    pub(super) fn requeue_waiting(&mut self) {
        let waiting = self.by_set.iter().filter(|(_, pair)| pair.last_heard.is_none());
        self.overdue.extend(waiting.map(|(set, _)| *set));
    }

    /// Finds pairs without a report for `silence`. If a pair's worker has fallen silent, the pair counts as waiting in
    /// the queue, which redelivers it before all others.
    pub(super) fn find_lost(&mut self, now: Duration, silence: Duration) {
        let mut given_out = 0;
        while let Some(&(at, number)) = self.marks.front() {
            if at + silence > now {
                break;
            }
            given_out = number;
            self.marks.pop_front();
        }
        for (set, pair) in &mut self.by_set {
            match pair.last_heard {
                Some(at) if at + silence <= now => {
                    (pair.last_heard, pair.number) = (None, self.pushed);
                }
                None if pair.number <= given_out => {
                    self.overdue.insert(*set);
                }
                _ => {}
            }
        }
    }
}

/// Maximum number of workers to count.
pub(super) const WORKERS_MAX: usize = 100_000;

/// Maximum number of slots to count per worker.
const SLOTS_MAX: u32 = 1024;

/// Workers with a recent heartbeat.
#[derive(Debug, Default)]
pub(super) struct Workers {
    /// Each worker's slots and the time of its last heartbeat, by worker name.
    seen: BTreeMap<String, (u32, Duration)>,
    slots: usize,
}

impl Workers {
    /// Records a heartbeat from a worker that can play `slots` games from the run at a time.
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

    /// Number of workers that play the run's games.
    pub(super) fn count(&self) -> usize {
        self.seen.values().filter(|(slots, _)| *slots > 0).count()
    }

    /// The workers' total number of slots.
    pub(super) const fn slots(&self) -> usize {
        self.slots
    }
}
