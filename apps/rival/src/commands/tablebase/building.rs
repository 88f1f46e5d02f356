//! `rival tablebase build`.

mod dry_run;

use std::io::{Write, stdout};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use app_context::{CommandResult, Failure, FailureKind, OrFail, counted, interrupt};
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, Estimate, SMALL_PIECES, Speed, TableBuilder,
    TableError, TableInfo, TableProgress, Tablebase,
};
use tui::progress_line::{ProgressLine, duration, say};

use super::{folder_of, longest_after, number, size, tablebase};
use crate::arguments::BuildArguments;

/// The time limit for writing the checkpoint after an interruption.
const TIME_TO_END: Duration = Duration::from_mins(2);

/// The interval between checkpoints. This interval limits the work lost if the builder is killed, and grows if writing
/// is slow.
const CHECKPOINT_EVERY: Duration = Duration::from_mins(1);
const CHECKPOINT_SHARE: u32 = 20;

pub(super) fn run(arguments: &BuildArguments) -> CommandResult {
    let tablebase = tablebase(&arguments.game)?;
    let folder = folder_of(tablebase, &arguments.folder)?;
    let content = if arguments.distance { Content::Distances } else { Content::Values };
    let threads = arguments
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    let memory_bytes = arguments.memory.map_or_else(memory_share, |mebibytes| mebibytes << 20);
    let options = BuildOptions { pieces: arguments.pieces, content, threads, memory_bytes };
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    interrupt::listen(TIME_TO_END, move |_| {
        stop.store(true, Relaxed);
        true
    });
    // Impossible requests fail before any table is built.
    let mut planner = tablebase.planner(&folder, options).map_err(failure)?;
    if let Some(material) = &arguments.material {
        planner.restrict(material).map_err(failure)?;
    }
    planner.check_memory().map_err(failure)?;
    // A read-only folder is an error only if there is something to build.
    if planner.plan().iter().all(|planned| planned.is_present) {
        writeln!(stdout(), "all tables exist: {}", folder.display())?;
        return Ok(());
    }
    if arguments.dry_run {
        return dry_run::run(tablebase, options, &*planner, &is_stopped);
    }
    build_small(tablebase, &folder, options, &is_stopped)?;
    let mut builder = planner.into_builder().map_err(failure)?;
    let estimate = Estimate::of(&*builder, content, &builder.list());
    if estimate.tables > 0 {
        announce(estimate, Speed::measured(&*builder).map_err(failure)?)?;
        build(&mut *builder, estimate, &is_stopped)?;
    }
    let bytes: u64 = builder.list().iter().map(|table| table.bytes).sum();
    writeln!(stdout(), "{} in {}", size(bytes), folder.display())?;
    Ok(())
}

/// A quarter of the machine's memory in bytes. If the memory size is unknown, an amount that most machines have to
/// spare.
fn memory_share() -> u64 {
    const SPARE: u64 = 1 << 30;
    system::memory::total_mebibytes().map_or(SPARE, |mebibytes| (mebibytes << 20) / 4)
}

fn failure(error: TableError) -> Failure {
    let kind = match error {
        TableError::Stopped => return Failure::interrupted(),
        TableError::Memory { .. }
        | TableError::Pieces { .. }
        | TableError::Downloaded { .. }
        | TableError::NotPlanned { .. }
        | TableError::WeakerFirst { .. } => FailureKind::Usage,
        _ => FailureKind::Failed,
    };
    Failure::new(kind, error)
}

/// Builds the tables with few pieces. The build speed of these tables is the basis for the time estimate.
fn build_small(
    tablebase: &dyn Tablebase,
    folder: &Path,
    options: BuildOptions,
    is_stopped: &Arc<AtomicBool>,
) -> CommandResult {
    let pieces = options.pieces.min(SMALL_PIECES);
    let small = BuildOptions { pieces, ..options };
    let mut builder = tablebase.builder(folder, small).map_err(failure)?;
    let estimate = Estimate::of(&*builder, options.content, &builder.list());
    build(&mut *builder, estimate, is_stopped)
}

