//! `rival puzzles make`.

use std::io::{Write, stdout};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use games_package::{Options, Record, TableGame};
use house::{CommandResult, Failure, FailureKind, OrFail, interrupt, one_line};
use match_library::{Library, LoadedMatch, MatchFile, PuzzleSearch};
use opening_book::PlayerSearch;
use puzzles::{Maker, MakerOptions, Puzzle};

use super::{already_there, counted, write_file};
use crate::arguments::MakeArguments;
use crate::imports;
use crate::match_files::{kept_name, library};
use crate::progress_line::ProgressLine;

/// The player that searches for puzzles.
const STRONG: &str = "pvs";

/// What part of the nodes looks for candidates.
const FAST: u64 = 10;

/// How many positions one MiB of its table is made for.
const NODES_PER_MEBIBYTE: u64 = 30_000;

/// How long the searches may take to end after Ctrl-C.
const TIME_TO_END: Duration = Duration::from_secs(30);

/// How often it is looked whether the search has ended.
const LOOKED_EVERY: Duration = Duration::from_millis(50);

/// A match in which puzzles are looked for.
struct Source {
    game: Arc<dyn TableGame>,
    record: Record,
}

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
    // Puzzles of a match are kept as soon as all of it was searched, so that no interruption loses them.
    let added = AtomicUsize::new(0);
    let keep = |record: &Record, puzzles: &[Puzzle]| -> CommandResult {
        if arguments.out.is_some() {
            return Ok(());
        }
        let count = if is_stopped.load(Relaxed) {
            library.add_puzzles(puzzles)
        } else {
            library.add_puzzles_of(record, search, puzzles)
        };
        added.fetch_add(count?, Relaxed);
        Ok(())
    };
    let made = make(&sources, arguments, &is_stopped, &keep)?;
    if let Some(file) = &arguments.out {
        write_file(file, &made)?;
    } else {
        let added = added.into_inner();
        let rest = already_there(made.len() - added) + &skipped(searched_before);
        writeln!(stdout(), "Found {}{rest}. rival puzzles shows them.", counted(added))?;
    }
    if is_stopped.load(Relaxed) { Err(Failure::interrupted()) } else { Ok(()) }
}

/// The matches that were not searched in this way before.
fn not_searched(
    library: &Library,
    search: PuzzleSearch,
    sources: Vec<Source>,
) -> Result<Vec<Source>, Failure> {
    let mut rest = Vec::new();
    for source in sources {
        if !library.was_searched(&source.record, search)? {
            rest.push(source);
        }
    }
    Ok(rest)
}

/// "; 3 matches were searched before (--again does it once more)", or nothing.
fn skipped(count: usize) -> String {
    let again = "searched before (--again does it once more)";
    match count {
        0 => String::new(),
        1 => format!("; 1 match was {again}"),
        count => format!("; {count} matches were {again}"),
    }
}

/// The matches of the files and of the library. Those that break the rules are named and left out.
fn sources(library: &Library, arguments: &MakeArguments) -> Result<Vec<Source>, Failure> {
    let mut sources = Vec::new();
    for file in &imports::named_files(&arguments.files)? {
        if let Some(name) = kept_name(file) {
            sources.push(source(library.load_checked(library.find(name)?.id)?));
            continue;
        }
        for (number, entry) in
            (1..).zip(MatchFile::open(file, arguments.rules.as_deref())?.entries())
        {
            match entry.check() {
                Ok(loaded) => sources.push(source(loaded)),
                Err(error) => {
                    say_refused(&format!("{}: match {number}", file.display()), &error.to_string());
                }
            }
        }
    }
    Ok(sources)
}

fn source(LoadedMatch { record, game, .. }: LoadedMatch) -> Source {
    Source { game, record }
}

/// Says why a match has no puzzles, above the line that shows the progress.
fn say_refused(what: &str, why: &str) {
    ProgressLine::new().say(&format!("rival: {what}: {}\n", one_line(why)));
}

/// The puzzles of all matches, in their order. Threads take the matches one by one.
fn make(
    sources: &[Source],
    arguments: &MakeArguments,
    is_stopped: &AtomicBool,
    keep: &(dyn Fn(&Record, &[Puzzle]) -> CommandResult + Sync),
) -> Result<Vec<Puzzle>, Failure> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.threads.map_or_else(cores, usize::from).min(sources.len()).max(1);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let found: Mutex<Vec<(usize, Vec<Puzzle>)>> = Mutex::default();
    let total: usize = sources.iter().map(|source| source.record.plies.len()).sum();
    thread::scope(|scope| {
        let work = || {
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(source) = sources.get(index) else { return };
                let kept = puzzles_of(source, arguments, is_stopped, &done).and_then(|puzzles| {
                    keep(&source.record, &puzzles).map(|()| puzzles).map_err(|why| why.to_string())
                });
                match kept {
                    Ok(puzzles) => {
                        found.lock().unwrap_or_else(PoisonError::into_inner).push((index, puzzles));
                    }
                    Err(why) => say_refused(&source.record.title(), &why),
                }
            }
        };
        let workers: Vec<_> = (0..threads)
            .map(|_| thread::Builder::new().name("puzzles".into()).spawn_scoped(scope, work))
            .collect::<Result<_, _>>()
            .or_fail(FailureKind::Failed)?;
        show_progress(|| workers.iter().all(ScopedJoinHandle::is_finished), &done, total, &found);
        Ok::<(), Failure>(())
    })?;
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(index, _)| *index);
    Ok(found.into_iter().flat_map(|(_, puzzles)| puzzles).collect())
}

fn puzzles_of(
    Source { game, record }: &Source,
    arguments: &MakeArguments,
    is_stopped: &AtomicBool,
    done: &AtomicUsize,
) -> Result<Vec<Puzzle>, String> {
    let search = |nodes: u64| {
        let mut options = Options::default();
        options.set("hash", nodes.div_ceil(NODES_PER_MEBIBYTE).clamp(1, 256).to_string());
        let player = game_catalog::new_player(game.name(), STRONG, &options);
        Ok::<_, String>(PlayerSearch::new(player.map_err(|error| error.to_string())?, nodes, 1))
    };
    let (mut fast, mut thorough) = (search(arguments.nodes / FAST)?, search(arguments.nodes)?);
    let options = MakerOptions { proven_only: arguments.proven, ..MakerOptions::default() };
    let stop = || is_stopped.load(Relaxed);
    let maker = Maker::new(&mut fast, &mut thorough, options, &stop);
    let mut maker = maker.with_own_motifs(&game_catalog::motif);
    maker.puzzles(&**game, record, &mut |_| {
        done.fetch_add(1, Relaxed);
    })
}

/// Shows how far the search is until it is at its end.
fn show_progress(
    is_at_end: impl Fn() -> bool,
    done: &AtomicUsize,
    total: usize,
    found: &Mutex<Vec<(usize, Vec<Puzzle>)>>,
) {
    let mut progress_line = ProgressLine::new();
    while !is_at_end() {
        thread::park_timeout(LOOKED_EVERY);
        if !progress_line.is_due() {
            continue;
        }
        let count = found.lock().unwrap_or_else(PoisonError::into_inner);
        let count: usize = count.iter().map(|(_, puzzles)| puzzles.len()).sum();
        let done = done.load(Relaxed);
        progress_line.write(&format!("{done} of {total} plies, {}", counted(count)));
    }
    progress_line.clear();
}
