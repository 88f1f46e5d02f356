//! Prints progress as lines of text if the output is not a terminal.

use std::fmt::Write as _;
use std::io::{self, Write, stderr};
use std::time::{Duration, Instant};

use arena::journal::Entry;
use arena::observer::RunObserver;
use arena::run::Run;
use indicatif::HumanDuration;

/// The default interval between progress lines.
const EVERY: Duration = Duration::from_secs(30);

/// Writes progress lines to standard error at regular intervals.
#[derive(Debug)]
pub(crate) struct ProgressLines {
    every: Duration,
    begin: Instant,
    /// The number of games finished before this session, which don't count toward the speed.
    before: usize,
    next: Instant,
}

impl ProgressLines {
    pub(crate) fn new(run: &Run, every: Option<Duration>) -> Self {
        let (every, begin) = (every.unwrap_or(EVERY), Instant::now());
        Self { every, begin, before: run.finished_games(), next: begin + every }
    }

    fn line(&self, run: &Run) -> String {
        let finished = run.finished_games();
        let elapsed = self.begin.elapsed().as_secs_f64();
        let new = count(finished.saturating_sub(self.before));
        if new == 0.0 || elapsed <= 0.0 {
            return figures(run);
        }
        let speed = new / elapsed;
        let left = count(run.known_games().saturating_sub(finished)) / speed;
        let left = HumanDuration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
        format!("{}, {speed:.1}/s, {left:#} left", figures(run))
    }
}

impl RunObserver for ProgressLines {
    fn update(&mut self, run: &Run, _entries: &[Entry]) -> io::Result<()> {
        let now = Instant::now();
        if now < self.next {
            return Ok(());
        }
        self.next = now + self.every;
        Ok(writeln!(stderr(), "{}", self.line(run))?)
    }

    fn note(&mut self, line: &str) -> io::Result<()> {
        writeln!(stderr(), "{line}")
    }
}

/// The run's progress. Once known, a duel adds its Elo and pair counts, and a test adds its LLR: "120 of 1000 games,
/// Elo 12.30 ± 40.10, Ptnml [3, 12, 29, 13, 3], LLR 0.52 (-2.94, 2.94)". All figures are for the same pairs.
pub(crate) fn figures(run: &Run) -> String {
    let (finished, known) = (run.finished_games(), run.known_games());
    let mut text = format!("{finished} of {known} games");
    if let Some(pairs) = run.pentanomial().filter(|pairs| pairs.pairs() > 0) {
        let _ = write!(text, ", Elo {}, Ptnml {:?}", pairs.elo(), pairs.counts());
    }
    if let Some((sprt, (_, pairs))) = run.tournament().settings().sprt.zip(run.test())
        && pairs.pairs() > 0
    {
        let ((low, high), ratio) = (sprt.bounds(), sprt.log_likelihood_ratio(&pairs));
        let _ = write!(text, ", LLR {ratio:.2} ({low:.2}, {high:.2})");
    }
    text
}

#[expect(clippy::cast_precision_loss, reason = "a run has fewer than 2⁵³ games")]
fn count(games: usize) -> f64 {
    games as f64
}
