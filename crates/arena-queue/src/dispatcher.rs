//! What is pushed into the queue, what is given up for lost, and which results count.
//!
//! A plain state machine: time is passed in, as the time since the scheduler was started. A queue that works gives a
//! pair to another worker when its worker is silent, so the dispatcher looks only for what the queue itself has lost.
//! It never asks how many messages are left. A pair is lost when nothing was heard of it for the time of
//! [`Lease::silence`] after
//! * a worker last said that it plays it, or
//! * a pair behind it in the queue was heard of, or a worker found the queue empty.
//!
//! So pairs that only wait for workers are never pushed twice, however long they wait.

mod crew;
mod flights;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use arena::journal::Entry;
use arena::run::Run;
use arena::verification::{GameError, check_game};
use thiserror::Error;

use self::crew::Crew;
use self::flights::{Flight, Flights};
use crate::Lease;
use crate::message::{CantStart, Finding, Game, Heartbeat, Held, Pair, Report, RunId, Share};

/// How many pairs are in the queue and at workers, at least.
const PAIRS_MIN: usize = 1024;

/// How many pairs there are for each game that workers can play at a time.
const PAIRS_PER_SLOT: usize = 3;

/// How often a pair is tried that fails by nobody's fault.
const FAULTS_MAX: u32 = 3;

/// How long workers are listened to before pairs are pushed that they may be playing already.
const ROLL_CALL: Duration = Duration::from_secs(2);

/// The run can't go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Stopped {
    /// A player can't start: it would lose every game.
    #[error("{name} can't start: {why} (on the worker {worker})")]
    CantStart {
        /// Where.
        worker: String,
        /// What tables call it.
        name: String,
        /// What it says.
        why: String,
    },
    /// A pair fails wherever it is played.
    #[error("gave up after {FAULTS_MAX} attempts: {why} (the last time on the worker {worker})")]
    Fault {
        /// Where it failed last.
        worker: String,
        /// What happened there.
        why: String,
    },
}

/// What came of a report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Taken {
    /// Games that count, for the journal. The run knows of them.
    pub entries: Vec<Entry>,
    /// Games that had their result already.
    pub duplicates: usize,
    /// Games that are not of this run.
    pub strange: usize,
    /// Games of this run that can't have gone as they were told. They are played again.
    pub refused: Vec<Refusal>,
}

/// A game that a worker told of and that can't have gone like this by the rules or by the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Who told.
    pub worker: String,
    /// The game and what is wrong with it: "game 0123456789abcdef: ply 3, b9: …".
    pub why: String,
}

/// The scheduler's decisions.
#[derive(Debug)]
pub struct Dispatcher {
    run: Run,
    name: RunId,
    lease: Lease,
    flights: Flights,
    crew: Crew,
    /// Pairs that workers said to be playing before they were pushed by this scheduler.
    elsewhere: BTreeMap<usize, Held>,
    /// Nothing is pushed before.
    not_before: Duration,
    /// Who has a finished game.
    have_played: BTreeSet<usize>,
}

impl Dispatcher {
    /// The dispatcher of a run.
    pub fn new(run: Run, lease: Lease) -> Self {
        let tallies = run.tallies().into_iter().enumerate();
        let have_played = tallies.filter(|(_, tally)| tally.games() > 0);
        Self {
            have_played: have_played.map(|(player, _)| player).collect(),
            name: RunId::of(run.tournament().fingerprint()),
            run,
            lease,
            flights: Flights::default(),
            crew: Crew::default(),
            elsewhere: BTreeMap::new(),
            not_before: Duration::ZERO,
        }
    }

    /// The run, with all results that count.
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// Ends the dispatching.
    pub fn into_run(self) -> Run {
        self.run
    }

    /// What the run is called on the queue.
    pub const fn name(&self) -> &RunId {
        &self.name
    }

    /// How long workers may be silent.
    pub const fn lease(&self) -> Lease {
        self.lease
    }

    /// How many workers are there, and how many games they can play at a time.
    pub fn workers(&self) -> (usize, usize) {
        (self.crew.workers(), self.crew.slots())
    }

    /// How many pairs were pushed and have no result.
    pub fn in_flight(&self) -> usize {
        self.flights.count()
    }

    /// An earlier scheduler of this run was here: before anything is pushed, workers get a moment to say what they are
    /// playing.
    pub fn call_roll(&mut self, now: Duration) {
        self.not_before = now + ROLL_CALL;
    }

    /// The pairs that are to be pushed now, at most so many, with the number to confirm them by.
    pub fn to_push(&mut self, now: Duration, most: usize) -> Vec<(u64, Pair)> {
        if now < self.not_before || self.run.is_over() {
            return Vec::new();
        }
        let mut pairs: Vec<(u64, Pair)> =
            self.flights.take_overdue(most).into_iter().map(pushed).collect();
        let window = PAIRS_MIN.max(PAIRS_PER_SLOT * self.crew.slots());
        while pairs.len() < most && self.flights.count() < window {
            let Some((set, flight)) = self.next_flight(now) else { break };
            pairs.extend(self.flights.launch(set, flight).map(pushed));
        }
        pairs
    }

