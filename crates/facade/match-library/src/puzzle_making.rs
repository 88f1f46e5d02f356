//! Finds puzzles in matches, on all cores.

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use analysis::puzzles::{Maker, MakerOptions, Puzzle};
use games_package::{Record, TableGame};

use crate::entry::LoadedMatch;
use crate::library::Library;
use crate::library_error::LibraryError;
use crate::puzzle_search::PuzzleSearch;
use crate::titles::record_title;

/// Default number of nodes per move in a puzzle.
pub const NODES_DEFAULT: u64 = 50_000;

/// The share (1/N) of the nodes to use for finding candidates.
const FAST: u64 = 10;

/// Interval between progress updates.
const LOOKED_EVERY: Duration = Duration::from_millis(50);

/// A match to search for puzzles.
#[derive(Debug)]
pub struct Source {
    game: Arc<dyn TableGame>,
    record: Record,
}

impl From<LoadedMatch> for Source {
    fn from(LoadedMatch { record, game, .. }: LoadedMatch) -> Self {
        Self { game, record }
    }
}

/// Progress of a puzzle search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MakingProgress {
    /// Number of searched plies.
    pub done: usize,
    /// Number of plies in all matches.
    pub total: usize,
    /// Number of puzzles found so far.
    pub found: usize,
}

/// Follows a puzzle search.
pub trait MakingObserver {
    /// Reports progress. The search stops if this returns `false`.
    fn advanced(&mut self, progress: MakingProgress) -> bool;

    /// Reports that the match with this title can't be searched.
    fn refused(&mut self, title: &str, why: &str);
}

/// Stores the puzzles from a match.
pub type Keep<'a> = &'a (dyn Fn(&Record, &[Puzzle]) -> Result<(), LibraryError> + Sync);

/// A search for puzzles.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "it has a closure")]
pub struct Making<'a> {
    /// The number of nodes per move, and which wins count.
    pub search: PuzzleSearch,
    /// Number of matches to search concurrently; `None` for the number of cores.
    pub threads: Option<NonZeroUsize>,
    /// Stops the search when set.
    pub is_stopped: &'a AtomicBool,
    /// Receives the puzzles from each match as soon as the match has been searched.
    pub keep: Keep<'a>,
}

/// The threads' results, in the order they were found.
#[derive(Default)]
struct Findings {
    /// Puzzles, grouped by match, each group with the index of its match.
    puzzles: Vec<(usize, Vec<Puzzle>)>,
    /// The titles of matches that can't be searched, with the reasons.
    refused: Vec<(String, String)>,
}

impl Making<'_> {
    /// Finds the puzzles in all matches and returns them in match order. Threads take the matches one by one.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn make(
        &self,
        sources: &[Source],
        observer: &mut dyn MakingObserver,
    ) -> io::Result<Vec<Puzzle>> {
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
                        Err(why) => findings.refused.push((record_title(&source.record), why)),
                    }
                }
            };
            let workers: Vec<_> = (0..threads)
                .map(|_| thread::Builder::new().name("puzzles".into()).spawn_scoped(scope, work))
                .collect::<io::Result<_>>()?;
            while !workers.iter().all(ScopedJoinHandle::is_finished) {
                thread::park_timeout(LOOKED_EVERY);
                self.tell(&findings, done.load(Relaxed), total, observer);
            }
            Ok::<(), io::Error>(())
        })?;
        self.tell(&findings, done.into_inner(), total, observer);
        let mut found = findings.into_inner().unwrap_or_else(PoisonError::into_inner).puzzles;
        found.sort_by_key(|(index, _)| *index);
        Ok(found.into_iter().flat_map(|(_, puzzles)| puzzles).collect())
    }

    /// Reports the progress and any newly refused matches.
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
            let search = game_catalog::strong_search(game.name(), nodes, 1);
            search.map_err(|error| error.to_string())
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

/// Takes the next match and its index.
fn take_next<'a>(sources: &'a [Source], next: &AtomicUsize) -> Option<(usize, &'a Source)> {
    let index = next.fetch_add(1, Relaxed);
    sources.get(index).map(|source| (index, source))
}

/// The matches that have not yet been searched with these parameters.
///
/// # Errors
/// [`LibraryError`] if the library can't be read.
pub fn not_searched(
    library: &Library,
    search: PuzzleSearch,
    sources: Vec<Source>,
) -> Result<Vec<Source>, LibraryError> {
    let mut rest = Vec::new();
    for source in sources {
        if !library.was_searched(&source.record, search)? {
            rest.push(source);
        }
    }
    Ok(rest)
}

/// Adds a match's puzzles to the library as soon as the whole match has been searched so that an interruption doesn't
/// lose them.
#[derive(Debug)]
pub struct Keeper<'a> {
    library: &'a Library,
    search: PuzzleSearch,
    is_stopped: &'a AtomicBool,
    added: AtomicUsize,
}

impl<'a> Keeper<'a> {
    /// A keeper for the puzzles from this search. `is_stopped` ends the search.
    pub const fn new(
        library: &'a Library,
        search: PuzzleSearch,
        is_stopped: &'a AtomicBool,
    ) -> Self {
        Self { library, search, is_stopped, added: AtomicUsize::new(0) }
    }

    /// Adds the puzzles from this match.
    ///
    /// # Errors
    /// [`LibraryError`] if the library can't be written.
    pub fn keep(&self, record: &Record, puzzles: &[Puzzle]) -> Result<(), LibraryError> {
        // The search in this match may have been aborted.
        let count = if self.is_stopped.load(Relaxed) {
            self.library.add_puzzles(puzzles)
        } else {
            self.library.add_puzzles_of(record, self.search, puzzles)
        };
        self.added.fetch_add(count?, Relaxed);
        Ok(())
    }

    /// Formats "Found 3 puzzles; 1 already existed" for `made` puzzles, with the number of matches that had already
    /// been searched.
    pub fn summary(&self, made: usize, searched_before: usize) -> String {
        summary(self.added.load(Relaxed), made, searched_before)
    }
}

/// Formats the summary for `added` new puzzles out of `made`.
fn summary(added: usize, made: usize, searched_before: usize) -> String {
    let found = match (added, made, searched_before) {
        (0, 0, 0) => "no puzzles".into(),
        (0, _, _) => "no new puzzles".into(),
        _ => counted(added),
    };
    format!("Found {found}{}", already_there(made.saturating_sub(added)))
}

/// Formats "3 puzzles".
pub fn counted(count: usize) -> String {
    if count == 1 { "1 puzzle".into() } else { format!("{count} puzzles") }
}

/// Formats "; 2 already existed", or an empty string for 0.
pub fn already_there(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "; 1 already existed".into(),
        count => format!("; {count} already existed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_reported() {
        let check = |added, made, searched_before, expected| {
            assert_eq!(summary(added, made, searched_before), expected);
        };
        check(0, 0, 0, "Found no puzzles");
        check(0, 0, 2, "Found no new puzzles");
        check(0, 1, 0, "Found no new puzzles; 1 already existed");
        check(1, 1, 0, "Found 1 puzzle");
        check(2, 5, 1, "Found 2 puzzles; 3 already existed");
    }
}
