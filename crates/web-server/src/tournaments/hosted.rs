//! The tournaments that this server plays.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use arena::journal::Entry;
use arena::observer::RunObserver;
use arena::run::Run;
use arena_run::entrants::Entrants;
use arena_run::folder::{Folder, StoredRun};
use arena_run::machine::{concurrency, core_count};
use arena_run::report;
use arena_run::runner::{self, Interruption, LocalSettings};
use arena_run::setup::Plan;
use house::{Failure, FailureKind, House, OrFail};
use tracing::warn;

use crate::error::Refused;

/// What this server does with a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum HostedStatus {
    /// It has nothing to do with it.
    #[default]
    Elsewhere,
    /// It plays it.
    Running,
    /// It was stopped, and the last games are broken off.
    Stopping,
    /// It played it and could not go on.
    Failed(String),
}

/// The tournaments that this server plays.
#[derive(Debug)]
pub(super) struct Hosted {
    /// How many are played at a time.
    running_max: usize,
    runs: Mutex<Runs>,
}

#[derive(Debug, Default)]
struct Runs {
    /// How many slots are taken.
    taken: usize,
    running: HashMap<PathBuf, Interruption>,
    /// Why runs could not go on.
    failures: HashMap<PathBuf, String>,
}

/// The right to play one tournament; until it is dropped.
#[derive(Debug)]
pub(super) struct RunningSlot {
    hosted: Arc<Hosted>,
    path: Option<PathBuf>,
}

impl Hosted {
    pub(super) fn new(running_max: usize) -> Self {
        Self { running_max, runs: Mutex::default() }
    }

    /// What is done with the tournament in this folder.
    pub(super) fn status(&self, path: &Path) -> HostedStatus {
        let runs = self.runs();
        match (runs.running.get(path), runs.failures.get(path)) {
            (Some(interruption), _) if interruption.is_requested() => HostedStatus::Stopping,
            (Some(_), _) => HostedStatus::Running,
            (None, Some(why)) => HostedStatus::Failed(why.clone()),
            (None, None) => HostedStatus::Elsewhere,
        }
    }

    /// A slot for one more.
    ///
    /// # Errors
    /// [`Refused`] if too many are running.
    pub(super) fn free_slot(self: &Arc<Self>) -> Result<RunningSlot, Refused> {
        let (mut runs, max) = (self.runs(), self.running_max);
        if runs.taken >= max {
            let many = if max == 1 { "a tournament".into() } else { format!("{max} tournaments") };
            return Err(Refused::too_many(format!(
                "the server plays {many}, and no more at a time: stop it or wait for its end"
            )));
        }
        runs.taken += 1;
        Ok(RunningSlot { hosted: Arc::clone(self), path: None })
    }

    /// Stops the tournament in this folder. False if it is not played here.
    pub(super) fn stop(&self, path: &Path) -> bool {
        let interruption = self.runs().running.get(path).cloned();
        // Outside of the lock: it runs what others have registered.
        interruption.inspect(Interruption::request).is_some()
    }

    /// Stops all.
    pub(super) fn stop_all(&self) {
        let all: Vec<Interruption> = self.runs().running.values().cloned().collect();
        all.iter().for_each(Interruption::request);
    }

    /// Nothing panics while it holds the lock.
    fn runs(&self) -> MutexGuard<'_, Runs> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunningSlot {
    /// Begins to play what is left of a tournament in this folder, on threads of its own.
    ///
    /// # Errors
    /// [`Refused`] if a player can't start, if the folder can't be written, or if another program plays there.
    pub(super) fn start(
        mut self,
        house: &Arc<House>,
        path: PathBuf,
        (tournament, players): Plan,
    ) -> Result<(), Refused> {
        let threads = players.iter().map(|player| player.options.get("threads").unwrap_or(1));
        // A core is left for those who play on the page.
        let cores = core_count().saturating_sub(1).max(1);
        let at_once = concurrency(cores, threads.max().unwrap_or(1));
        let entrants = Entrants::open(house, &tournament, players, Some(at_once))?;
        let stored = Folder::prepare(path.clone(), tournament)?;
        let interruption = Interruption::default();
        let pool = entrants.pool().clone();
        interruption.cancel_token().on_cancel(move || pool.close());
        let mut runs = self.hosted.runs();
        runs.failures.remove(&path);
        runs.running.insert(path.clone(), interruption.clone());
        drop(runs);
        self.path = Some(path);
        let play = move || {
            let played = play(stored, &entrants, &interruption);
            self.end(played.err().filter(|failure| !failure.is_interruption()));
        };
        let started = thread::Builder::new().name("tournament".into()).spawn(play);
        started.map(drop).map_err(|error| Refused::failed(error.to_string()))
    }

    /// Gives the slot back.
    fn end(self, failure: Option<Failure>) {
        if let (Some(path), Some(failure)) = (&self.path, failure) {
            warn!(path = %path.display(), %failure, "a tournament could not go on");
            self.hosted.runs().failures.insert(path.clone(), failure.to_string());
        }
    }
}

/// Also where the thread has panicked.
impl Drop for RunningSlot {
    fn drop(&mut self) {
        let mut runs = self.hosted.runs();
        runs.taken = runs.taken.saturating_sub(1);
        let Some(path) = &self.path else { return };
        runs.running.remove(path);
        if thread::panicking() {
            runs.failures.insert(path.clone(), "the server has failed in it".into());
        }
    }
}

/// Plays what is left, and writes the report.
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
    };
    let result = runner::run(&mut run, &mut journal, &local, interruption, &mut JournalOnly);
    if result.as_ref().err().is_none_or(Failure::is_interruption) {
        report::write(&folder, &run, None)?;
    }
    result
}

/// Those who watch read the journal.
struct JournalOnly;

impl RunObserver for JournalOnly {
    fn update(&mut self, _run: &Run, _entries: &[Entry]) -> io::Result<()> {
        Ok(())
    }

    fn note(&mut self, _line: &str) -> io::Result<()> {
        Ok(())
    }
}
