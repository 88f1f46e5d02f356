//! The threads of a run: games are handed to workers, and what they find goes to the journal before anybody is told.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::anyhow;
use arena::journal::{Entry, Journal};
use arena::observer::RunObserver;
use arena::play::{Brake, Lineup, NoResult, play, play_with_log};
use arena::run::Run;
use arena::tournament::{Job, Tournament};
use core_affinity::CoreId;
use crossbeam_channel::{Receiver, Sender, bounded};
use house::{Failure, FailureKind, OrFail, interrupt};

use crate::machine;

/// How many games wait for each worker: enough that none is idle while the disk writes.
const JOBS_PER_WORKER: usize = 2048;

/// How many results go to the disk at once, at most.
const BATCH_MAX: usize = 4096;

/// How often a game is tried that fails by our own fault.
const ATTEMPTS_MAX: u32 = 3;

/// How long a result is waited for before the screen gets a chance to move.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long a run may take to end when it is interrupted: its report may be long.
const TIME_TO_END: Duration = Duration::from_mins(1);

/// What Ctrl-C pulls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interruption {
    brake: Arc<Brake>,
    was_asked: Arc<AtomicBool>,
}

impl Interruption {
    /// From now on the first Ctrl-C stops all games; the second one ends the program, whose journal is whole at any
    /// moment.
    pub(crate) fn listen() -> Self {
        let interruption = Self::default();
        let own = interruption.clone();
        interrupt::listen(TIME_TO_END, move |_| {
            own.was_asked.store(true, Ordering::SeqCst);
            own.brake.pull();
            true
        });
        interruption
    }

    /// What it pulls.
    pub(crate) fn brake(&self) -> &Brake {
        &self.brake
    }

    /// Whether there was a Ctrl-C.
    pub(crate) fn was_asked(&self) -> bool {
        self.was_asked.load(Ordering::SeqCst)
    }
}

/// Where games are played.
pub(crate) struct Hall<'a> {
    /// Who plays.
    pub(crate) lineup: &'a dyn Lineup,
    /// How many games are played at a time.
    pub(crate) concurrency: usize,
    /// The cores on which games stay, one after another; none if they go where the system sends them.
    pub(crate) cores: Vec<CoreId>,
    /// The folder for the logs of games that a player lost by a fault, if they are kept.
    pub(crate) bad_games: Option<PathBuf>,
}

type Done = (Job, Result<Entry, NoResult>);

/// Plays what is to be played.
pub(crate) fn run(
    run: &mut Run,
    journal: &mut Journal,
    hall: &Hall<'_>,
    interruption: &Interruption,
    observer: &mut dyn RunObserver,
) -> Result<(), Failure> {
    let (job_sender, jobs) = bounded(hall.concurrency * JOBS_PER_WORKER);
    let (done_sender, done) = bounded(hall.concurrency * JOBS_PER_WORKER);
    let tournament = Arc::clone(run.tournament());
    thread::scope(|scope| {
        for number in 0..hall.concurrency {
            let (jobs, done) = (jobs.clone(), done_sender.clone());
            let (tournament, brake) = (&tournament, &*interruption.brake);
            let worker = thread::Builder::new().name(format!("worker {number}"));
            let core = hall.cores.get(number % hall.cores.len().max(1)).copied();
            worker
                .spawn_scoped(scope, move || {
                    core.into_iter().for_each(machine::stay_on);
                    work(tournament, hall, brake, &jobs, &done);
                })
                .or_fail(FailureKind::Failed)?;
        }
        drop(done_sender);
        let tallies = run.tallies().into_iter().enumerate();
        let have_played = tallies.filter(|(_, tally)| tally.games() > 0);
        let mut office = Office {
            have_played: have_played.map(|(player, _)| player).collect(),
            run,
            journal,
            observer,
            jobs: job_sender,
            done,
            in_flight: 0,
            attempts: BTreeMap::new(),
        };
        let result = office.direct(&interruption.brake);
        // Whoever still plays need not end.
        interruption.brake.pull();
        drop(office);
        result
    })?;
    if interruption.was_asked() && !run.is_over() {
        return Err(Failure::interrupted());
    }
    Ok(())
}

