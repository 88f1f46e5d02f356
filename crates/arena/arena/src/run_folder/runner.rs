//! Plays a run on this machine's cores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use std::{fmt, fs, thread};

use anyhow::anyhow;
use app_context::{Failure, FailureKind, OrFail};
use core_affinity::CoreId;
use crossbeam_channel::{Receiver, Sender, bounded};

use crate::journal::{Entry, Journal};
use crate::observer::RunObserver;
use crate::play::{CancelToken, NoResult, PlayerFactory, play, play_with_log};
use crate::run::Run;
use crate::run_folder::start_failures::StartFailures;
use crate::tournament::{Job, Tournament};

/// Number of queued games per worker: enough to keep the worker busy during disk writes.
const JOBS_PER_WORKER: usize = 2048;

/// Maximum number of results to write together.
const BATCH_MAX: usize = 4096;

/// Number of attempts at a game that fails through no player's fault.
const ATTEMPTS_MAX: u32 = 3;

/// Maximum wait for a result before the observer is called again.
const RESULT_TIMEOUT: Duration = Duration::from_millis(200);

/// Stops all games in a run. Clones stop the same games.
#[derive(Clone, Debug, Default)]
pub struct Interruption {
    cancel_token: Arc<CancelToken>,
    is_requested: Arc<AtomicBool>,
}

impl Interruption {
    /// Stops all games. The journal stays complete.
    pub fn request(&self) {
        self.is_requested.store(true, Ordering::SeqCst);
        self.cancel_token.cancel();
    }

    /// The token that this interruption cancels.
    pub fn cancel_token(&self) -> &CancelToken {
        &self.cancel_token
    }

    /// Returns `true` if an interruption was requested.
    pub fn is_requested(&self) -> bool {
        self.is_requested.load(Ordering::SeqCst)
    }
}

/// Settings for local play.
pub struct LocalSettings<'a> {
    /// The players.
    pub factory: &'a dyn PlayerFactory,
    /// Number of concurrent games.
    pub concurrency: usize,
    /// The cores to which worker threads are pinned, in turn; empty for no pinning.
    pub cores: Vec<CoreId>,
    /// The folder for logs of games that a player lost by a fault; `None` to discard the logs.
    pub bad_games: Option<PathBuf>,
    /// A worker's pause after each game.
    pub wait: Duration,
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
/// [`Failure`] if a player fails to start, a game can't be played, the journal can't be written, or the run was
/// interrupted.
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
    let start_failures = StartFailures::new(tournament.settings());
    thread::scope(|scope| {
        for number in 0..settings.concurrency {
            let (jobs, done) = (jobs.clone(), done_sender.clone());
            let (tournament, cancel) = (&tournament, &*interruption.cancel_token);
            let failures = &start_failures;
            let worker = thread::Builder::new().name(format!("worker {number}"));
            let core = settings.cores.get(number % settings.cores.len().max(1)).copied();
            worker
                .spawn_scoped(scope, move || {
                    core.into_iter().for_each(pin_to);
                    work((tournament, settings, cancel, failures), &jobs, &done);
                })
                .or_fail(FailureKind::Failed)?;
        }
        drop(done_sender);
        let mut scheduler = LocalScheduler {
            run,
            journal,
            observer,
            jobs: job_sender,
            done,
            start_failures: &start_failures,
            in_flight: 0,
            attempts: BTreeMap::new(),
        };
        let result = scheduler.run_to_end(&interruption.cancel_token);
        // Ongoing games are no longer useful.
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
    (tournament, settings, cancel, failures): (
        &Tournament,
        &LocalSettings<'_>,
        &CancelToken,
        &StartFailures,
    ),
    jobs: &Receiver<Job>,
    done: &Sender<Done>,
) {
    for job in jobs {
        let forfeited = failures.known_forfeit(tournament, &job).filter(|_| !cancel.is_cancelled());
        let result = match &settings.bad_games {
            _ if forfeited.is_some() => forfeited.ok_or(NoResult::BrokenOff),
            None => play(tournament, &job, settings.factory, cancel),
            Some(folder) => play_with_log(tournament, &job, settings.factory, cancel)
                .and_then(|(entry, log)| keep_if_bad(folder, &entry, &log).map(|()| entry)),
        };
        if done.send((job, result)).is_err() {
            return;
        }
        pause(settings.wait, cancel);
    }
}

/// Waits, unless the run is canceled.
fn pause(wait: Duration, cancel: &CancelToken) {
    let mut left = wait;
    while !left.is_zero() && !cancel.is_cancelled() {
        let step = left.min(RESULT_TIMEOUT);
        thread::sleep(step);
        left -= step;
    }
}

/// Writes a game log if a player lost the game by a fault.
fn keep_if_bad(folder: &Path, entry: &Entry, log: &[String]) -> Result<(), NoResult> {
    if entry.conclusion.fault().is_none() {
        return Ok(());
    }
    let path = folder.join(format!("{}.log", entry.id));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, log.join("\n") + "\n"));
    written.map_err(|error| NoResult::HostFault(format!("can't write {}: {error}", path.display())))
}

