//! Progress in a terminal.

use std::io::{Write, stderr};
use std::time::{Duration, Instant};

use arena::journal::Entry;
use arena::run::Run;
use house::Failure;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::runner::Watcher;
use crate::tables::Report;

/// How often the words and the table change, at most.
const PAUSE: Duration = Duration::from_millis(500);

/// The table takes no more than this share of the time: of many games it is made more seldom.
const SHARE: u32 = 20;

/// Lines on the standard error stream that change in place: the standings with the cross table where it fits, a bar,
/// the time that is left and the newest figures; nothing where that is no terminal.
#[derive(Debug)]
pub(crate) struct LiveTable {
    table: ProgressBar,
    bar: ProgressBar,
    /// Games that were there before this run: they say nothing about its speed.
    before: u64,
    /// Not before this moment does the table change again.
    next: Option<Instant>,
}

impl LiveTable {
    pub(crate) fn new(run: &Run) -> Self {
        let lines = MultiProgress::new();
        let line = |template| {
            let bar = lines.add(ProgressBar::new(0));
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar
        };
        let table = line("{msg}");
        let bar = line("{wide_bar} {msg}, {per_sec}, {eta} left");
        Self { table, bar, before: run.finished_games() as u64, next: None }
    }
}

impl Watcher for LiveTable {
    fn see(&mut self, run: &Run, _entries: &[Entry]) -> Result<(), Failure> {
        let (finished, known) = (run.finished_games() as u64, run.known_games() as u64);
        self.bar.set_length(known.saturating_sub(self.before));
        self.bar.set_position(finished.saturating_sub(self.before));
        let begin = Instant::now();
        if self.bar.is_hidden() || self.next.is_some_and(|next| begin < next) {
            return Ok(());
        }
        let elo =
            run.pentanomial().map_or_else(String::new, |pairs| format!(", Elo {}", pairs.elo()));
        let ratio = run.tournament().settings().sprt.zip(run.test());
        let ratio = ratio.map(|(sprt, (_, pairs))| sprt.log_likelihood_ratio(&pairs));
        let ratio = ratio.map_or_else(String::new, |ratio| format!(", LLR {ratio:.2}"));
        self.bar.set_message(format!("{finished} of {known} games{elo}{ratio}"));
        let (width, lines) = room();
        self.table.set_message(Report::of(run).to_short_text(lines, width));
        self.next = Some(begin + PAUSE.max(begin.elapsed() * SHARE));
        Ok(())
    }

    fn note(&mut self, line: &str) -> Result<(), Failure> {
        Ok(self.bar.suspend(|| writeln!(stderr(), "{line}"))?)
    }
}

/// How many characters a line of the table may have, and how many lines there may be, so that the bar and a line for the
/// shell are seen as well.
fn room() -> (usize, usize) {
    let size = terminal_size::terminal_size_of(stderr());
    let (width, height) = size.map_or((80, 24), |(width, height)| (width.0, height.0));
    (usize::from(width), usize::from(height).saturating_sub(3))
}

impl Drop for LiveTable {
    fn drop(&mut self) {
        self.table.finish_and_clear();
        self.bar.finish_and_clear();
    }
}
