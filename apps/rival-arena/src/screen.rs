//! Progress in a terminal.

use std::time::{Duration, Instant};

use arena::journal::Entry;
use arena::run::Run;
use house::Failure;
use indicatif::{ProgressBar, ProgressStyle};

use crate::runner::Watcher;

/// How often the words beside the bar change.
const PAUSE: Duration = Duration::from_millis(500);

/// A line on the standard error stream with a bar, the time that is left and the newest figures; nothing where that is
/// no terminal.
#[derive(Debug)]
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    /// Games that were there before this run: they say nothing about its speed.
    before: u64,
    newest: Option<Instant>,
}

impl ProgressLine {
    pub(crate) fn new(run: &Run) -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {msg}, {per_sec}, {eta} left") {
            bar.set_style(style);
        }
        Self { bar, before: run.finished_games() as u64, newest: None }
    }
}

impl Watcher for ProgressLine {
    fn see(&mut self, run: &Run, _entries: &[Entry]) -> Result<(), Failure> {
        let (finished, known) = (run.finished_games() as u64, run.known_games() as u64);
        self.bar.set_length(known.saturating_sub(self.before));
        self.bar.set_position(finished.saturating_sub(self.before));
        if self.bar.is_hidden() || self.newest.is_some_and(|at| at.elapsed() < PAUSE) {
            return Ok(());
        }
        self.newest = Some(Instant::now());
        let elo =
            run.pentanomial().map_or_else(String::new, |pairs| format!(", Elo {}", pairs.elo()));
        let ratio = run.tournament().settings().sprt.zip(run.test());
        let ratio = ratio.map(|(sprt, (_, pairs))| sprt.log_likelihood_ratio(&pairs));
        let ratio = ratio.map_or_else(String::new, |ratio| format!(", LLR {ratio:.2}"));
        self.bar.set_message(format!("{finished} of {known} games{elo}{ratio}"));
        Ok(())
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
