//! Lets workers play a run, with this program as the scheduler.

mod moves;
mod worker;

use std::io;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail};
use arena::journal::{Entry, Journal};
use arena::observer::{LiveGame, RunObserver};
use arena::run::Run;
use arena::run_folder::runner::Interruption;
use arena::tournament::Tournament;
use cluster::message::{Build, Spec};
use cluster::remote::failure;
use cluster::scheduler::{SchedulerObserver, schedule};
use cluster::{Access, Dispatcher, Lease};
use tokio::runtime::Builder;

pub(crate) use self::worker::work;
use crate::arguments::{QueueArguments, RunOptions};

/// Minimum time between two messages about the worker count.
const WORKERS_INTERVAL: Duration = Duration::from_secs(5);

/// A queue with workers that play the games.
#[derive(Debug)]
pub(crate) struct Queue {
    access: Access,
    lease: Lease,
}

/// This program's build.
fn build() -> Build {
    Build::new(env!("CARGO_PKG_VERSION"))
}

/// A runtime on the current thread.
fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    Builder::new_current_thread().enable_all().build().or_fail(FailureKind::Failed)
}

impl Queue {
    /// The queue named by the arguments or the environment, if any.
    pub(crate) fn from_arguments(
        arguments: &QueueArguments,
        rules: RunOptions,
    ) -> Result<Option<Self>, Failure> {
        let usage = |why: &str| Err(Failure::new(FailureKind::Usage, anyhow!(why.to_owned())));
        let Some(access) = arguments.access.access(arguments.queue.as_deref())? else {
            return match arguments.lease {
                Some(_) => usage("--lease needs a queue; pass --queue URL too"),
                None => Ok(None),
            };
        };
        if rules.concurrency.is_some() || rules.pin || rules.log_bad_games {
            return usage(
                "--concurrency, --pin and --log-bad-games don't apply to a queue; omit them, or omit --queue, --queue-file and RIVAL_QUEUE",
            );
        }
        let lease = arguments.lease.map_or_else(Lease::default, Lease::new);
        Ok(Some(Self { access, lease }))
    }

    /// The queue's address without a password.
    pub(crate) fn address(&self) -> String {
        self.access.address()
    }

    /// Lets workers play the run. Returns the run with the new results.
    pub(crate) fn run(
        &self,
        run: Run,
        journal: &mut Journal,
        interruption: &Interruption,
        observer: &mut dyn RunObserver,
    ) -> (Run, CommandResult) {
        let mut dispatcher = Dispatcher::new(run, self.lease);
        let result = self.run_dispatcher(&mut dispatcher, journal, interruption, observer);
        (dispatcher.into_run(), result)
    }

    fn run_dispatcher(
        &self,
        dispatcher: &mut Dispatcher,
        journal: &mut Journal,
        interruption: &Interruption,
        observer: &mut dyn RunObserver,
    ) -> CommandResult {
        if dispatcher.run().is_over() {
            return Ok(());
        }
        let mut adapter = ObserverAdapter {
            observer,
            interruption,
            result: Ok(()),
            slots_shown: None,
            reported_at: Instant::now(),
        };
        let (program, spec) = (build(), spec(dispatcher.run().tournament()));
        let scheduled = schedule(&self.access, &program, dispatcher, &spec, journal, &mut adapter);
        runtime()?.block_on(scheduled).map_err(failure)?;
        adapter.result?;
        if dispatcher.run().is_over() { Ok(()) } else { Err(Failure::interrupted()) }
    }
}

/// The settings that workers need to play the run.
fn spec(tournament: &Tournament) -> Spec {
    let (settings, openings) =
        (tournament.settings().to_text(), tournament.openings().stored_text());
    Spec { settings, openings }
}

/// Passes a scheduled run's progress to an observer.
struct ObserverAdapter<'a> {
    observer: &'a mut dyn RunObserver,
    interruption: &'a Interruption,
    result: io::Result<()>,
    /// The last displayed worker and slot counts.
    slots_shown: Option<(usize, usize)>,
    reported_at: Instant,
}

impl ObserverAdapter<'_> {
    /// Stores the first error, which stops the run.
    fn keep_error(&mut self, result: io::Result<()>) {
        if self.result.is_ok() {
            self.result = result;
        }
    }
}

impl SchedulerObserver for ObserverAdapter<'_> {
    fn update(&mut self, run: &Run, entries: &[Entry], workers: usize, slots: usize) {
        let updated = self.observer.update(run, entries);
        self.keep_error(updated);
        if self.slots_shown != Some((workers, slots))
            && self.reported_at.elapsed() >= WORKERS_INTERVAL
        {
            (self.slots_shown, self.reported_at) = (Some((workers, slots)), Instant::now());
            self.note(&match workers {
                0 => "no workers; start some with \"rival-arena worker URL\"".into(),
                1 => format!("1 worker with {slots} at a time"),
                _ => format!("{workers} workers with {slots} at a time"),
            });
        }
    }

    fn wants_live_games(&self) -> bool {
        self.observer.wants_live_games()
    }

    fn show_live_game(&mut self, run: &Run, game: &LiveGame) {
        let shown = self.observer.show_live_game(run, game);
        self.keep_error(shown);
    }

    fn note(&mut self, line: &str) {
        let noted = self.observer.note(line);
        self.keep_error(noted);
    }

    fn is_interrupted(&self) -> bool {
        self.interruption.is_requested() || self.result.is_err()
    }
}
