//! Looking for puzzles in matches, on all cores.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use games_package::{Options, Record, TableGame};
use house::{CommandResult, Failure, FailureKind, OrFail};
use match_library::{Library, LoadedMatch, PuzzleSearch};
use opening_book::PlayerSearch;
use puzzles::{Maker, MakerOptions, Puzzle};

/// How many positions are looked at for each move of a puzzle, unless something else is said.
pub(crate) const NODES_DEFAULT: u64 = 50_000;

/// The player that searches for puzzles.
const STRONG: &str = "pvs";

/// What part of the nodes looks for candidates.
const FAST: u64 = 10;

/// How many positions one MiB of its table is made for.
const NODES_PER_MEBIBYTE: u64 = 30_000;

/// How often it is looked how far the search is.
const LOOKED_EVERY: Duration = Duration::from_millis(50);

/// A match in which puzzles are looked for.
pub(crate) struct Source {
    game: Arc<dyn TableGame>,
    record: Record,
}

impl From<LoadedMatch> for Source {
    fn from(LoadedMatch { record, game, .. }: LoadedMatch) -> Self {
        Self { game, record }
    }
}

/// How far the search for puzzles is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MakingProgress {
    /// How many plies were searched.
    pub(crate) done: usize,
    /// How many there are in all matches.
    pub(crate) total: usize,
    /// How many puzzles were found.
    pub(crate) found: usize,
}

/// Who is told how the search goes on.
pub(crate) trait MakingObserver {
    /// So far it is now. The search ends if this returns false.
    fn advanced(&mut self, progress: MakingProgress) -> bool;

    /// The match with this title can't be searched.
    fn refused(&mut self, title: &str, why: &str);
}

/// Takes the puzzles of a match.
pub(crate) type Keep<'a> = &'a (dyn Fn(&Record, &[Puzzle]) -> CommandResult + Sync);

/// How puzzles are looked for.
#[derive(Clone, Copy)]
pub(crate) struct Making<'a> {
    pub(crate) search: PuzzleSearch,
    /// How many matches are searched at the same time; none for as many as there are cores.
    pub(crate) threads: Option<NonZeroUsize>,
    /// Ends the search.
    pub(crate) is_stopped: &'a AtomicBool,
    /// Gets the puzzles of each match as soon as it was searched.
    pub(crate) keep: Keep<'a>,
}

/// What the threads have found, in the order in which they found it.
#[derive(Default)]
struct Findings {
    /// The puzzles of matches, each with the index of its match.
    puzzles: Vec<(usize, Vec<Puzzle>)>,
    /// Why matches can't be searched, each with its title.
    refused: Vec<(String, String)>,
}

impl Making<'_> {
    /// The puzzles of all matches, in their order. Threads take the matches one by one.
    ///
    /// # Errors
    /// [`Failure`] if there can be no thread.
    pub(crate) fn make(
        &self,
        sources: &[Source],
        observer: &mut dyn MakingObserver,
    ) -> Result<Vec<Puzzle>, Failure> {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(cores, usize::from).min(sources.len()).max(1);
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let findings: Mutex<Findings> = Mutex::default();
        let total = sources.iter().map(|source| source.record.plies.len()).sum();
        thread::scope(|scope| {
            let work = || {
                while let Some((index, source)) = take_next(sources, &next) {
                    let kept = self.puzzles_of(source, &done).and_then(|puzzles| {
                        let kept = (self.keep)(&source.record, &puzzles);
                        kept.map(|()| puzzles).map_err(|why| why.to_string())
                    });
                    let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
                    match kept {
                        Ok(puzzles) => findings.puzzles.push((index, puzzles)),
                        Err(why) => findings.refused.push((source.record.title(), why)),
                    }
                }
            };
            let workers: Vec<_> = (0..threads)
                .map(|_| thread::Builder::new().name("puzzles".into()).spawn_scoped(scope, work))
                .collect::<Result<_, _>>()
                .or_fail(FailureKind::Failed)?;
            while !workers.iter().all(ScopedJoinHandle::is_finished) {
                thread::park_timeout(LOOKED_EVERY);
                self.tell(&findings, done.load(Relaxed), total, observer);
            }
            Ok::<(), Failure>(())
        })?;
        self.tell(&findings, done.into_inner(), total, observer);
        let mut found = findings.into_inner().unwrap_or_else(PoisonError::into_inner).puzzles;
        found.sort_by_key(|(index, _)| *index);
        Ok(found.into_iter().flat_map(|(_, puzzles)| puzzles).collect())
    }

    /// Tells how far it is, and which matches were refused since.
    fn tell(
        &self,
        findings: &Mutex<Findings>,
        done: usize,
        total: usize,
        observer: &mut dyn MakingObserver,
    ) {
        let mut findings = findings.lock().unwrap_or_else(PoisonError::into_inner);
        let refused = std::mem::take(&mut findings.refused);
        let found = findings.puzzles.iter().map(|(_, puzzles)| puzzles.len()).sum();
        drop(findings);
        for (title, why) in &refused {
            observer.refused(title, why);
        }
        if !observer.advanced(MakingProgress { done, total, found }) {
            self.is_stopped.store(true, Relaxed);
        }
    }

    fn puzzles_of(
        &self,
        Source { game, record }: &Source,
        done: &AtomicUsize,
    ) -> Result<Vec<Puzzle>, String> {
        let PuzzleSearch { nodes, proven_only } = self.search;
        let search = |nodes: u64| {
            let mut options = Options::default();
            options.set("hash", nodes.div_ceil(NODES_PER_MEBIBYTE).clamp(1, 256).to_string());
            let player = game_catalog::new_player(game.name(), STRONG, &options);
            Ok::<_, String>(PlayerSearch::new(player.map_err(|error| error.to_string())?, nodes, 1))
        };
        let (mut fast, mut thorough) = (search(nodes / FAST)?, search(nodes)?);
        let options = MakerOptions { proven_only, ..MakerOptions::default() };
        let stop = || self.is_stopped.load(Relaxed);
        let maker = Maker::new(&mut fast, &mut thorough, options, &stop);
        let mut maker = maker.with_own_motifs(&game_catalog::motif);
        maker.puzzles(&**game, record, &mut |_| {
            done.fetch_add(1, Relaxed);
        })
    }
}