    /// The queue has stored all pairs up to this number.
    pub fn stored(&mut self, number: u64) {
        self.flights.stored(number);
    }

    /// Everything that was in the queue is gone.
    pub fn lost_all(&mut self) {
        self.flights.lose_unheard();
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Duration) {
        self.flights.find_lost(now, self.lease.silence());
        self.crew.forget_silent(now, self.lease.silence());
        if now >= self.not_before + self.lease.silence() {
            self.elsewhere.clear();
        }
    }

    /// A worker has shown itself.
    pub fn hear(&mut self, heartbeat: &Heartbeat, now: Duration) {
        let share = heartbeat.runs.iter().find(|share| share.run == self.name);
        let plays = share.is_some_and(|share| share.refused.is_none());
        self.crew.hear(&heartbeat.worker, if plays { heartbeat.slots } else { 0 }, now);
        let Some(Share { playing, is_idle, refused: None, .. }) = share else { return };
        for held in playing {
            if !self.flights.hear(*held, now) && self.elsewhere.len() < crew::WORKERS_MAX {
                self.elsewhere.insert(held.set, *held);
            }
        }
        if *is_idle {
            self.flights.found_empty(now);
        }
    }

    /// Takes what came of a pair. The games that count are to be journaled before anybody is told of them.
    ///
    /// # Errors
    /// [`Stopped`] if the run can't go on.
    pub fn take(&mut self, report: Report, now: Duration) -> Result<Taken, Stopped> {
        let Report { worker, set, attempt, finding } = report;
        self.flights.hear(Held { set, attempt }, now);
        match finding {
            Finding::Played { entries, cant_start } => {
                let mut taken = Taken::default();
                self.sort(&worker, set, entries, &mut taken);
                for CantStart { number, player, name, why } in cant_start {
                    if !self.have_played.contains(&player) {
                        return Err(Stopped::CantStart { worker, name, why });
                    }
                    // Who played before and can't any more has lost the game.
                    let job = self.flights.round(set).and_then(|it| self.run.awaited(it, number));
                    let tournament = self.run.tournament();
                    let lost = job.and_then(|job| Entry::forfeited(tournament, &job, player, why));
                    self.sort(&worker, set, lost.into_iter().collect(), &mut taken);
                }
                if let Some(Refusal { worker, why }) = taken.refused.last() {
                    self.push_again(set, attempt, worker, why)?;
                }
                Ok(taken)
            }
            Finding::Fault(why) => {
                self.push_again(set, attempt, &worker, &why)?;
                Ok(Taken::default())
            }
        }
    }

    /// Has a pair played once more that has failed, but not without end.
    fn push_again(
        &mut self,
        set: usize,
        attempt: u32,
        worker: &str,
        why: &str,
    ) -> Result<(), Stopped> {
        match self.flights.fail(set, attempt) {
            Some(faults) if faults >= FAULTS_MAX => {
                Err(Stopped::Fault { worker: worker.into(), why: why.into() })
            }
            _ => Ok(()),
        }
    }

    /// Tells games that count from others.
    fn sort(&mut self, worker: &str, set: usize, entries: Vec<Entry>, taken: &mut Taken) {
        for entry in entries {
            let tournament = self.run.tournament();
            if entry.id != tournament.id(entry.round, entry.number) {
                taken.strange += 1;
                continue;
            }
            let Some(job) = self.run.awaited(entry.round, entry.number) else {
                taken.duplicates += 1;
                continue;
            };
            if job.set != set {
                taken.strange += 1;
                continue;
            }
            let checked = if entry.job() == job {
                check_game(tournament, &entry)
            } else {
                Err(GameError::Schedule)
            };
            if let Err(error) = checked {
                let why = format!("game {}: {error}", entry.id);
                taken.refused.push(Refusal { worker: worker.into(), why });
                continue;
            }
            self.run.finish(&entry);
            self.flights.land(set, entry.number);
            self.have_played.extend(&entry.players);
            taken.entries.push(entry);
        }
    }

    /// The games of the next set that nobody plays, as one flight.
    fn next_flight(&mut self, now: Duration) -> Option<(usize, Flight)> {
        let first = self.run.next_job()?;
        let (set, round) = (first.set, first.round);
        let mut jobs = vec![first];
        while let Some(job) = self.run.next_job() {
            if job.set != set {
                self.run.give_back(&job);
                break;
            }
            jobs.push(job);
        }
        let games = jobs.into_iter().map(|job| Game { number: job.number, players: job.players });
        let held = self.elsewhere.remove(&set);
        Some((set, Flight::new(round, games.collect(), held.map(|held| (held.attempt, now)))))
    }
}

fn pushed((set, flight): (usize, Flight)) -> (u64, Pair) {
    let Flight { round, games, attempt, number, .. } = flight;
    (number, Pair { set, attempt, round, games })
}
