//! `rival learn`: learns a game by self-play.

use std::cell::RefCell;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail, counted, interrupt};
use learning::{
    LearningError, RunEnd, RunHost, RunOptions, RunProgress, best_network, default_folder,
};
use tui::progress_line::{ProgressLine, duration, say};

use crate::arguments::LearnArguments;

/// The time limit for finishing the current game or step after an interruption.
const TIME_TO_END: Duration = Duration::from_mins(2);

pub(crate) fn run(arguments: &LearnArguments) -> CommandResult {
    let LearnArguments { game, time, generations, folder, threads, seed } = arguments;
    let (name, learnable) = game_catalog::learnable(game).or_fail(FailureKind::Usage)?;
    let unfit = || {
        let why = "it needs two players and no chance or hidden hands";
        Failure::new(FailureKind::Usage, anyhow!("{name} can't be learned: {why}"))
    };
    let learnable = learnable.ok_or_else(unfit)?;
    let own_folder = default_folder(&name).map_err(failure);
    let folder = folder.clone().map_or(own_folder, Ok)?;
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    interrupt::listen(TIME_TO_END, move |_| {
        stop.store(true, Relaxed);
        true
    });
    let display = Display::new(*time, is_stopped);
    let limit = generations.map(|count| format!(" --generations {count}")).unwrap_or_default();
    let command = format!("rival learn {name} --seed {seed}{limit}");
    let threads = threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let generations = *generations;
    let options = RunOptions { threads, generations, ..RunOptions::new(*seed, command) };
    let report = learnable.learn(&folder, &options, &display);
    display.line.borrow().clear();
    let report = report.map_err(failure)?;
    let path = best_network(&folder);
    let after = match report.end {
        RunEnd::NoGain => "no gain in the last generations",
        RunEnd::Complete => "all generations are done",
        RunEnd::Stopped => "stopped; the same command resumes",
    };
    let mut out = stdout();
    writeln!(out, "{}", summary(&report.progress))?;
    if report.progress.best == 0 {
        writeln!(out, "{after}; there is no network yet")?;
    } else {
        writeln!(out, "{after}; the network is {}", path.display())?;
    }
    if display.is_interrupted.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
}

fn failure(error: LearningError) -> Failure {
    let kind = match error {
        LearningError::Unfit { .. } | LearningError::OtherRun { .. } => FailureKind::Usage,
        LearningError::Format { .. }
        | LearningError::Newer { .. }
        | LearningError::Damaged { .. }
        | LearningError::OtherGame { .. } => FailureKind::Input,
        _ => FailureKind::Failed,
    };
    Failure::new(kind, error)
}

/// Formats "generation 3, 8,412 games, …".
fn summary(progress: &RunProgress) -> String {
    let RunProgress { generation, best, games, positions, loss, elo, .. } = progress;
    let loss = loss.map(|loss| format!(", loss {loss:.3}")).unwrap_or_default();
    // A rounded small loss, and the sum of no gains, are -0. Adding 0 makes that +0.
    let elo = elo.round() + 0.0;
    format!(
        "generation {generation}, best {best}: {}, {}{loss}, {elo:+.0} Elo",
        counted(*games, "game", "games"),
        counted(*positions, "position", "positions"),
    )
}

/// Shows a run's progress.
struct Display {
    begun: Instant,
    time: Option<Duration>,
    is_interrupted: Arc<AtomicBool>,
    line: RefCell<ProgressLine>,
    /// The best generation at the last update.
    best: RefCell<Option<u32>>,
}

impl Display {
    fn new(time: Option<Duration>, is_interrupted: Arc<AtomicBool>) -> Self {
        let (line, best) = (RefCell::new(ProgressLine::new()), RefCell::new(None));
        Self { begun: Instant::now(), time, is_interrupted, line, best }
    }

    fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.begun.elapsed()))
    }
}

impl RunHost for Display {
    fn is_stopped(&self) -> bool {
        self.is_interrupted.load(Relaxed) || self.time_left() == Some(Duration::ZERO)
    }

    fn progress(&self, progress: &RunProgress) {
        let mut line = self.line.borrow_mut();
        let before = self.best.replace(Some(progress.best));
        if before.is_some_and(|before| before != progress.best) {
            line.clear();
            let done = RunProgress { generation: progress.best, ..*progress };
            say(&format!("{} after {}\n", summary(&done), duration(self.begun.elapsed())));
        }
        if line.is_due() {
            let left = self.time_left().map(|left| format!(", {} left", duration(left)));
            let left = left.unwrap_or_default();
            line.write(&format!("{:9} {}{left}", progress.phase, summary(progress)));
        }
    }
}
