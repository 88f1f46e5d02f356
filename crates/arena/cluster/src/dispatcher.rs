//! Decides which pairs to push into the queue, which pairs count as lost, and which results to accept.
//!
//! A plain state machine: the caller passes the time since the scheduler's start. If a worker falls silent, a working
//! queue gives its pair to another worker, so the dispatcher only has to find pairs that the queue itself has lost. The
//! dispatcher never asks for the number of remaining messages. A pair counts as lost if nothing was heard about it for
//! [`Lease::silence`] after
//! * a worker last reported playing the pair, or
//! * a worker reported a pair that was queued later, or found the queue empty.
//!
//! So a pair that waits for a free worker is never pushed twice, however long it waits.

mod in_flight;

use std::collections::BTreeMap;
use std::time::Duration;

use arena::journal::Entry;
use arena::run::Run;
use arena::verification::{GameError, check_game};
use thiserror::Error;

use crate::Lease;
use crate::message::{
    CantStart, Game, Heartbeat, Pair, PairAttempt, PairResult, Report, RunId, RunStatus,
};
use in_flight::{PairInFlight, PairsInFlight, Workers};

/// Minimum number of pairs in the queue and on workers.
const PAIRS_MIN: usize = 1024;

/// Number of pairs in flight per worker slot.
const PAIRS_PER_SLOT: usize = 3;

/// Number of attempts at a pair that fails through no fault of a player.
const FAULTS_MAX: u32 = 3;

/// A restarted scheduler waits this long for heartbeats. Workers may already be playing pairs that it would push.
const HEARTBEATS_WAIT: Duration = Duration::from_secs(2);

/// The reason why the run can't continue.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RunFailure {
    /// A player failed to start. A failed start is not a result.
    #[error("{name} can't start: {why} (on the worker {worker})")]
    CantStart {
        /// The worker.
        worker: String,
        /// The player's name in tables.
        name: String,
        /// Its error.
        why: String,
    },
    /// A pair fails on every worker.
    #[error("gave up after {FAULTS_MAX} attempts: {why} (the last one on worker {worker})")]
    Fault {
        /// The worker where the pair last failed.
        worker: String,
        /// The reason.
        why: String,
    },
}

/// A report's outcome.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReportOutcome {
    /// Accepted games, to be journaled. The run already counts them.
    pub entries: Vec<Entry>,
    /// Games that already had a result.
    pub duplicates: usize,
    /// Games from other runs.
    pub foreign: usize,
    /// Games from this run that break the rules or the schedule. These games will be replayed.
    pub rejected: Vec<Rejection>,
    /// The reason why the run can't continue after these games.
    pub failure: Option<RunFailure>,
}

/// A reported game that breaks the rules or the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejection {
    /// The worker that reported the game.
    pub worker: String,
    /// The game and its problem: "game 0123456789abcdef: ply 3, b9: …".
    pub why: String,
}

/// The scheduler's decisions.
#[derive(Debug)]
pub struct Dispatcher {
    run: Run,
    run_id: RunId,
    lease: Lease,
    in_flight: PairsInFlight,
    workers: Workers,
    /// Pairs that workers are playing but this scheduler has not pushed.
    already_playing: BTreeMap<usize, PairAttempt>,
    /// Nothing is pushed before this time.
    not_before: Duration,
}

impl Dispatcher {
    /// The dispatcher for a run.
    pub fn new(run: Run, lease: Lease) -> Self {
        Self {
            run_id: RunId::of(run.tournament().fingerprint()),
            run,
            lease,
            in_flight: PairsInFlight::default(),
            workers: Workers::default(),
            already_playing: BTreeMap::new(),
            not_before: Duration::ZERO,
        }
    }

    /// The run, with all results that count.
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// Ends the dispatcher and returns its run.
    pub fn into_run(self) -> Run {
        self.run
    }

    /// The run's ID on the queue.
    pub const fn run_id(&self) -> &RunId {
        &self.run_id
    }

    /// The maximum time that workers can be silent.
    pub const fn lease(&self) -> Lease {
        self.lease
    }

    /// Number of workers, and their total number of slots.
    pub fn workers(&self) -> (usize, usize) {
        (self.workers.count(), self.workers.slots())
    }

    /// Number of pushed pairs that have no result yet.
    pub fn in_flight(&self) -> usize {
        self.in_flight.count()
    }

    /// Waits for heartbeats before pushing, because workers may still be playing pairs from an earlier scheduler.
    pub fn wait_for_heartbeats(&mut self, now: Duration) {
        self.not_before = now + HEARTBEATS_WAIT;
    }

    /// At most `most` pairs to push now, each with its confirmation number.
    pub fn pairs_to_push(&mut self, now: Duration, most: usize) -> Vec<(u64, Pair)> {
        if now < self.not_before || self.run.is_over() {
            return Vec::new();
        }
        let mut pairs: Vec<(u64, Pair)> =
            self.in_flight.take_overdue(most).into_iter().map(pushed).collect();
        let window = PAIRS_MIN.max(PAIRS_PER_SLOT * self.workers.slots());
        while pairs.len() < most && self.in_flight.count() < window {
            let Some((set, pair)) = self.next_pair(now) else { break };
            pairs.extend(self.in_flight.push(set, pair).map(pushed));
        }
        pairs
    }

