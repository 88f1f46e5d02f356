//! Plans a build without changing its folder.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use app_context::{CommandResult, Failure, FailureKind, OrFail};
use tablebase::{
    BuildObserver, BuildOptions, Control, Estimate, SMALL_PIECES, Speed, TableBuilder, TableInfo,
    TablePlanner, TableProgress, Tablebase,
};
use tempfile::TempDir;

use super::{announce, failure};

/// Prints the tables to build, their sizes and the estimated time.
pub(super) fn run(
    tablebase: &dyn Tablebase,
    options: BuildOptions,
    planner: &dyn TablePlanner,
    is_stopped: &AtomicBool,
) -> CommandResult {
    let sample = if tells_speed(&planner.list(), options) {
        None
    } else {
        Some(Sample::made(tablebase, options, is_stopped)?)
    };
    let measured: &dyn TablePlanner = match &sample {
        Some(sample) => &*sample.builder,
        None => planner,
    };
    let estimate = Estimate::of(planner, options.content, &measured.list());
    announce(estimate, Speed::measured(measured).map_err(failure)?)
}

/// Returns `true` if building one of these tables would measure the speed: a table must be similar and large enough.
/// Tables with two pieces take no time.
fn tells_speed(tables: &[TableInfo], options: BuildOptions) -> bool {
    let is_alike = |table: &TableInfo| table.content == options.content;
    tables.iter().any(|table| is_alike(table) && table.pieces >= SMALL_PIECES)
}

/// Tables with few pieces in a temporary folder. Building these tables takes a second or two and measures the speed.
struct Sample {
    // The builder has open files in its folder, so it must be dropped first.
    builder: Box<dyn TableBuilder>,
    _folder: TempDir,
}

impl Sample {
    fn made(
        tablebase: &dyn Tablebase,
        options: BuildOptions,
        is_stopped: &AtomicBool,
    ) -> Result<Self, Failure> {
        let folder = tempfile::tempdir().or_fail(FailureKind::Failed)?;
        let small = BuildOptions { pieces: SMALL_PIECES, ..options };
        let mut builder = tablebase.builder(folder.path(), small).map_err(failure)?;
        builder.build(&mut Unseen(is_stopped)).map_err(failure)?;
        Ok(Self { builder, _folder: folder })
    }
}

/// Shows nothing. Stops when the user interrupts.
struct Unseen<'a>(&'a AtomicBool);

impl BuildObserver for Unseen<'_> {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        if self.0.load(Relaxed) { Control::Stop } else { Control::Continue }
    }

    fn on_table(&mut self, _: &TableInfo) {}
}
