//! Builds books, selects the positions to expand, and verifies books.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::thread::{self, ScopedJoinHandle};

use games_package::{TableGame, Valuation};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::book::Book;
use crate::error::BookError;
use crate::graph::{Course, Graph, KeyedPosition, Successor, successors};
use crate::search::{Search, Searched, is_decided, preference};
use crate::settings::{BookSettings, Searching};

/// The number of positions expanded before the next positions are chosen. Neither the batch size nor the book depends
/// on the number of threads. A batch is large enough to keep several threads busy, because each position has several
/// moves.
const BATCH: usize = 4;

/// Build settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildOptions {
    /// The target number of expanded positions, if limited.
    pub positions: Option<usize>,
    /// The maximum number of nodes per added position.
    pub nodes: u64,
    /// The seed.
    pub seed: u64,
    /// The program version, stored in the book.
    pub program: String,
    /// The number of search threads, at least one; does not affect the book.
    pub threads: usize,
}

impl BuildOptions {
    /// One thread, and no limit on positions.
    pub fn new(nodes: u64, seed: u64, program: impl Into<String>) -> Self {
        Self { positions: None, nodes, seed, program: program.into(), threads: 1 }
    }
}

/// The reason why a build has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildEnd {
    /// The book has the requested number of positions.
    Enough,
    /// Every line has been followed to its end.
    Complete,
    /// The build was stopped.
    Stopped,
}

/// Creates a search for a thread.
pub type NewSearch<'a> = &'a (dyn Fn() -> Result<Box<dyn Search>, String> + Sync);

/// Expands positions in a book, nearest first, until there are enough, none are left or `is_stopped` returns `true`.
/// `watch` receives the book every few positions; at these points it is consistent and can be saved. A stopped or
/// killed build resumes from a saved book exactly where it stopped.
///
/// # Errors
/// [`BookError::Unsupported`] for games with chance or without exactly two sides; [`BookError::Search`] if a position
/// can't be searched; or the error of `watch`.
pub fn build(
    book: &mut Book,
    options: &BuildOptions,
    new_search: NewSearch<'_>,
    is_stopped: &(dyn Fn() -> bool + Sync),
    watch: &mut dyn FnMut(&Book) -> Result<(), BookError>,
) -> Result<BuildEnd, BookError> {
    let unsupported = |why| BookError::Unsupported { game: book.game.name().into(), why };
    if book.game.seat_count() != 2 {
        return Err(unsupported("it is not a two-player game"));
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

/// Expands these positions. Returns `false`, without any change, if the search was stopped.
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

/// Searches these positions with all threads. `None` if the search was stopped.
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
            Err(error) => Err(failure(positions, format!("cannot start its thread: {error}"))),
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

/// The next position that no thread is searching.
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

/// A verification result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The number of positions that were searched again.
    pub checked: usize,
    /// Positions with a different score, each with the book's result and the new result.
    pub other: Vec<(String, Searched, Searched)>,
}

/// Creates a search with the settings used for some of the book's positions.
pub type SearchLike<'a> = &'a dyn Fn(&Searching) -> Result<Box<dyn Search>, String>;

/// Searches up to `samples` positions in a book again with their recorded settings. `seed` chooses the positions.
/// Parsing a book already checks that its moves are legal and complete.
///
/// # Errors
/// [`BookError::Search`] if a position can't be searched.
pub fn verify(
    book: &Book,
    samples: usize,
    seed: u64,
    new_search: SearchLike<'_>,
) -> Result<Verified, BookError> {
    let positions = book.graph.positions();
    let searched: Vec<usize> =
        (0..positions.len()).filter(|&index| !positions[index].is_over).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn = BTreeSet::new();
    while drawn.len() < samples.min(searched.len()) {
        drawn.insert(searched[rng.random_range(0..searched.len())]);
    }
    let mut verified = Verified { checked: drawn.len(), other: Vec::new() };
    for index in drawn {
        let position = &positions[index];
        let failed = |why| BookError::Search { position: position.text.clone(), why };
        let mut search = new_search(&book.searchings[position.searching]).map_err(failed)?;
        let found = search.search(&*book.game, &position.text, &|| false).map_err(failed)?;
        if found != position.searched {
            verified.other.push((position.text.clone(), position.searched, found));
        }
    }
    Ok(verified)
}

/// The maximum cost of a score drop, in hundredths of the unit. The cost is finite because even such a move is better
/// than none.
const DROP_MAX: i64 = 1 << 20;

/// At most `count` positions to expand next, the nearest first. The distance of a position is the total cost of the
/// plies and score drops on the cheapest path from a start; `seed` orders equal distances. Positions before the ballots
/// come first.
pub(crate) fn nearest(
    graph: &Graph,
    settings: BookSettings,
    seed: u64,
    count: usize,
) -> Vec<usize> {
    let (starts, unexpanded) = starts(graph, settings.ballot_plies);
    if !unexpanded.is_empty() {
        return unexpanded.into_iter().take(count).collect();
    }
    let positions = graph.positions();
    let mut queue: BinaryHeap<_> =
        starts.into_iter().map(|index| Reverse((0_i64, mix(seed, index), index))).collect();
    let mut seen = vec![false; positions.len()];
    let mut found = Vec::new();
    while let Some(Reverse((cost, _, index))) = queue.pop() {
        let position = &positions[index];
        if std::mem::replace(&mut seen[index], true)
            || position.is_over
            || is_decided(position.valuation)
        {
            continue;
        }
        if !position.is_expanded() {
            found.push(index);
            if found.len() == count {
                break;
            }
            continue;
        }
        let best = preference(position.valuation);
        for edge in position.moves.iter().filter(|edge| edge.course == Course::Onward) {
            let drop = best - preference(graph.valuation_of(position.seat, edge));
            let next = cost + i64::from(settings.ply_cost.max(1)) + drop.clamp(0, DROP_MAX);
            queue.push(Reverse((next, mix(seed, edge.to), edge.to)));
        }
    }
    found
}

/// The starts of lines: the first position and the ballots, and the unexpanded positions before them.
fn starts(graph: &Graph, ballot_plies: u8) -> (BTreeSet<usize>, Vec<usize>) {
    let positions = graph.positions();
    let mut level: BTreeSet<usize> = (0..positions.len().min(1)).collect();
    let mut starts = level.clone();
    let mut unexpanded = Vec::new();
    for _ in 0..ballot_plies {
        let goes_on = |&&index: &&usize| !positions[index].is_over;
        let here = level.iter().filter(goes_on).copied();
        unexpanded.extend(here.filter(|&index| !positions[index].is_expanded()));
        let edges = level.iter().flat_map(|&index| &positions[index].moves);
        level = edges.map(|edge| edge.to).collect();
    }
    let is_even = |&index: &usize| match positions[index].searched.valuation {
        Valuation::Centi(score) => score.unsigned_abs() <= BookSettings::BALLOT_LEAD_MAX,
        _ => false,
    };
    starts.extend(level.into_iter().filter(is_even));
    (starts, unexpanded)
}

/// A pseudorandom number that depends only on its arguments.
fn mix(seed: u64, index: usize) -> u64 {
    // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
    let mut mixed = seed ^ (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
