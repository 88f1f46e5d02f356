//! `rival book build`.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail, counted, interrupt};
use game_catalog::{STRONG, player_infos_for};
use games_package::TableGame;
use opening_book::{
    Book, BookError, BookLock, BookSettings, BuildEnd, BuildOptions, Searching, build,
    default_folder, file_in, read, save,
};
use tui::progress_line::{ProgressLine, duration, say};

use super::{extent, failure, search};
use crate::arguments::BookBuildArguments;

/// The time limit for saving the book after an interruption.
const TIME_TO_END: Duration = Duration::from_mins(1);

/// The interval between saves. This interval limits the work lost if the builder is killed, and grows if saving is
/// slow.
const SAVED_EVERY: Duration = Duration::from_secs(5);
const SAVING_SHARE: u32 = 20;

pub(super) fn run(arguments: &BookBuildArguments) -> CommandResult {
    let game = app_context::game(&arguments.game)?;
    check_searchable(&*game)?;
    let path = match &arguments.out {
        Some(path) => path.clone(),
        None => file_in(&default_folder().map_err(failure)?, game.name()),
    };
    let _lock = BookLock::take(&path).map_err(failure)?;
    let mut book = begun(&game, &path, arguments)?;
    let is_stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&is_stopped);
    interrupt::listen(TIME_TO_END, move |_| {
        stop.store(true, Relaxed);
        true
    });
    let begun = Instant::now();
    let is_late = || arguments.time.is_some_and(|time| begun.elapsed() >= time);
    let is_over = || is_stopped.load(Relaxed) || is_late();
    let options = options(arguments);
    let searching =
        Searching { nodes: options.nodes, seed: options.seed, program: options.program.clone() };
    let new_search = || search(game.name(), &searching);
    let mut display = Display::new(&book, arguments, path.clone());
    let end = build(&mut book, &options, &new_search, &is_over, &mut |book| display.show(book));
    display.progress_line.clear();
    let end = end.map_err(failure)?;
    save(&book, &path).map_err(failure)?;
    if end == BuildEnd::Stopped && !is_late() {
        say(&format!(
            "stopped with {} in {}; run the same command to continue\n",
            counted(book.expanded_count(), "position", "positions"),
            path.display()
        ));
        return Err(Failure::interrupted());
    }
    let more = if end == BuildEnd::Complete { ", all reachable positions" } else { "" };
    writeln!(stdout(), "{}{more}: {} in {}", extent(&book), kibibytes(&path)?, path.display())?;
    Ok(())
}

/// Checks that the search player for books supports the game.
pub(super) fn check_searchable(game: &dyn TableGame) -> CommandResult {
    let infos = player_infos_for(game.name()).or_fail(FailureKind::Usage)?;
    if infos.iter().any(|info| info.name == STRONG) {
        return Ok(());
    }
    let name = game.name();
    let error = anyhow!(
        "no opening book for {name}: books need a two-player game without chance or hidden hands"
    );
    Err(Failure::new(FailureKind::Usage, error))
}

fn options(arguments: &BookBuildArguments) -> BuildOptions {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    BuildOptions {
        positions: arguments.positions.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
        threads: arguments.threads.map_or_else(cores, usize::from),
        ..BuildOptions::new(arguments.nodes, arguments.seed, env!("CARGO_PKG_VERSION"))
    }
}

/// The book in this file, or a new book if the file doesn't exist.
fn begun(
    game: &Arc<dyn TableGame>,
    path: &Path,
    arguments: &BookBuildArguments,
) -> Result<Book, Failure> {
    let BookBuildArguments { ply_cost, ballots, .. } = *arguments;
    if !path.exists() {
        let known = game_catalog::opening_book(game.name()).or_fail(FailureKind::Usage)?;
        let settings = BookSettings {
            ply_cost: ply_cost.unwrap_or(BookSettings::default().ply_cost),
            ballot_plies: ballots.unwrap_or(known.ballot_plies),
        };
        return Ok(Book::new(Arc::clone(game), settings));
    }
    let name = path.display().to_string();
    let bytes = read(path).map_err(failure)?;
    let book = Book::from_bytes(&bytes, Arc::clone(game), &name).map_err(failure)?;
    let BookSettings { ply_cost: begun_cost, ballot_plies } = book.settings();
    let differs = ply_cost.is_some_and(|cost| cost != begun_cost)
        || ballots.is_some_and(|plies| plies != ballot_plies);
    if differs {
        let why = format!(
            "{name} was started with --ply-cost {}.{:02} --ballots {ballot_plies}; omit these options or choose another --out",
            begun_cost / 100,
            begun_cost % 100
        );
        return Err(Failure::new(FailureKind::Usage, anyhow!(why)));
    }
    Ok(book)
}

fn kibibytes(path: &Path) -> Result<String, Failure> {
    Ok(format!("{} KiB", fs::metadata(path)?.len().div_ceil(1024)))
}

/// Shows the builder's progress, and saves the book at intervals.
struct Display {
    path: PathBuf,
    positions: Option<u32>,
    time: Option<Duration>,
    /// The initial number of positions. These positions don't count toward the speed.
    begun_with: usize,
    begun: Instant,
    progress_line: ProgressLine,
    /// The time of the last save and its duration; `None` before the first save.
    saved: Option<(Instant, Duration)>,
}

impl Display {
    fn new(book: &Book, arguments: &BookBuildArguments, path: PathBuf) -> Self {
        Self {
            path,
            positions: arguments.positions,
            time: arguments.time,
            begun_with: book.expanded_count(),
            begun: Instant::now(),
            progress_line: ProgressLine::new(),
            saved: None,
        }
    }

    fn show(&mut self, book: &Book) -> Result<(), BookError> {
        let is_due = |(at, took): (Instant, Duration)| {
            at.elapsed() >= SAVED_EVERY.max(took.saturating_mul(SAVING_SHARE))
        };
        if self.saved.is_none_or(is_due) {
            let begun = Instant::now();
            save(book, &self.path)?;
            self.saved = Some((Instant::now(), begun.elapsed()));
        }
        if self.progress_line.is_due() {
            self.progress_line.write(&self.line(book));
        }
        Ok(())
    }

    /// Formats "1200 of 2000 positions, 40 s left, 9876 in all, +0.04 at the start".
    fn line(&self, book: &Book) -> String {
        let done = book.expanded_count();
        let of = self.positions.map(|most| format!(" of {most}")).unwrap_or_default();
        let start = book.game().open(None).ok();
        let score = start.and_then(|start| book.valuation(&*start));
        let score = score.map(|score| format!(", {score} at the start")).unwrap_or_default();
        let left = self.left(done).map(|left| format!(", {} left", duration(left)));
        let left = left.unwrap_or_default();
        format!("{done}{of} positions{left}, {} in all{score}", book.position_count())
    }

    /// The estimated remaining time, if known.
    fn left(&self, done: usize) -> Option<Duration> {
        let elapsed = self.begun.elapsed();
        let by_time = self.time.map(|time| time.saturating_sub(elapsed));
        let made =
            u32::try_from(done.saturating_sub(self.begun_with)).ok().filter(|&made| made > 0);
        let missing =
            self.positions.map(|most| most.saturating_sub(u32::try_from(done).unwrap_or(u32::MAX)));
        let by_positions = missing.zip(made).map(|(missing, made)| (elapsed / made) * missing);
        by_time.into_iter().chain(by_positions).min()
    }
}
