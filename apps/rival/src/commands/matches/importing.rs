//! `rival matches import`.

use std::io::{Write, stdout};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use house::{CommandResult, Failure, interrupt, one_line};
use match_library::{EntryError, ImportObserver, ImportProgress};

use crate::arguments::ImportArguments;
use crate::imports;
use crate::match_files::{library, refusal};
use crate::progress_line::{ProgressLine, duration};
use crate::standard_error::say;

/// How long the matches that were read may take to be written after Ctrl-C.
const TIME_TO_END: Duration = Duration::from_mins(2);

/// The most matches of a file that are refused by name.
const REFUSED_SHOWN: usize = 10;

pub(super) fn run(arguments: &ImportArguments) -> CommandResult {
    let library = library()?;
    let options = imports::options(arguments.rules.clone(), arguments.threads);
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    interrupt::listen(TIME_TO_END, move |_| {
        stop.store(true, Relaxed);
        true
    });
    let mut all = ImportProgress::default();
    let begun = Instant::now();
    let mut failed: Option<Failure> = None;
    for file in imports::named_files(&arguments.files)? {
        let mut display = Display::new(&file, &is_stopped);
        let imported = library.import(&file, &options, &mut display);
        display.progress_line.clear();
        display.say_rest();
        match imported {
            Ok(done) => imports::add(&mut all, &done),
            Err(error) if imports::is_of_file(&error) => {
                // The last one is how the command ends.
                if let Some(before) = failed.replace(imports::failure(&file, error)) {
                    say(&format!("rival: {}\n", one_line(&before.to_string())));
                }
            }
            Err(error) => return Err(imports::failure(&file, error)),
        }
        if is_stopped.load(Relaxed) {
            break;
        }
    }
    let said = imports::summary(&all);
    writeln!(stdout(), "{said} in {:.1} s.", begun.elapsed().as_secs_f64())?;
    match failed {
        _ if is_stopped.load(Relaxed) => Err(Failure::interrupted()),
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// Shows how far the import of a file is.
struct Display<'a> {
    file: &'a Path,
    is_stopped: &'a AtomicBool,
    begun: Instant,
    progress_line: ProgressLine,
    refused: usize,
}

impl<'a> Display<'a> {
    fn new(file: &'a Path, is_stopped: &'a AtomicBool) -> Self {
        let progress_line = ProgressLine::new();
        Self { file, is_stopped, begun: Instant::now(), progress_line, refused: 0 }
    }

    /// Says how many more were refused than were named.
    fn say_rest(&self) {
        if let Some(rest) = self.refused.checked_sub(REFUSED_SHOWN).filter(|rest| *rest > 0) {
            say(&format!("rival: {}: and {rest} more\n", self.file.display()));
        }
    }

    fn line(&self, progress: &ImportProgress) -> String {
        let ImportProgress { bytes, bytes_done, added, duplicates, refused } = *progress;
        let percent = 100 * bytes_done / bytes.max(1);
        let seconds = self.begun.elapsed().as_secs_f64().max(0.001);
        let count = added + duplicates + refused;
        let rate = f64::from(u32::try_from(count).unwrap_or(u32::MAX)) / seconds;
        let part =
            |bytes: u64| f64::from(u32::try_from(bytes >> 10).unwrap_or(u32::MAX)).max(0.001);
        let left = seconds * (part(bytes) / part(bytes_done) - 1.0).max(0.0);
        let left = duration(Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX));
        let filled = usize::try_from(percent / 5).unwrap_or(0).min(20);
        let bar = format!("{}{}", "█".repeat(filled), "░".repeat(20 - filled));
        format!("{bar} {percent:3} %  {count} matches, {rate:.0} a second, {left} left")
    }
}

impl ImportObserver for Display<'_> {
    fn advanced(&mut self, progress: &ImportProgress) -> bool {
        if self.progress_line.is_due() {
            self.progress_line.write(&self.line(progress));
        }
        !self.is_stopped.load(Relaxed)
    }

    fn refused(&mut self, why: &EntryError) {
        self.refused += 1;
        if self.refused <= REFUSED_SHOWN {
            let why = one_line(&refusal(why));
            self.progress_line.say(&format!("rival: {}: {why}\n", self.file.display()));
        }
    }
}
