//! Builds without the feature `queue` play all games on this machine.

use app_context::{CommandResult, Failure};
use arena::journal::Journal;
use arena::observer::RunObserver;
use arena::run::Run;
use arena::run_folder::runner::Interruption;

use crate::arguments::{QueueArguments, RunOptions};

/// Uninhabited: this build has no queue.
#[derive(Debug)]
pub(crate) enum Queue {}

impl Queue {
    #[expect(clippy::unnecessary_wraps, reason = "arguments for a queue can be wrong")]
    pub(crate) const fn from_arguments(
        _arguments: &QueueArguments,
        _rules: RunOptions,
    ) -> Result<Option<Self>, Failure> {
        Ok(None)
    }

    pub(crate) const fn address(&self) -> &str {
        match *self {}
    }

    pub(crate) const fn run(
        &self,
        _run: Run,
        _journal: &mut Journal,
        _interruption: &Interruption,
        _observer: &mut dyn RunObserver,
    ) -> (Run, CommandResult) {
        match *self {}
    }
}
