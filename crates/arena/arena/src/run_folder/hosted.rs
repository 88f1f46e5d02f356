//! Tournaments that this program plays in the background.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, thread};

use app_context::{AppContext, Failure, FailureKind, OrFail};
use thiserror::Error;
use tracing::warn;

use super::entrants::Entrants;
use super::folder::{Folder, StoredRun};
use super::report;
use super::runner::{self, Interruption, LocalSettings, concurrency, core_count};
use super::setup::Plan;
use crate::journal::Entry;
use crate::observer::RunObserver;
use crate::run::Run;

/// A tournament's state in this program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum HostedStatus {
    /// This program doesn't play the tournament.
    #[default]
    Elsewhere,
    /// This program is playing the tournament or is about to.
    Running,
    /// The tournament was stopped, and its remaining games are being aborted.
    Stopping,
    /// This program failed while playing the tournament.
    Failed(String),
}

/// The error if the maximum number of tournaments is already running.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("at most {0} tournaments can run at once; stop one or wait for it to finish")]
pub struct TooManyRunning(pub usize);

/// The tournaments that this program plays.
#[derive(Debug)]
pub struct Hosted {
    /// The maximum number of concurrent tournaments.
    running_max: usize,
    runs: Mutex<Runs>,
    /// Notified when a slot becomes free.
    freed: Condvar,
}

#[derive(Debug, Default)]
struct Runs {
    /// Number of occupied slots.
    taken: usize,
    running: HashMap<PathBuf, Interruption>,
    /// The reason why runs failed, by folder.
    failures: HashMap<PathBuf, String>,
}

/// The right to play one tournament, held until this value is dropped.
#[derive(Debug)]
pub struct RunningSlot {
    hosted: Arc<Hosted>,
    path: Option<PathBuf>,
}

impl Hosted {
    /// Allows at most `running_max` concurrent tournaments.
    pub fn new(running_max: usize) -> Self {
        Self { running_max, runs: Mutex::default(), freed: Condvar::new() }
    }

    /// The status of the tournament in this folder.
    pub fn status(&self, path: &Path) -> HostedStatus {
        let runs = self.runs();
        match (runs.running.get(path), runs.failures.get(path)) {
            (Some(interruption), _) if interruption.is_requested() => HostedStatus::Stopping,
            (Some(_), _) => HostedStatus::Running,
            (None, Some(why)) => HostedStatus::Failed(why.clone()),
            (None, None) => HostedStatus::Elsewhere,
        }
    }

    /// Reserves a slot for another tournament.
    ///
    /// # Errors
    /// [`TooManyRunning`] if no slot is free.
    pub fn free_slot(self: &Arc<Self>) -> Result<RunningSlot, TooManyRunning> {
        let mut runs = self.runs();
        if runs.taken >= self.running_max {
            return Err(TooManyRunning(self.running_max));
        }
        runs.taken += 1;
        Ok(RunningSlot { hosted: Arc::clone(self), path: None })
    }

    /// Stops the tournament in this folder. Returns `false` if this program doesn't play it.
    pub fn stop(&self, path: &Path) -> bool {
        let interruption = self.runs().running.get(path).cloned();
        // Called outside the lock, because it runs registered callbacks.
        interruption.inspect(Interruption::request).is_some()
    }

    /// Stops all tournaments.
    pub fn stop_all(&self) {
        let all: Vec<Interruption> = self.runs().running.values().cloned().collect();
        all.iter().for_each(Interruption::request);
    }