    /// Records that the queue has stored all pairs up to this number.
    pub fn note_stored(&mut self, number: u64) {
        self.in_flight.note_stored(number);
    }

    /// Records that the queue has lost its contents.
    pub fn queue_lost(&mut self) {
        self.in_flight.requeue_waiting();
    }

    /// Handles the passage of time.
    pub fn tick(&mut self, now: Duration) {
        self.in_flight.find_lost(now, self.lease.silence());
        self.workers.forget_silent(now, self.lease.silence());
        if now >= self.not_before + self.lease.silence() {
            self.already_playing.clear();
        }
    }

    /// Records a worker's heartbeat.
    pub fn note_heartbeat(&mut self, heartbeat: &Heartbeat, now: Duration) {
        let share = heartbeat.runs.iter().find(|share| share.run == self.run_id);
        let plays = share.is_some_and(|share| share.refused.is_none());
        self.workers.note_heartbeat(
            &heartbeat.worker,
            if plays { heartbeat.slots } else { 0 },
            now,
        );
        let Some(RunStatus { playing, is_idle, refused: None, .. }) = share else { return };
        for held in playing {
            if !self.in_flight.note_playing(*held, now)
                && self.already_playing.len() < in_flight::WORKERS_MAX
            {
                self.already_playing.insert(held.set, *held);
            }
        }
        if *is_idle {
            self.in_flight.note_empty_queue(now);
        }
    }

    /// Accepts a pair's result. Accepted games must be journaled before they are shown.
    ///
    /// # Errors
    /// [`RunFailure`] if the run can't continue.
    pub fn accept(&mut self, report: Report, now: Duration) -> Result<ReportOutcome, RunFailure> {
        let Report { worker, set, attempt, result } = report;
        self.in_flight.note_playing(PairAttempt { set, attempt }, now);
        match result {
            PairResult::Played { entries, cant_start } => {
                let mut outcome = ReportOutcome::default();
                self.check_games(&worker, set, entries, &mut outcome);
                let is_awaited = |it: &CantStart| self.in_flight.awaits(set, it.number);
                if let Some(CantStart { name, why, .. }) = cant_start.into_iter().find(is_awaited) {
                    let failure = RunFailure::CantStart { worker, name, why };
                    return Ok(ReportOutcome { failure: Some(failure), ..outcome });
                }
                if let Some(Rejection { worker, why }) = outcome.rejected.last() {
                    self.retry(set, attempt, worker, why)?;
                }
                Ok(outcome)
            }
            PairResult::Fault(why) => {
                self.retry(set, attempt, &worker, &why)?;
                Ok(ReportOutcome::default())
            }
        }
    }

    /// Retries a failed pair, at most [`FAULTS_MAX`] times.
    fn retry(
        &mut self,
        set: usize,
        attempt: u32,
        worker: &str,
        why: &str,
    ) -> Result<(), RunFailure> {
        match self.in_flight.fail(set, attempt) {
            Some(faults) if faults >= FAULTS_MAX => {
                Err(RunFailure::Fault { worker: worker.into(), why: why.into() })
            }
            _ => Ok(()),
        }
    }

    /// Checks reported games and separates accepted games from others.
    fn check_games(
        &mut self,
        worker: &str,
        set: usize,
        entries: Vec<Entry>,
        outcome: &mut ReportOutcome,
    ) {
        for entry in entries {
            let tournament = self.run.tournament();
            if entry.id != tournament.id(entry.round, entry.number) {
                outcome.foreign += 1;
                continue;
            }
            let Some(job) = self.run.pending_job(entry.round, entry.number) else {
                outcome.duplicates += 1;
                continue;
            };
            if job.set != set {
                outcome.foreign += 1;
                continue;
            }
            let checked = if entry.job() == job {
                check_game(tournament, &entry)
            } else {
                Err(GameError::Schedule)
            };
            if let Err(error) = checked {
                let why = format!("game {}: {error}", entry.id);
                outcome.rejected.push(Rejection { worker: worker.into(), why });
                continue;
            }
            self.run.finish(&entry);
            self.in_flight.finish(set, entry.number);
            outcome.entries.push(entry);
        }
    }

    /// The next set that no worker is playing, as a pair.
    fn next_pair(&mut self, now: Duration) -> Option<(usize, PairInFlight)> {
        let first = self.run.next_job()?;
        let (set, round) = (first.set, first.round);
        let mut jobs = vec![first];
        while let Some(job) = self.run.next_job() {
            if job.set != set {
                self.run.return_job(&job);
                break;
            }
            jobs.push(job);
        }
        let games = jobs.into_iter().map(|job| Game { number: job.number, players: job.players });
        let held = self.already_playing.remove(&set);
        Some((set, PairInFlight::new(round, games.collect(), held.map(|held| (held.attempt, now)))))
    }
}

fn pushed((set, pair): (usize, PairInFlight)) -> (u64, Pair) {
    let PairInFlight { round, games, attempt, number, .. } = pair;
    (number, Pair { set, attempt, round, games })
}
