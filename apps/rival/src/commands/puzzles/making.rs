//! `rival puzzles make`.

use std::io::{Write, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use analysis::puzzles::Puzzle;
use app_context::{CommandResult, Failure, interrupt, one_line};
use games_package::Record;
use match_library::puzzle_making::{
    Keeper, Making, MakingObserver, MakingProgress, Source, counted, not_searched,
};
use match_library::{Library, MatchFile, PuzzleSearch, kept_name, named_files};
use tui::kept_matches::library;
use tui::progress_line::ProgressLine;

use super::write_file;
use crate::arguments::MakeArguments;
use crate::match_files::refusal;

/// The time limit for stopping the searches after Ctrl-C.
const TIME_TO_END: Duration = Duration::from_secs(30);

pub(super) fn run(arguments: &MakeArguments) -> CommandResult {
    let library = library()?;
    let search = PuzzleSearch { nodes: arguments.nodes, proven_only: arguments.proven };
    let mut sources = sources(&library, arguments)?;
    let all = sources.len();
    if arguments.out.is_none() && !arguments.again {
        sources = not_searched(&library, search, sources)?;
    }
    let searched_before = all - sources.len();
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    interrupt::listen(TIME_TO_END, move |_| {
        stop.store(true, Relaxed);
        true
    });
    let keeper = Keeper::new(&library, search, &is_stopped);
    let keep = |record: &Record, puzzles: &[Puzzle]| match arguments.out {
        Some(_) => Ok(()),
        None => keeper.keep(record, puzzles),
    };
    let making =
        Making { search, threads: arguments.threads, is_stopped: &is_stopped, keep: &keep };
    let mut display = Display(ProgressLine::new());
    let made = making.make(&sources, &mut display)?;
    display.0.clear();
    if let Some(file) = &arguments.out {
        write_file(file, &made)?;
    } else {
        let found = keeper.summary(made.len(), searched_before);
        let before = skipped(searched_before);
        let next = match made.len() {
            0 if is_stopped.load(Relaxed) => {
                "Run the same command to continue with the rest.".into()
            }
            0 => what_to_try(arguments),
            _ => "rival puzzles shows them.".into(),
        };
        writeln!(stdout(), "{found}{before}. {next}")?;
    }
    if is_stopped.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
}

/// Formats "; 3 matches were searched before (add --again to repeat)". Empty if `count` is 0.
fn skipped(count: usize) -> String {
    let again = "searched before (add --again to repeat)";
    match count {
        0 => String::new(),
        1 => format!("; 1 match was {again}"),
        count => format!("; {count} matches were {again}"),
    }
}

/// Suggests what to try if these arguments found no puzzles.
fn what_to_try(MakeArguments { nodes, proven, .. }: &MakeArguments) -> String {
    let more = nodes.saturating_mul(10);
    let by_lead = " Omit --proven to include decisive advantages.";
    let by_lead = if *proven { by_lead } else { "" };
    format!("Try more matches or --nodes {more}.{by_lead}")
}

/// The matches from the files and the library. Skips and reports matches that break the rules.
fn sources(library: &Library, arguments: &MakeArguments) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for file in &named_files(&arguments.files)? {
        if let Some(name) = kept_name(file) {
            sources.push(library.load_checked(library.find(name)?.id)?.into());
            continue;
        }
        for (number, entry) in
            (1..).zip(MatchFile::open(file, arguments.rules.as_deref())?.entries())
        {
            match entry.check() {
                Ok(loaded) => sources.push(loaded.into()),
                Err(error) => say_refused(
                    &ProgressLine::new(),
                    &format!("{}: match {number}", file.display()),
                    &refusal(&error),
                ),
            }
        }
    }
    Ok(sources)
}

/// Prints above the progress line why a match was skipped.
fn say_refused(line: &ProgressLine, what: &str, why: &str) {
    line.say(&format!("rival: {what}: {}\n", one_line(why)));
}

/// Shows the search's progress.
struct Display(ProgressLine);

impl MakingObserver for Display {
    fn advanced(&mut self, MakingProgress { done, total, found }: MakingProgress) -> bool {
        if self.0.is_due() {
            self.0.write(&format!("{done} of {total} plies, {}", counted(found)));
        }
        true
    }

    fn refused(&mut self, title: &str, why: &str) {
        say_refused(&self.0, title, why);
    }
}