    /// Waits up to `time_max` until no tournament is running. Returns `true` if none is running.
    pub fn wait_until_idle(&self, time_max: Duration) -> bool {
        let is_busy = |runs: &mut Runs| runs.taken > 0;
        let waited = self.freed.wait_timeout_while(self.runs(), time_max, is_busy);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Locks the state. No code panics while holding the lock.
    fn runs(&self) -> MutexGuard<'_, Runs> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningSlot {
    /// Starts playing the remaining games of a tournament in this folder on separate threads. Blocks until each player
    /// has started once.
    ///
    /// # Errors
    /// [`Failure`] if a player fails to start, if the folder can't be written, or if another program is playing the
    /// run.
    pub fn start(self, app: &Arc<AppContext>, path: PathBuf, plan: Plan) -> Result<(), Failure> {
        let interruption = Interruption::default();
        let (stored, entrants) = prepare(app, path.clone(), plan, &interruption)?;
        let stop = interruption.clone();
        self.spawn(path, interruption, move || play(stored, &entrants, &stop))
    }

    /// Like [`start`](Self::start), but doesn't block: a new thread calls `planned` first. If the tournament fails, its
    /// status reports the failure.
    ///
    /// # Errors
    /// [`Failure`] if the system can't start a thread.
    pub fn start_unplanned(
        self,
        app: &Arc<AppContext>,
        path: PathBuf,
        planned: impl FnOnce(&AppContext) -> Result<Plan, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        let (interruption, app, folder) = (Interruption::default(), Arc::clone(app), path.clone());
        let stop = interruption.clone();
        self.spawn(path, interruption, move || {
            let plan = planned(&app)?;
            if stop.is_requested() {
                return Err(Failure::interrupted());
            }
            let (stored, entrants) = prepare(&app, folder, plan, &stop)?;
            play(stored, &entrants, &stop)
        })
    }

    fn spawn(
        mut self,
        path: PathBuf,
        interruption: Interruption,
        play: impl FnOnce() -> Result<(), Failure> + Send + 'static,
    ) -> Result<(), Failure> {
        let mut runs = self.hosted.runs();
        runs.failures.remove(&path);
        runs.running.insert(path.clone(), interruption);
        drop(runs);
        self.path = Some(path);
        let play = move || {
            let played = play();
            self.end(played.err().filter(|failure| !failure.is_interruption()));
        };
        let started = thread::Builder::new().name("tournament".into()).spawn(play);
        started.map(drop).or_fail(FailureKind::Failed)
    }

    /// Returns the slot.
    fn end(self, failure: Option<Failure>) {
        if let (Some(path), Some(failure)) = (&self.path, failure) {
            warn!(path = %path.display(), %failure, "a tournament failed");
            self.hosted.runs().failures.insert(path.clone(), failure.to_string());
        }
    }
}

/// Frees the slot, even if the thread panics.
impl Drop for RunningSlot {
    fn drop(&mut self) {
        let mut runs = self.hosted.runs();
        runs.taken = runs.taken.saturating_sub(1);
        if let Some(path) = &self.path {
            runs.running.remove(path);
            if thread::panicking() {
                runs.failures.insert(path.clone(), "the program failed".into());
            }
        }
        drop(runs);
        self.hosted.freed.notify_all();
    }
}

/// Prepares this folder's run, including its players. The interruption stops the preparation and the run.
fn prepare(
    app: &Arc<AppContext>,
    path: PathBuf,
    (tournament, players): Plan,
    interruption: &Interruption,
) -> Result<(StoredRun, Entrants), Failure> {
    let threads = players.iter().map(|player| player.options.get("threads").unwrap_or(1));
    // Leave one core free for the people who use this program.
    let cores = core_count().saturating_sub(1).max(1);
    let at_once = concurrency(cores, threads.max().unwrap_or(1));
    let entrants = Entrants::open(app, &tournament, players, Some(at_once))?;
    let stored = Folder::prepare(path, tournament)?;
    let pool = entrants.pool().clone();
    interruption.cancel_token().on_cancel(move || pool.close());
    Ok((stored, entrants))
}

/// Plays the remaining games and writes the report.
fn play(
    stored: StoredRun,
    entrants: &Entrants,
    interruption: &Interruption,
) -> Result<(), Failure> {
    let StoredRun { folder, tournament, mut journal, played } = stored;
    let mut run = Run::new(Arc::new(tournament), &played).or_fail(FailureKind::Input)?;
    drop(played);
    let local = LocalSettings {
        factory: entrants,
        concurrency: entrants.concurrency(),
        cores: Vec::new(),
        bad_games: None,
        wait: Duration::ZERO,
    };
    let result = runner::run(&mut run, &mut journal, &local, interruption, &mut JournalOnly);
    if result.as_ref().err().is_none_or(Failure::is_interruption) {
        let entries = folder.entries(run.tournament())?;
        report::write(&folder, &run, &entries, None)?;
    }
    result
}

/// An observer that does nothing, because spectators read the journal.
struct JournalOnly;

impl RunObserver for JournalOnly {
    fn update(&mut self, _run: &Run, _entries: &[Entry]) -> io::Result<()> {
        Ok(())
    }

    fn note(&mut self, _line: &str) -> io::Result<()> {
        Ok(())
    }
}
