//! Writes found matches to one file.

use std::io::{Write, stdout};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, interrupt, one_line};
use match_library::{ExportObserver, ExportProgress, Library, Search, WriteError};
use tui::progress_line::ProgressLine;

/// The time limit for writing the current match after Ctrl-C.
const TIME_TO_END: Duration = Duration::from_secs(30);

/// The maximum number of rejected matches to list by name.
const REFUSED_SHOWN: usize = 10;

/// Writes all results of a search to a file.
pub(super) fn run(library: &Library, search: &Search<'_>, file: &Path) -> CommandResult {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    interrupt::listen(TIME_TO_END, move |_| {
        stop.store(true, Relaxed);
        true
    });
    let mut display = Display { is_stopped: &is_stopped, line: ProgressLine::new(), refused: 0 };
    let exported = library.export(search, file, &mut display);
    display.line.clear();
    let Some(done) = exported? else { return Err(Failure::interrupted()) };
    if done.refused > 0 {
        let error = anyhow!("{}", done.summary(file));
        return Err(Failure::new(FailureKind::Failed, error));
    }
    Ok(writeln!(stdout(), "{}", done.summary(file))?)
}

/// Shows the export's progress.
struct Display<'a> {
    is_stopped: &'a AtomicBool,
    line: ProgressLine,
    refused: usize,
}

impl ExportObserver for Display<'_> {
    fn advanced(&mut self, progress: &ExportProgress) -> bool {
        if self.line.is_due() {
            let done = progress.written + progress.refused;
            self.line.write(&format!("{done} of {} matches", progress.total));
        }
        !self.is_stopped.load(Relaxed)
    }

    fn warned(&mut self, name: &str, warning: &str) {
        self.line.say(&format!("warning: {}\n", one_line(&format!("{name}: {warning}"))));
    }

    fn refused(&mut self, name: &str, why: &WriteError) {
        self.refused += 1;
        if self.refused <= REFUSED_SHOWN {
            self.line.say(&format!("rival: {name}: {}\n", one_line(&why.to_string())));
        }
    }
}
