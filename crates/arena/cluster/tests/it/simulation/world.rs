//! A world in virtual time: a queue, its workers and the scheduler's code.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::journal::Entry;
use arena::run::Run;
use arena::tournament::Tournament;
use cluster::message::{Pair, PairAttempt, Report};
use cluster::{Dispatcher, Lease};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::PAIR_TENTHS;
use crate::support::{attempt_of, heartbeat, report};

/// The scheduler's tick interval.
const TICK: Duration = Duration::from_millis(200);

/// Number of pairs that the scheduler pushes at once.
const BATCH: usize = 512;

/// A dead worker is away for this time.
const AWAY: Duration = Duration::from_secs(20);

/// A run that takes longer than this has stalled.
const TIME_MAX: Duration = Duration::from_hours(24);

/// Simulation conditions.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    pub(crate) workers: usize,
    /// The loss rate for all messages, including jobs and results that the queue has confirmed.
    pub(crate) loss: f64,
    /// A worker's mean time until it dies or hangs.
    pub(crate) life: Option<Duration>,
    /// The times when the queue loses its data.
    pub(crate) wiped: Vec<Duration>,
    /// The times when the scheduler is killed and restarted.
    pub(crate) restarts: Vec<Duration>,
    /// The maximum message latency.
    pub(crate) latency: Duration,
    pub(crate) lease: Lease,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            workers: 1,
            loss: 0.0,
            life: None,
            wiped: Vec::new(),
            restarts: Vec::new(),
            latency: Duration::from_millis(40),
            lease: Lease::default(),
        }
    }
}

/// A simulation event.
#[derive(Debug)]
enum Event {
    Tick,
    /// Pairs from this scheduler start reach the queue, which confirms all pairs up to this number.
    Pushed(usize, u64, Vec<Pair>),
    /// A worker asks for a pair.
    Asked(usize),
    /// A pair reaches a worker, under this lease.
    Given(usize, u64),
    /// A worker finishes its pair, unless it has restarted.
    Played(usize, u64),
    /// A report reaches the scheduler.
    Reported(Box<Report>),
    /// A worker sends a heartbeat, unless it has restarted.
    Beat(usize, u64),
    /// A worker's heartbeat reaches the scheduler.
    Heard(usize, Option<PairAttempt>),
    /// A lease expires, unless it was extended.
    Lapsed(u64),
    Died(usize),
    Returned(usize),
    Wiped,
    Restarted,
}

#[derive(Default)]
struct Worker {
    /// Number of times that the worker has died.
    lives: u64,
    is_away: bool,
    /// `true` if the queue has a request from the worker.
    is_waiting: bool,
    playing: Option<(Pair, u64)>,
}

/// An attempt at a pair, leased to a worker.
struct Leased {
    pair: Pair,
    until: Duration,
}

pub(crate) struct World {
    tournament: Arc<Tournament>,
    conditions: Conditions,
    chance: ChaCha8Rng,
    now: Duration,
    events: BinaryHeap<Reverse<(Duration, u64)>>,
    content: BTreeMap<u64, Event>,
    next: u64,
    dispatcher: Dispatcher,
    is_pushing: bool,
    /// Number of times that the scheduler was started.
    starts: usize,
    workers: Vec<Worker>,
    names: Vec<String>,
    queue: VecDeque<Pair>,
    waiting: VecDeque<usize>,
    leases: BTreeMap<u64, Leased>,
    pub(crate) journal: Vec<Entry>,
    played: usize,
    pushed: usize,
    /// Time spent in the scheduler's code.
    spent: Duration,
}

impl World {
    pub(crate) fn new(tournament: Arc<Tournament>, conditions: Conditions) -> Self {
        let run = Run::new(Arc::clone(&tournament), &[]).unwrap();
        let mut world = Self {
            tournament,
            chance: ChaCha8Rng::seed_from_u64(1),
            now: Duration::ZERO,
            events: BinaryHeap::new(),
            content: BTreeMap::new(),
            next: 0,
            dispatcher: Dispatcher::new(run, conditions.lease),
            is_pushing: false,
            starts: 1,
            workers: (0..conditions.workers).map(|_| Worker::default()).collect(),
            names: (0..conditions.workers).map(|index| format!("worker-{index:05}")).collect(),
            queue: VecDeque::new(),
            waiting: VecDeque::new(),
            leases: BTreeMap::new(),
            journal: Vec::new(),
            played: 0,
            pushed: 0,
            spent: Duration::ZERO,
            conditions,
        };
        world.after(Duration::ZERO, Event::Tick);
        for worker in 0..world.workers.len() {
            world.arrive(worker);
        }
        for at in world.conditions.wiped.clone() {
            world.after(at, Event::Wiped);
        }
        for at in world.conditions.restarts.clone() {
            world.after(at, Event::Restarted);
        }
        world
    }