/// Prints the tables to build and the estimated time at this speed.
fn announce(estimate: Estimate, speed: Option<Speed>) -> CommandResult {
    let Estimate { tables, cells, bytes, memory_bytes } = estimate;
    let time = speed.map(|speed| match speed.time(cells) {
        time if time < Duration::from_secs(1) => ", less than 1 s".to_owned(),
        time => format!(", about {}", duration(time)),
    });
    writeln!(
        stdout(),
        "{} with {} to build: about {} on disk, {} of memory{}",
        counted(tables, "table", "tables"),
        counted(cells, "position", "positions"),
        size(bytes),
        size(memory_bytes),
        time.unwrap_or_default(),
    )
    .or_fail(FailureKind::Failed)
}

fn build(
    builder: &mut dyn TableBuilder,
    estimate: Estimate,
    is_stopped: &Arc<AtomicBool>,
) -> CommandResult {
    let mut display = Display::new(estimate, Arc::clone(is_stopped));
    let built = builder.build(&mut display);
    display.progress_line.clear();
    if let Err(stopped @ TableError::Stopped) = &built {
        say(&format!("{stopped}\n"));
    }
    built.map_err(failure)
}

/// Shows the builder's progress.
struct Display {
    /// The work for finished tables and the total work.
    finished: u64,
    total: u64,
    /// The current table's initial progress, which doesn't count toward the speed.
    begun_with: Option<u64>,
    not_counted: u64,
    begun: Instant,
    /// The time of the last checkpoint, the time of its request, and the duration of writing.
    saved: Instant,
    asked: Instant,
    saving: Duration,
    is_stopped: Arc<AtomicBool>,
    progress_line: ProgressLine,
}

impl Display {
    fn new(estimate: Estimate, is_stopped: Arc<AtomicBool>) -> Self {
        let now = Instant::now();
        Self {
            finished: 0,
            total: 2 * estimate.cells,
            begun_with: None,
            not_counted: 0,
            begun: now,
            saved: now,
            asked: now,
            saving: Duration::ZERO,
            is_stopped,
            progress_line: ProgressLine::new(),
        }
    }

    fn line(&self, progress: &TableProgress) -> String {
        let [done, _] = progress.work;
        let done = self.finished + done;
        let percent = 100.0 * number(done) / number(self.total.max(1));
        let counted = number(done.saturating_sub(self.not_counted));
        let left = number(self.total.saturating_sub(done)) * self.begun.elapsed().as_secs_f64();
        let left = Duration::try_from_secs_f64(left / counted.max(1.0)).unwrap_or(Duration::MAX);
        format!("{:11} {percent:5.1} %, {} left", progress.material, duration(left))
    }
}

impl BuildObserver for Display {
    fn on_progress(&mut self, progress: TableProgress) -> Control {
        let [done, _] = progress.work;
        if self.begun_with.is_none() {
            self.begun_with = Some(done);
            self.not_counted += done;
        }
        if self.progress_line.is_due() {
            self.progress_line.write(&self.line(&progress));
        }
        if self.is_stopped.load(Relaxed) {
            Control::Stop
        } else if self.saved.elapsed() >= CHECKPOINT_EVERY.max(self.saving * CHECKPOINT_SHARE) {
            self.asked = Instant::now();
            Control::Checkpoint
        } else {
            Control::Continue
        }
    }

    fn on_table(&mut self, table: &TableInfo) {
        self.progress_line.clear();
        self.finished += 2 * table.cells;
        self.begun_with = None;
        self.saved = Instant::now();
        // The build continues even if standard error is closed.
        let _closed = writeln!(
            stdout(),
            "{:11} {} after {}{}",
            table.material,
            size(table.bytes),
            duration(self.begun.elapsed()),
            longest_after(", ", table)
        );
    }

    fn on_checkpoint(&mut self) {
        self.saved = Instant::now();
        self.saving = self.asked.elapsed();
    }

    fn on_refused(&mut self, error: &TableError) {
        self.progress_line.say(&format!("warning: {}\n", error.built_again()));
    }
}
