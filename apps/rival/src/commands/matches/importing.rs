//! `rival matches import`.

use std::io::{Write, stdout};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use app_context::{CommandResult, Failure, FailureKind, interrupt, one_line};
use games_package::Repair;
use match_library::{EntryError, ImportObserver, ImportOptions, ImportProgress, named_files};
use tui::kept_matches::library;
use tui::progress_line::{ProgressLine, duration, say};

use crate::arguments::ImportArguments;
use crate::match_files::refusal;

/// The time limit for storing the matches read before Ctrl-C.
const TIME_TO_END: Duration = Duration::from_mins(2);

/// The maximum number of damaged matches to list per file.
const NAMED_MAX: usize = 10;

pub(super) fn run(arguments: &ImportArguments) -> CommandResult {
    let library = library()?;
    let options = ImportOptions {
        is_strict: arguments.strict,
        ..ImportOptions::new(arguments.rules.clone(), arguments.threads)
    };
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    interrupt::listen(TIME_TO_END, move |_| {
        stop.store(true, Relaxed);
        true
    });
    let mut all = ImportProgress::default();
    let begun = Instant::now();
    let mut failed: Option<Failure> = None;
    for file in named_files(&arguments.files)? {
        let mut display = Display::new(&file, &is_stopped);
        let imported = library.import(&file, &options, &mut display);
        display.progress_line.clear();
        display.say_rest();
        match imported {
            Ok(done) => all.add(&done),
            Err(error) if error.is_of_file() => {
                // The last failure becomes the command's result.
                if let Some(before) = failed.replace(Failure::of_import(&file, error)) {
                    say(&format!("rival: {}\n", one_line(&before.to_string())));
                }
            }
            Err(error) => return Err(Failure::of_import(&file, error)),
        }
        if is_stopped.load(Relaxed) {
            break;
        }
    }
    let said = all.summary();
    writeln!(stdout(), "{said} in {:.1} s.", begun.elapsed().as_secs_f64())?;
    match failed {
        _ if is_stopped.load(Relaxed) => Err(Failure::interrupted()),
        Some(failure) => Err(failure),
        None => flaws(&all).map_or(Ok(()), |why| Err(Failure::message(FailureKind::Input, why))),
    }
}

/// Describes what happened to damaged matches. `None` if there are none.
fn flaws(all: &ImportProgress) -> Option<String> {
    let are = |count| match count {
        1 => "1 match was".into(),
        _ => format!("{count} matches were"),
    };
    let refused = (all.refused > 0).then(|| format!("{} not imported", are(all.refused)));
    let salvaged = (all.salvaged > 0)
        .then(|| format!("{} damaged: unreadable parts are saved as comments", are(all.salvaged)));
    let flaws: Vec<String> = refused.into_iter().chain(salvaged).collect();
    (!flaws.is_empty()).then(|| flaws.join("; "))
}

/// Shows the progress of importing a file.
struct Display<'a> {
    file: &'a Path,
    is_stopped: &'a AtomicBool,
    begun: Instant,
    progress_line: ProgressLine,
    /// The number of damaged matches listed so far.
    named: usize,
}

impl<'a> Display<'a> {
    fn new(file: &'a Path, is_stopped: &'a AtomicBool) -> Self {
        let progress_line = ProgressLine::new();
        Self { file, is_stopped, begun: Instant::now(), progress_line, named: 0 }
    }

    /// Prints the number of unlisted damaged matches.
    fn say_rest(&self) {
        if let Some(rest) = self.named.checked_sub(NAMED_MAX).filter(|rest| *rest > 0) {
            say(&format!("rival: {}: and {rest} more\n", self.file.display()));
        }
    }

    /// Lists a damaged match, unless the limit is reached.
    fn tell(&mut self, why: &str) {
        self.named += 1;
        if self.named <= NAMED_MAX {
            let line = format!("rival: {}: {}\n", self.file.display(), one_line(why));
            self.progress_line.say(&line);
        }
    }

    fn line(&self, progress: &ImportProgress) -> String {
        let ImportProgress { bytes, bytes_done, added, duplicates, refused, .. } = *progress;
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

    fn salvaged(&mut self, repair: &Repair) {
        self.tell(&repair.to_string());
    }

    fn refused(&mut self, why: &EntryError) {
        self.tell(&refusal(why));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(refused: usize, salvaged: usize, expected: Option<&str>) {
        let all = ImportProgress { added: 9, refused, salvaged, ..ImportProgress::default() };
        assert_eq!(flaws(&all).as_deref(), expected);
    }

    #[test]
    fn refused_and_salvaged_matches_are_flaws() {
        check(0, 0, None);
        check(2, 0, Some("2 matches were not imported"));
        check(0, 1, Some("1 match was damaged: unreadable parts are saved as comments"));
        let both = "1 match was not imported; 3 matches were damaged: unreadable parts are saved as comments";
        check(1, 3, Some(both));
    }
}
