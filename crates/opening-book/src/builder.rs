//! Building books.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, ScopedJoinHandle};

use games_package::TableGame;

use crate::book::Book;
use crate::error::BookError;
use crate::graph::{KeyedPosition, Successor, successors};
use crate::search::{Search, Searched};
use crate::selection::nearest;
use crate::settings::Searching;

/// How many positions are expanded before it is decided anew which are next. It is the same for any number of threads, so
/// that the book is the same, too; and enough to keep some of them busy, as each position has several moves.
const BATCH: usize = 4;

/// What is to be built, and with what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildOptions {
    /// How many positions with known moves the book shall have, if that is limited.
    pub positions: Option<usize>,
    /// How many positions are looked at for each position that comes in, at most.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
    /// The version of the program, which the book keeps.
    pub program: String,
    /// How many threads search, at least one. The book is the same for any number.
    pub threads: usize,
}

impl BuildOptions {
    /// One thread, and no limit of positions.
    pub fn new(nodes: u64, seed: u64, program: impl Into<String>) -> Self {
        Self { positions: None, nodes, seed, program: program.into(), threads: 1 }
    }
}

/// Why a builder has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildEnd {
    /// The book has as many positions as were asked for.
    Enough,
    /// Every line has been followed to its end.
    Complete,
    /// It was stopped.
    Stopped,
}

/// Makes what a thread searches with.
pub type NewSearch<'a> = &'a (dyn Fn() -> Result<Box<dyn Search>, String> + Sync);

/// Expands positions of a book, the nearest first, until it has enough, nothing is left or `is_stopped` says so. `watch` sees
/// the book after every few positions; it is whole then and can be saved. A builder that was stopped, also by force, goes on
/// from a saved book as if nothing had happened.
///
/// # Errors
/// [`BookError::Unsupported`] for games with chance, or not of two sides; [`BookError::Search`] if a position can't be
/// searched; what `watch` returns.
pub fn build(
    book: &mut Book,
    options: &BuildOptions,
    new_search: NewSearch<'_>,
    is_stopped: &(dyn Fn() -> bool + Sync),
    watch: &mut dyn FnMut(&Book) -> Result<(), BookError>,
) -> Result<BuildEnd, BookError> {
    let unsupported = |why| BookError::Unsupported { game: book.game.name().into(), why };
    if book.game.seat_count() != 2 {
        return Err(unsupported("it is not for two sides"));
    }
    let start = book.start().ok_or_else(|| unsupported("chance decides"))?;
    let searches = (0..options.threads.max(1)).map(|_| new_search());
    let failed = |why| BookError::Search { position: start.text.clone(), why };
    let mut searches = searches.collect::<Result<Vec<_>, String>>().map_err(failed)?;
    let BuildOptions { nodes, seed, program, .. } = options.clone();
    let searching = Searching { nodes, seed, program };
    if book.graph.positions().is_empty() {
        let found = search_all(&*book.game, &mut searches, &[&start], is_stopped)?;
        let Some(&searched) = found.as_deref().and_then(<[_]>::first) else {
            return Ok(BuildEnd::Stopped);
        };
        let number = book.number_of(&searching);
        book.graph.add(start, searched, number);
    }
    loop {
        let room =
            options.positions.map_or(BATCH, |most| most.saturating_sub(book.expansions.len()));
        if room == 0 {
            return Ok(BuildEnd::Enough);
        }
        let next = nearest(&book.graph, book.settings, seed, room.min(BATCH));
        if next.is_empty() {
            return Ok(BuildEnd::Complete);
        }
        if !expand(book, &next, &searching, &mut searches, is_stopped)? {
            return Ok(BuildEnd::Stopped);
        }
        watch(book)?;
    }
}

/// Expands these positions. Returns false, and has done nothing, if it was stopped.
fn expand(
    book: &mut Book,
    indices: &[usize],
    searching: &Searching,
    searches: &mut [Box<dyn Search>],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<bool, BookError> {
    let after = |&index: &usize| {
        let position = &book.graph.positions()[index].text;
        let game = book.game.name();
        let why = "chance decides in some positions";
        successors(&*book.game, position)
            .map(|moves| (index, moves))
            .ok_or_else(|| BookError::Unsupported { game: game.into(), why })
    };
    let planned = indices.iter().map(after).collect::<Result<Vec<_>, _>>()?;
    let mut keys = BTreeSet::new();
    let is_new = |position: &&KeyedPosition| {
        position.end.is_none()
            && book.graph.find(position.key).is_none()
            && keys.insert(position.key)
    };
    let positions =
        planned.iter().flat_map(|(_, moves)| moves).map(|successor| &successor.position);
    let positions: Vec<&KeyedPosition> = positions.filter(is_new).collect();
    let Some(found) = search_all(&*book.game, searches, &positions, is_stopped)? else {
        return Ok(false);
    };
    let found: BTreeMap<u64, Searched> =
        positions.iter().map(|position| position.key).zip(found).collect();
    let number = book.number_of(searching);
    for (index, moves) in planned {
        let moves = moves.into_iter().map(|Successor { mv, position }| {
            let searched = found.get(&position.key).copied().unwrap_or_default();
            let known = book.graph.find(position.key);
            (mv, known.unwrap_or_else(|| book.graph.add(position, searched, number)))
        });
        let moves = moves.collect();
        book.graph.expand(index, moves);
        book.expansions.push(index);
    }
    Ok(true)
}

/// Searches these positions by all threads. `None` if that was stopped.
pub(crate) fn search_all(
    game: &dyn TableGame,
    searches: &mut [Box<dyn Search>],
    positions: &[&KeyedPosition],
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Searched>>, BookError> {
    let (next, has_failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let is_over = || has_failed.load(Relaxed) || is_stopped();
    let work = |search: &mut Box<dyn Search>| -> Result<Vec<(usize, Searched)>, BookError> {
        let mut found = Vec::new();
        while let Some((index, position)) = take(positions, &next).filter(|_| !is_over()) {
            let searched = search.search(game, &position.text, &is_over).map_err(|why| {
                has_failed.store(true, Relaxed);
                BookError::Search { position: position.text.clone(), why }
            })?;
            found.push((index, searched));
        }
        Ok(found)
    };
    let work = &work;
    let found = thread::scope(|scope| {
        let begun = searches.iter_mut().take(positions.len().max(1)).map(|search| {
            let builder = thread::Builder::new().name("opening-book".into());
            builder.spawn_scoped(scope, move || work(search))
        });
        let begun: Vec<_> = begun.collect();
        let ended = begun.into_iter().map(|thread| match thread.map(ScopedJoinHandle::join) {
            Ok(Ok(found)) => found,
            Ok(Err(_panic)) => Err(failure(positions, "the search panicked".into())),
            Err(error) => Err(failure(positions, format!("there is no thread for it: {error}"))),
        });
        ended.collect::<Result<Vec<_>, BookError>>()
    })?;
    if is_stopped() {
        return Ok(None);
    }
    let mut found: Vec<_> = found.into_iter().flatten().collect();
    found.sort_by_key(|(index, _)| *index);
    Ok(Some(found.into_iter().map(|(_, searched)| searched).collect()))
}

/// The next position that nobody searches.
fn take<'a>(
    positions: &[&'a KeyedPosition],
    next: &AtomicUsize,
) -> Option<(usize, &'a KeyedPosition)> {
    let index = next.fetch_add(1, Relaxed);
    positions.get(index).map(|position| (index, *position))
}

fn failure(positions: &[&KeyedPosition], why: String) -> BookError {
    let position = positions.first().map(|position| position.text.clone()).unwrap_or_default();
    BookError::Search { position, why }
}
