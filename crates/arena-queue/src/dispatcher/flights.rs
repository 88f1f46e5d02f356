//! The pairs that were pushed and have no result.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use crate::message::{Game, Held};

/// Marks of how far the queue has come are as far apart as this, so that there are few of them.
const MARK_DISTANCE: Duration = Duration::from_secs(1);

/// A pair that was pushed.
#[derive(Clone, Debug)]
pub(super) struct Flight {
    pub(super) round: usize,
    /// Those without a result.
    pub(super) games: Vec<Game>,
    pub(super) attempt: u32,
    /// Its place in the queue: larger than those of all pairs before it.
    pub(super) number: u64,
    /// When a worker last said that it plays it.
    pub(super) heard: Option<Duration>,
    faults: u32,
}

impl Flight {
    /// A pair with these games. If a worker plays it already, with the attempt and the time at which that was heard.
    pub(super) fn new(round: usize, games: Vec<Game>, heard: Option<(u32, Duration)>) -> Self {
        let (attempt, heard) = heard.map_or((0, None), |(attempt, now)| (attempt, Some(now)));
        Self { round, games, attempt, number: 0, heard, faults: 0 }
    }
}

/// All pairs that were pushed and have no result.
#[derive(Debug, Default)]
pub(super) struct Flights {
    by_set: BTreeMap<usize, Flight>,
    /// Pairs that are to be pushed once more.
    overdue: BTreeSet<usize>,
    pushed: u64,
    stored: u64,
    /// At these times the queue had given out all pairs up to these numbers; the newest one last.
    marks: VecDeque<(Duration, u64)>,
}

impl Flights {
    pub(super) fn count(&self) -> usize {
        self.by_set.len()
    }

    /// The round of a pair.
    pub(super) fn round(&self, set: usize) -> Option<usize> {
        self.by_set.get(&set).map(|flight| flight.round)
    }

    /// Enters a pair; returns it with its number if it is to be pushed.
    pub(super) fn launch(&mut self, set: usize, mut flight: Flight) -> Option<(usize, Flight)> {
        let is_new = flight.heard.is_none();
        if is_new {
            flight.number = self.next_number();
        }
        let pushed = is_new.then(|| (set, flight.clone()));
        self.by_set.insert(set, flight);
        pushed
    }

    /// The number that the next pair takes.
    fn next_number(&mut self) -> u64 {
        self.pushed += 1;
        self.pushed
    }

    pub(super) fn stored(&mut self, number: u64) {
        self.stored = self.stored.max(number);
    }

    /// At most so many pairs that are to be pushed once more, as new attempts.
    pub(super) fn take_overdue(&mut self, most: usize) -> Vec<(usize, Flight)> {
        let mut taken = Vec::new();
        while taken.len() < most {
            let Some(set) = self.overdue.pop_first() else { break };
            let number = self.next_number();
            if let Some(flight) = self.by_set.get_mut(&set) {
                flight.attempt += 1;
                flight.heard = None;
                flight.number = number;
                taken.push((set, flight.clone()));
            }
        }
        taken
    }

    /// A worker plays this pair, or has played it. Whether it is one that was pushed.
    pub(super) fn hear(&mut self, held: Held, now: Duration) -> bool {
        let Some(flight) = self.by_set.get_mut(&held.set) else { return false };
        flight.heard = Some(now);
        self.overdue.remove(&held.set);
        if flight.attempt == held.attempt {
            let number = flight.number;
            self.mark(number, now);
        }
        true
    }

    /// A worker has asked the queue for more, and there was nothing.
    pub(super) fn found_empty(&mut self, now: Duration) {
        self.mark(self.stored, now);
    }

    fn mark(&mut self, number: u64, now: Duration) {
        match self.marks.back_mut() {
            Some((_, last)) if *last >= number => {}
            Some((at, last)) if now < *at + MARK_DISTANCE => *last = number,
            _ => self.marks.push_back((now, number)),
        }
    }

    /// This game has its result.
    pub(super) fn land(&mut self, set: usize, number: usize) {
        let Some(flight) = self.by_set.get_mut(&set) else { return };
        flight.games.retain(|game| game.number != number);
        if flight.games.is_empty() {
            self.by_set.remove(&set);
            self.overdue.remove(&set);
        }
    }

    /// This attempt at a pair failed, and it is pushed once more: how often it has failed. None if it is no longer
    /// the newest one.
    pub(super) fn fail(&mut self, set: usize, attempt: u32) -> Option<u32> {
        let flight = self.by_set.get_mut(&set).filter(|flight| flight.attempt == attempt)?;
        flight.faults += 1;
        self.overdue.insert(set);
        Some(flight.faults)
    }

    /// Nothing is in the queue any more.
    pub(super) fn lose_unheard(&mut self) {
        let unheard = self.by_set.iter().filter(|(_, flight)| flight.heard.is_none());
        self.overdue.extend(unheard.map(|(set, _)| *set));
    }

    /// Gives up pairs of which nothing was heard for so long, although something should have been. A pair whose worker
    /// is silent counts as one that waits in the queue: it is given out again before all others.
    pub(super) fn find_lost(&mut self, now: Duration, silence: Duration) {
        let mut given_out = 0;
        while let Some(&(at, number)) = self.marks.front() {
            if at + silence > now {
                break;
            }
            given_out = number;
            self.marks.pop_front();
        }
        for (set, flight) in &mut self.by_set {
            match flight.heard {
                Some(at) if at + silence <= now => {
                    (flight.heard, flight.number) = (None, self.pushed);
                }
                None if flight.number <= given_out => {
                    self.overdue.insert(*set);
                }
                _ => {}
            }
        }
    }
}