/// Passes games to worker threads and journals their results.
struct LocalScheduler<'a> {
    run: &'a mut Run,
    journal: &'a mut Journal,
    observer: &'a mut dyn RunObserver,
    jobs: Sender<Job>,
    done: Receiver<Done>,
    start_failures: &'a StartFailures,
    in_flight: usize,
    attempts: BTreeMap<(usize, usize), u32>,
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
            let (mut entries, mut failure) = (Vec::new(), None);
            for (job, result) in std::iter::once(first).chain(others) {
                self.in_flight -= 1;
                match self.handle_result(&job, result) {
                    Ok(entry) => entries.extend(entry),
                    Err(error) => failure = failure.or(Some(error)),
                }
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
            // The other finished games are saved anyway.
            failure.map_or(Ok(()), Err)?;
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

    /// Returns a finished game's entry, or reschedules a game without a result.
    fn handle_result(
        &mut self,
        job: &Job,
        result: Result<Entry, NoResult>,
    ) -> Result<Option<Entry>, Failure> {
        match result {
            Ok(entry) => {
                if entry.conclusion.fault() != Some(games_package::FailureKind::StartFailed.name())
                {
                    self.start_failures.clear(&job.players);
                }
                return Ok(Some(entry));
            }
            Err(NoResult::BrokenOff) => {}
            Err(NoResult::CantStart { player, name, why }) => {
                let forfeit = self.start_failures.add(self.run.tournament(), job, player, &why);
                // A missing or broken program is not evidence of its player's strength.
                let error = NoResult::CantStart { player, name, why };
                return forfeit.map_or_else(
                    || Err(Failure::new(FailureKind::Player, error)),
                    |entry| Ok(Some(entry)),
                );
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

/// Number of games that can run concurrently with `threads` cores each.
pub fn concurrency(cores: usize, threads: usize) -> usize {
    (cores / threads.max(1)).max(1)
}

/// Number of cores available to this process.
pub fn core_count() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The cores to which threads can be pinned.
///
/// # Errors
/// [`Failure`] if the system doesn't report its cores.
pub fn cores() -> Result<Vec<CoreId>, Failure> {
    let cores = core_affinity::get_core_ids().filter(|cores| !cores.is_empty());
    let why = "can't determine this system's cores; omit --pin";
    cores.ok_or_else(|| Failure::new(FailureKind::Failed, anyhow!(why)))
}

/// Pins this thread, and the threads that it starts, to a core.
pub fn pin_to(core: CoreId) {
    // The core can disappear at any time. Games then continue without pinning.
    let _is_kept = core_affinity::set_for_current(core);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_gets_the_cores_that_it_needs() {
        assert_eq!(concurrency(8, 1), 8);
        assert_eq!(concurrency(8, 3), 2);
        assert_eq!(concurrency(2, 4), 1);
    }
}