    /// Runs the simulation until the run is over.
    pub(crate) fn play(&mut self) {
        while !self.dispatcher.run().is_over() {
            let Reverse((at, number)) = self.events.pop().unwrap();
            assert!(at < TIME_MAX, "standstill: {self}");
            self.now = at;
            let event = self.content.remove(&number).unwrap();
            self.happen(event);
        }
    }

    /// Number of dropped pair results.
    pub(crate) fn pairs_in_vain(&self) -> usize {
        self.played - self.journal.len() / 2
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Tick => {
                self.dispatch(Dispatcher::tick);
                self.push();
                self.after(TICK, Event::Tick);
            }
            Event::Pushed(start, last, pairs) => self.store(start, last, pairs),
            Event::Asked(worker) => self.ask(worker),
            Event::Given(worker, lease) => self.begin(worker, lease),
            Event::Played(worker, life) => self.finish(worker, life),
            Event::Reported(report) => {
                let taken = self.dispatch(|dispatcher, now| dispatcher.accept(*report, now));
                self.journal.extend(taken.unwrap().entries);
                self.push();
            }
            Event::Beat(worker, life) => self.beat(worker, life),
            Event::Heard(worker, playing) => {
                let playing: Vec<PairAttempt> = playing.into_iter().collect();
                let is_idle = self.workers[worker].is_waiting;
                let name = self.dispatcher.run_id().clone();
                let shown = heartbeat(&name, &self.names[worker], playing, is_idle);
                self.dispatch(|dispatcher, now| dispatcher.note_heartbeat(&shown, now));
            }
            Event::Lapsed(lease) => self.lapse(lease),
            Event::Died(worker) => self.die(worker),
            Event::Returned(worker) => self.arrive(worker),
            Event::Wiped => {
                self.queue.clear();
                self.leases.clear();
                self.dispatch(|dispatcher, _| dispatcher.queue_lost());
            }
            Event::Restarted => self.restart(),
        }
    }

    /// Calls the scheduler's code and measures its time.
    fn dispatch<T>(&mut self, call: impl FnOnce(&mut Dispatcher, Duration) -> T) -> T {
        let begun = Instant::now();
        let result = call(&mut self.dispatcher, self.now);
        self.spent += begun.elapsed();
        result
    }

    fn push(&mut self) {
        if self.is_pushing {
            return;
        }
        let numbered = self.dispatch(|dispatcher, now| dispatcher.pairs_to_push(now, BATCH));
        let Some((last, _)) = numbered.last() else { return };
        let last = *last;
        self.is_pushing = true;
        self.pushed += numbered.len();
        let pairs = numbered.into_iter().map(|(_, pair)| pair).collect();
        self.send(Event::Pushed(self.starts, last, pairs));
    }

    fn store(&mut self, start: usize, last: u64, pairs: Vec<Pair>) {
        let kept: Vec<Pair> = pairs.into_iter().filter(|_| !self.is_lost()).collect();
        self.queue.extend(kept);
        if start == self.starts {
            self.is_pushing = false;
            self.dispatch(|dispatcher, _| dispatcher.note_stored(last));
            self.push();
        }
        self.give();
    }

    fn ask(&mut self, worker: usize) {
        let own = &mut self.workers[worker];
        if !own.is_away && !own.is_waiting && own.playing.is_none() {
            own.is_waiting = true;
            self.waiting.push_back(worker);
            self.give();
        }
    }

    /// Hands pairs from the queue to waiting workers.
    fn give(&mut self) {
        while !self.queue.is_empty() && !self.waiting.is_empty() {
            let (Some(pair), Some(worker)) = (self.queue.pop_front(), self.waiting.pop_front())
            else {
                return;
            };
            self.workers[worker].is_waiting = false;
            let lease = self.next;
            let length = self.conditions.lease.length();
            self.leases.insert(lease, Leased { pair, until: self.now + length });
            self.after(length, Event::Lapsed(lease));
            if self.workers[worker].is_away || self.is_lost() {
                // The worker asks again after waiting this long.
                self.after(Duration::from_secs(15), Event::Asked(worker));
            } else {
                self.send(Event::Given(worker, lease));
            }
        }
    }

    fn begin(&mut self, worker: usize, lease: u64) {
        let life = self.workers[worker].lives;
        let own = &self.workers[worker];
        let is_free = !own.is_away && own.playing.is_none();
        let Some(leased) = self.leases.get(&lease).filter(|_| is_free) else { return };
        self.workers[worker].playing = Some((leased.pair.clone(), lease));
        let place = self.chance.random_range(0..PAIR_TENTHS.len() - 1);
        let (low, high) = (PAIR_TENTHS[place], PAIR_TENTHS[place + 1]);
        let tenths = self.chance.random_range(low..=high);
        self.after(Duration::from_millis(tenths * 100), Event::Played(worker, life));
    }

    fn finish(&mut self, worker: usize, life: u64) {
        if self.workers[worker].lives != life {
            return;
        }
        let Some((pair, lease)) = self.workers[worker].playing.take() else { return };
        self.played += 1;
        if !self.is_lost() {
            let told = report(&self.tournament, &pair, &self.names[worker]);
            self.send(Event::Reported(Box::new(told)));
        }
        if !self.is_lost() {
            self.leases.remove(&lease);
        }
        self.send(Event::Asked(worker));
    }

    /// A worker extends its lease and sends a heartbeat.
    fn beat(&mut self, worker: usize, life: u64) {
        if self.workers[worker].lives != life {
            return;
        }
        let playing = self.workers[worker].playing.as_ref();
        let playing = playing.map(|(pair, lease)| (attempt_of(pair), *lease));
        if let Some((_, lease)) = playing
            && !self.is_lost()
        {
            let length = self.conditions.lease.length();
            if let Some(leased) = self.leases.get_mut(&lease) {
                leased.until = self.now + length;
            }
            self.after(length, Event::Lapsed(lease));
        }
        if !self.is_lost() {
            self.send(Event::Heard(worker, playing.map(|(held, _)| held)));
        }
        self.after(self.conditions.lease.heartbeat(), Event::Beat(worker, life));
    }

    /// If a pair's lease has expired, returns the pair to the head of the queue.
    fn lapse(&mut self, lease: u64) {
        if self.leases.get(&lease).is_some_and(|leased| leased.until <= self.now)
            && let Some(leased) = self.leases.remove(&lease)
        {
            self.queue.push_front(leased.pair);
            self.give();
        }
    }

    fn arrive(&mut self, worker: usize) {
        self.workers[worker].is_away = false;
        let life = self.workers[worker].lives;
        let beat = self.conditions.lease.heartbeat().mul_f64(self.chance.random());
        self.after(beat, Event::Beat(worker, life));
        self.send(Event::Asked(worker));
        if let Some(mean) = self.conditions.life {
            let share: f64 = self.chance.random_range(0.001..1.0);
            self.after(mean.mul_f64(-share.ln()), Event::Died(worker));
        }
    }

    /// Kills a worker. One worker in four hangs instead and resumes after another worker has received its pair.
    fn die(&mut self, worker: usize) {
        let own = &mut self.workers[worker];
        own.lives += 1;
        own.is_away = true;
        if self.chance.random_ratio(1, 4) {
            let life = own.lives;
            let hangs = self.conditions.lease.length() * 3;
            self.after(hangs, Event::Played(worker, life));
            self.after(hangs + AWAY, Event::Returned(worker));
        } else {
            own.playing = None;
            self.after(AWAY, Event::Returned(worker));
        }
    }

    /// Starts a new scheduler that resumes from the journal. Messages in transit to the old scheduler are lost.
    fn restart(&mut self) {
        let run = Run::new(Arc::clone(&self.tournament), &self.journal).unwrap();
        self.dispatcher = Dispatcher::new(run, self.conditions.lease);
        self.is_pushing = false;
        self.starts += 1;
        self.queue.clear();
        self.dispatch(Dispatcher::wait_for_heartbeats);
        for worker in 0..self.workers.len() {
            let playing = self.workers[worker].playing.as_ref().map(|(pair, _)| attempt_of(pair));
            if !self.workers[worker].is_away && !self.is_lost() {
                self.send(Event::Heard(worker, playing));
            }
        }
    }

    fn is_lost(&mut self) -> bool {
        self.conditions.loss > 0.0 && self.chance.random_bool(self.conditions.loss)
    }

    /// Sends a message that either arrives some time later or is lost.
    fn send(&mut self, event: Event) {
        let latency = self.conditions.latency.mul_f64(self.chance.random());
        self.after(latency, event);
    }

    fn after(&mut self, time: Duration, event: Event) {
        self.events.push(Reverse((self.now + time, self.next)));
        self.content.insert(self.next, event);
        self.next += 1;
    }
}

impl fmt::Display for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.journal.len() / 2;
        #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2⁵³ pairs")]
        let [count, taken] = [pairs as f64, self.spent.as_secs_f64()];
        write!(
            f,
            "{pairs} pairs in {:.0} s, {:.0} a second; {} pushed, {} played in vain; the dispatcher took {:.1} % of a core",
            self.now.as_secs_f64(),
            count / self.now.as_secs_f64(),
            self.pushed,
            self.pairs_in_vain(),
            100.0 * taken / self.now.as_secs_f64(),
        )
    }
}
