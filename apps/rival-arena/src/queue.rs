//! Runs whose games are played elsewhere: this program is the scheduler.

use std::time::{Duration, Instant};

use arena::journal::{Entry, Journal};
use arena::run::Run;
use arena::tournament::Tournament;
use arena_queue::message::{Build, Sight, Spec};
use arena_queue::scheduler::{Audience, schedule};
use arena_queue::{Access, Dispatcher, Lease, QueueError, Stopped};
use house::{CommandResult, Failure, FailureKind, OrFail};
use tokio::runtime::Builder;

use crate::arguments::{AccessArguments, QueueArguments};
use crate::runner::{Interruption, Watcher};

/// How often a change in the number of workers is told, at most.
const CREW_PAUSE: Duration = Duration::from_secs(5);

/// A queue, and what workers must know of the run.
#[derive(Debug)]
pub(crate) struct Queue {
    access: Access,
    lease: Lease,
    spec: Spec,
}

/// Where the queue is, and how to get in.
pub(crate) fn access(url: &str, arguments: &AccessArguments) -> Access {
    Access {
        url: url.into(),
        credentials: arguments.creds.clone(),
        authorities: arguments.ca.clone(),
    }
}

/// This program.
pub(crate) fn build() -> Build {
    Build::new(env!("CARGO_PKG_VERSION"))
}

/// A runtime on this thread.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    Builder::new_current_thread().enable_all().build().or_fail(FailureKind::Failed)
}

/// A failure of the queue, with its exit code.
pub(crate) fn failure(error: QueueError) -> Failure {
    let kind = match error {
        QueueError::Address(_) => FailureKind::Usage,
        QueueError::Credentials { .. } | QueueError::Authorities { .. } => FailureKind::Input,
        QueueError::Stopped(Stopped::CantStart { .. }) => FailureKind::Player,
        _ => FailureKind::Failed,
    };
    Failure::new(kind, error)
}

impl Queue {
    /// The queue that the arguments name, if they do.
    pub(crate) fn named(arguments: &QueueArguments, tournament: &Tournament) -> Option<Self> {
        let url = arguments.queue.as_ref()?;
        let spec = Spec {
            settings: tournament.settings().to_text(),
            openings: tournament.openings().to_text(),
        };
        let access = access(url, &arguments.access);
        Some(Self { access, lease: Lease::new(arguments.lease), spec })
    }

    /// Has the run played. Returns it with what was found.
    pub(crate) fn run(
        &self,
        run: Run,
        journal: &mut Journal,
        interruption: &Interruption,
        watcher: &mut dyn Watcher,
    ) -> (Run, CommandResult) {
        let mut dispatcher = Dispatcher::new(run, self.lease);
        let result = self.direct(&mut dispatcher, journal, interruption, watcher);
        (dispatcher.into_run(), result)
    }

    fn direct(
        &self,
        dispatcher: &mut Dispatcher,
        journal: &mut Journal,
        interruption: &Interruption,
        watcher: &mut dyn Watcher,
    ) -> CommandResult {
        if dispatcher.run().is_over() {
            return Ok(());
        }
        let mut gallery =
            Gallery { watcher, interruption, result: Ok(()), crew: None, told: Instant::now() };
        let program = build();
        let scheduled =
            schedule(&self.access, &program, dispatcher, &self.spec, journal, &mut gallery);
        runtime()?.block_on(scheduled).map_err(failure)?;
        gallery.result?;
        if dispatcher.run().is_over() { Ok(()) } else { Err(Failure::interrupted()) }
    }
}

/// Who watches, with what was told.
struct Gallery<'a> {
    watcher: &'a mut dyn Watcher,
    interruption: &'a Interruption,
    result: CommandResult,
    /// The workers that were told of; none before the first word.
    crew: Option<(usize, usize)>,
    told: Instant,
}

impl Gallery<'_> {
    /// Keeps the first failure, which ends the run.
    fn keep(&mut self, result: CommandResult) {
        if self.result.is_ok() {
            self.result = result;
        }
    }
}

impl Audience for Gallery<'_> {
    fn see(&mut self, run: &Run, entries: &[Entry], workers: usize, slots: usize) {
        let seen = self.watcher.see(run, entries);
        self.keep(seen);
        if self.crew != Some((workers, slots)) && self.told.elapsed() >= CREW_PAUSE {
            (self.crew, self.told) = (Some((workers, slots)), Instant::now());
            self.note(&match workers {
                0 => "no workers: start some with rival-arena worker URL".into(),
                1 => format!("1 worker, which plays {slots} at a time"),
                _ => format!("{workers} workers, which play {slots} at a time"),
            });
        }
    }

    fn looks_on(&self) -> bool {
        self.watcher.looks_on()
    }

    fn look(&mut self, run: &Run, sight: &Sight) {
        let seen = self.watcher.look(run, sight);
        self.keep(seen);
    }

    fn note(&mut self, line: &str) {
        let noted = self.watcher.note(line);
        self.keep(noted);
    }

    fn is_leaving(&self) -> bool {
        self.interruption.was_asked() || self.result.is_err()
    }
}