fn work(
    tournament: &Tournament,
    hall: &Hall<'_>,
    brake: &Brake,
    jobs: &Receiver<Job>,
    done: &Sender<Done>,
) {
    for job in jobs {
        let result = match &hall.bad_games {
            None => play(tournament, &job, hall.lineup, brake),
            Some(folder) => play_with_log(tournament, &job, hall.lineup, brake)
                .and_then(|(entry, log)| keep_if_bad(folder, &entry, &log).map(|()| entry)),
        };
        if done.send((job, result)).is_err() {
            return;
        }
    }
}

/// Writes what happened in a game that a player lost by a fault.
fn keep_if_bad(folder: &Path, entry: &Entry, log: &[String]) -> Result<(), NoResult> {
    if entry.conclusion.fault().is_none() {
        return Ok(());
    }
    let path = folder.join(format!("{}.log", entry.id));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, log.join("\n") + "\n"));
    written.map_err(|error| NoResult::HostFault(format!("can't write {}: {error}", path.display())))
}

/// Hands out games and takes results.
struct Office<'a> {
    run: &'a mut Run,
    journal: &'a mut Journal,
    observer: &'a mut dyn RunObserver,
    jobs: Sender<Job>,
    done: Receiver<Done>,
    in_flight: usize,
    attempts: BTreeMap<(usize, usize), u32>,
    /// Who has a finished game.
    have_played: BTreeSet<usize>,
}

impl Office<'_> {
    fn direct(&mut self, brake: &Brake) -> Result<(), Failure> {
        self.observer.update(self.run, &[])?;
        loop {
            self.hand_out(brake);
            if self.in_flight == 0 {
                return Ok(());
            }
            let Ok(first) = self.done.recv_timeout(PATIENCE) else {
                self.observer.update(self.run, &[])?;
                continue;
            };
            let others = self.done.try_iter().take(BATCH_MAX).collect::<Vec<_>>();
            let mut entries = Vec::new();
            for (job, result) in std::iter::once(first).chain(others) {
                self.in_flight -= 1;
                entries.extend(self.settle(&job, result)?);
            }
            #[expect(clippy::disallowed_methods, reason = "the date of a game is not replayed")]
            let now = SystemTime::now();
            for entry in &mut entries {
                entry.finish(now);
                self.journal.append(entry);
            }
            self.journal.sync().or_fail(FailureKind::Failed)?;
            for entry in &entries {
                self.run.finish(entry);
            }
            self.observer.update(self.run, &entries)?;
            if self.run.is_over() {
                return Ok(());
            }
        }
    }

    fn hand_out(&mut self, brake: &Brake) {
        while !brake.is_pulled() && !self.jobs.is_full() {
            let Some(job) = self.run.next_job() else { return };
            if self.jobs.try_send(job).is_err() {
                return;
            }
            self.in_flight += 1;
        }
    }

    /// The entry of a finished game; a game without a result is played again.
    fn settle(
        &mut self,
        job: &Job,
        result: Result<Entry, NoResult>,
    ) -> Result<Option<Entry>, Failure> {
        match result {
            Ok(entry) => {
                self.have_played.extend(&entry.players);
                return Ok(Some(entry));
            }
            Err(NoResult::BrokenOff) => {}
            // Who played before and can't any more has lost the game.
            Err(NoResult::CantStart { player, why, .. }) if self.have_played.contains(&player) => {
                return Ok(Entry::forfeited(self.run.tournament(), job, player, why));
            }
            Err(error @ NoResult::CantStart { .. }) => {
                return Err(Failure::new(FailureKind::Player, error));
            }
            Err(error) => {
                let attempts = self.attempts.entry((job.round, job.number)).or_default();
                *attempts += 1;
                if *attempts >= ATTEMPTS_MAX {
                    let error =
                        anyhow!(error).context(format!("gave up after {ATTEMPTS_MAX} attempts"));
                    return Err(Failure::new(FailureKind::Failed, error));
                }
            }
        }
        self.run.give_back(job);
        Ok(None)
    }
}
