//! Plays a run on this machine: threads play games, and results go to the journal before they are shown.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::anyhow;
use arena::journal::{Entry, Journal};
use arena::observer::RunObserver;
use arena::play::{CancelToken, NoResult, PlayerFactory, play, play_with_log};
use arena::run::Run;
use arena::tournament::{Job, Tournament};
use core_affinity::CoreId;
use crossbeam_channel::{Receiver, Sender, bounded};
use house::{Failure, FailureKind, OrFail};

use crate::machine;

/// How many games wait for each worker: enough that none is idle while the disk writes.
const JOBS_PER_WORKER: usize = 2048;

/// The most results that are written together.
const BATCH_MAX: usize = 4096;

/// How often a game is tried if no player is at fault.
const ATTEMPTS_MAX: u32 = 3;

/// How long to wait for a result before the observer is called again.
const RESULT_TIMEOUT: Duration = Duration::from_millis(200);

/// Stops all games of a run. Clones stop the same games.
#[derive(Clone, Debug, Default)]
pub struct Interruption {
    cancel_token: Arc<CancelToken>,
    is_requested: Arc<AtomicBool>,
}

impl Interruption {
    /// Stops all games. The journal is complete at any time.
    pub fn request(&self) {
        self.is_requested.store(true, Ordering::SeqCst);
        self.cancel_token.cancel();
    }

    /// The token that it cancels.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel_token
    }

    /// Whether it was requested.
    pub fn is_requested(&self) -> bool {
        self.is_requested.load(Ordering::SeqCst)
    }
}

/// How games are played on this machine.
pub struct LocalSettings<'a> {
    /// The players.
    pub factory: &'a dyn PlayerFactory,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The cores that worker threads are pinned to, in turn; empty if they are not pinned.
    pub cores: Vec<CoreId>,
    /// The folder for the logs of games that a player lost by a fault; none if they are not kept.
    pub bad_games: Option<PathBuf>,
}

impl fmt::Debug for LocalSettings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalSettings")
            .field("concurrency", &self.concurrency)
            .field("cores", &self.cores)
            .field("bad_games", &self.bad_games)
            .finish_non_exhaustive()
    }
}

type Done = (Job, Result<Entry, NoResult>);

/// Plays the remaining games of the run.
///
/// # Errors
/// [`Failure`] if a player can't start, a game can't be played, the journal can't be written, or the run was interrupted.
pub fn run(
    run: &mut Run,
    journal: &mut Journal,
    settings: &LocalSettings<'_>,
    interruption: &Interruption,
    observer: &mut dyn RunObserver,
) -> Result<(), Failure> {
    let (job_sender, jobs) = bounded(settings.concurrency * JOBS_PER_WORKER);
    let (done_sender, done) = bounded(settings.concurrency * JOBS_PER_WORKER);
    let tournament = Arc::clone(run.tournament());
    thread::scope(|scope| {
        for number in 0..settings.concurrency {
            let (jobs, done) = (jobs.clone(), done_sender.clone());
            let (tournament, cancel) = (&tournament, &*interruption.cancel_token);
            let worker = thread::Builder::new().name(format!("worker {number}"));
            let core = settings.cores.get(number % settings.cores.len().max(1)).copied();
            worker
                .spawn_scoped(scope, move || {
                    core.into_iter().for_each(machine::pin_to);
                    work(tournament, settings, cancel, &jobs, &done);
                })
                .or_fail(FailureKind::Failed)?;
        }
        drop(done_sender);
        let tallies = run.tallies().into_iter().enumerate();
        let have_played = tallies.filter(|(_, tally)| tally.games() > 0);
        let mut scheduler = LocalScheduler {
            have_played: have_played.map(|(player, _)| player).collect(),
            run,
            journal,
            observer,
            jobs: job_sender,
            done,
            in_flight: 0,
            attempts: BTreeMap::new(),
        };
        let result = scheduler.run_to_end(&interruption.cancel_token);
        // Games that are still played are of no use now.
        interruption.cancel_token.cancel();
        drop(scheduler);
        result
    })?;
    if interruption.is_requested() && !run.is_over() {
        return Err(Failure::interrupted());
    }
    Ok(())
}

fn work(
    tournament: &Tournament,
    settings: &LocalSettings<'_>,
    cancel: &CancelToken,
    jobs: &Receiver<Job>,
    done: &Sender<Done>,
) {
    for job in jobs {
        let result = match &settings.bad_games {
            None => play(tournament, &job, settings.factory, cancel),
            Some(folder) => play_with_log(tournament, &job, settings.factory, cancel)
                .and_then(|(entry, log)| keep_if_bad(folder, &entry, &log).map(|()| entry)),
        };
        if done.send((job, result)).is_err() {
            return;
        }
    }
}

/// Writes the log of a game that a player lost by a fault.
fn keep_if_bad(folder: &Path, entry: &Entry, log: &[String]) -> Result<(), NoResult> {
    if entry.conclusion.fault().is_none() {
        return Ok(());
    }
    let path = folder.join(format!("{}.log", entry.id));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, log.join("\n") + "\n"));
    written.map_err(|error| NoResult::HostFault(format!("can't write {}: {error}", path.display())))
}

/// Gives games to worker threads and journals their results.
struct LocalScheduler<'a> {
    run: &'a mut Run,
    journal: &'a mut Journal,
    observer: &'a mut dyn RunObserver,
    jobs: Sender<Job>,
    done: Receiver<Done>,
    in_flight: usize,
    attempts: BTreeMap<(usize, usize), u32>,
    /// The players with at least one finished game.
    have_played: BTreeSet<usize>,
}

impl LocalScheduler<'_> {
    fn run_to_end(&mut self, cancel: &CancelToken) -> Result<(), Failure> {
        self.observer.update(self.run, &[])?;
        loop {
            self.queue_jobs(cancel);
            if self.in_flight == 0 {
                return Ok(());
            }
            let Ok(first) = self.done.recv_timeout(RESULT_TIMEOUT) else {
                self.observer.update(self.run, &[])?;
                continue;
            };
            let others = self.done.try_iter().take(BATCH_MAX).collect::<Vec<_>>();
            let mut entries = Vec::new();
            for (job, result) in std::iter::once(first).chain(others) {
                self.in_flight -= 1;
                entries.extend(self.handle_result(&job, result)?);
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

    fn queue_jobs(&mut self, cancel: &CancelToken) {
        while !cancel.is_cancelled() && !self.jobs.is_full() {
            let Some(job) = self.run.next_job() else { return };
            if self.jobs.try_send(job).is_err() {
                return;
            }
            self.in_flight += 1;
        }
    }

    /// The entry of a finished game; a game without a result is played again.
    fn handle_result(
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
            // A player that started in earlier games loses this one.
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
        self.run.return_job(job);
        Ok(None)
    }
}