/// The next match that no thread has taken, with its index.
fn take_next<'a>(sources: &'a [Source], next: &AtomicUsize) -> Option<(usize, &'a Source)> {
    let index = next.fetch_add(1, Relaxed);
    sources.get(index).map(|source| (index, source))
}

/// The matches that were not searched in this way before.
///
/// # Errors
/// [`Failure`] if the library can't be read.
pub(crate) fn not_searched(
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

/// Keeps puzzles in the library. Those of a match are kept as soon as all of it was searched, so that no interruption loses them.
pub(crate) struct Keeper<'a> {
    library: &'a Library,
    search: PuzzleSearch,
    is_stopped: &'a AtomicBool,
    added: AtomicUsize,
}

impl<'a> Keeper<'a> {
    pub(crate) const fn new(
        library: &'a Library,
        search: PuzzleSearch,
        is_stopped: &'a AtomicBool,
    ) -> Self {
        Self { library, search, is_stopped, added: AtomicUsize::new(0) }
    }

    /// Keeps the puzzles of this match.
    ///
    /// # Errors
    /// [`Failure`] if the library can't be written.
    pub(crate) fn keep(&self, record: &Record, puzzles: &[Puzzle]) -> CommandResult {
        // The search of this match may have been broken off.
        let count = if self.is_stopped.load(Relaxed) {
            self.library.add_puzzles(puzzles)
        } else {
            self.library.add_puzzles_of(record, self.search, puzzles)
        };
        self.added.fetch_add(count?, Relaxed);
        Ok(())
    }

    /// "Found 3 puzzles; 1 was there already" of `made` puzzles, where so many matches were searched before.
    pub(crate) fn summary(&self, made: usize, searched_before: usize) -> String {
        summary(self.added.load(Relaxed), made, searched_before)
    }
}

/// The same where `added` of them were added.
fn summary(added: usize, made: usize, searched_before: usize) -> String {
    let found = match (added, made, searched_before) {
        (0, 0, 0) => "no puzzles".into(),
        (0, _, _) => "no new puzzles".into(),
        _ => counted(added),
    };
    format!("Found {found}{}", already_there(made.saturating_sub(added)))
}

/// "3 puzzles".
pub(crate) fn counted(count: usize) -> String {
    if count == 1 { "1 puzzle".into() } else { format!("{count} puzzles") }
}

/// "; 2 were there already", or nothing.
pub(crate) fn already_there(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "; 1 was there already".into(),
        count => format!("; {count} were there already"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_is_said() {
        let check = |added, made, searched_before, expected| {
            assert_eq!(summary(added, made, searched_before), expected);
        };
        check(0, 0, 0, "Found no puzzles");
        check(0, 0, 2, "Found no new puzzles");
        check(0, 1, 0, "Found no new puzzles; 1 was there already");
        check(1, 1, 0, "Found 1 puzzle");
        check(2, 5, 1, "Found 2 puzzles; 3 were there already");
    }
}
