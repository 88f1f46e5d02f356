//! The threads of a run: games are handed to workers, and what they find goes to the journal before anybody is told.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use arena::journal::{Entry, Journal};
use arena::play::{Brake, Lineup, NoResult, play};
use arena::run::Run;
use arena::tournament::{Job, Tournament};
use crossbeam_channel::{Receiver, Sender, bounded};
use house::{Failure, FailureKind, OrFail, interrupt};

/// How many games wait for each worker: enough that none is idle while the disk writes.
const JOBS_PER_WORKER: usize = 2048;

/// How many results go to the disk at once, at most.
const BATCH_MAX: usize = 4096;

/// How often a game is tried that fails by our own fault.
const ATTEMPTS_MAX: u32 = 3;

/// How long a result is waited for before the screen gets a chance to move.
const PATIENCE: Duration = Duration::from_millis(200);

/// Who is told of results.
pub(crate) trait Watcher {
    /// These games are on the disk, and `run` knows of them. There may be none: time has passed.
    fn see(&mut self, run: &Run, entries: &[Entry]) -> Result<(), Failure>;
}

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
        interrupt::listen(move || {
            own.was_asked.store(true, Ordering::SeqCst);
            own.brake.pull();
            true
        });
        interruption
    }
}

type Done = (Job, Result<Entry, NoResult>);

/// Plays what is to be played, with so many games at a time.
pub(crate) fn run(
    run: &mut Run,
    journal: &mut Journal,
    lineup: &dyn Lineup,
    concurrency: usize,
    interruption: &Interruption,
    watcher: &mut dyn Watcher,
) -> Result<(), Failure> {
    let (job_sender, jobs) = bounded(concurrency * JOBS_PER_WORKER);
    let (done_sender, done) = bounded(concurrency * JOBS_PER_WORKER);
    let tournament = Arc::clone(run.tournament());
    thread::scope(|scope| {
        for number in 0..concurrency {
            let (jobs, done) = (jobs.clone(), done_sender.clone());
            let (tournament, brake) = (&tournament, &*interruption.brake);
            let worker = thread::Builder::new().name(format!("worker {number}"));
            worker
                .spawn_scoped(scope, move || work(tournament, lineup, brake, &jobs, &done))
                .or_fail(FailureKind::Failed)?;
        }
        drop(done_sender);
        let mut office = Office {
            run,
            journal,
            watcher,
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
    if interruption.was_asked.load(Ordering::SeqCst) && !run.is_over() {
        return Err(Failure::interrupted());
    }
    Ok(())
}

fn work(
    tournament: &Tournament,
    lineup: &dyn Lineup,
    brake: &Brake,
    jobs: &Receiver<Job>,
    done: &Sender<Done>,
) {
    for job in jobs {
        let result = play(tournament, &job, lineup, brake);
        if done.send((job, result)).is_err() {
            return;
        }
    }
}

/// Hands out games and takes results.
struct Office<'a> {
    run: &'a mut Run,
    journal: &'a mut Journal,
    watcher: &'a mut dyn Watcher,
    jobs: Sender<Job>,
    done: Receiver<Done>,
    in_flight: usize,
    attempts: BTreeMap<(usize, usize), u32>,
}

impl Office<'_> {
    fn direct(&mut self, brake: &Brake) -> Result<(), Failure> {
        self.watcher.see(self.run, &[])?;
        loop {
            self.hand_out(brake);
            if self.in_flight == 0 {
                return Ok(());
            }
            let Ok(first) = self.done.recv_timeout(PATIENCE) else {
                self.watcher.see(self.run, &[])?;
                continue;
            };
            let others = self.done.try_iter().take(BATCH_MAX).collect::<Vec<_>>();
            let mut entries = Vec::new();
            for (job, result) in std::iter::once(first).chain(others) {
                self.in_flight -= 1;
                entries.extend(self.settle(&job, result)?);
            }
            for entry in &entries {
                self.journal.append(entry);
            }
            self.journal.sync().or_fail(FailureKind::Failed)?;
            for entry in &entries {
                self.run.finish(entry);
            }
            self.watcher.see(self.run, &entries)?;
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
            Ok(entry) => return Ok(Some(entry)),
            Err(NoResult::BrokenOff) => {}
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
