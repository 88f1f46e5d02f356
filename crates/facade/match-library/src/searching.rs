//! Searches the library.

mod exploring;
mod numbers;

use board_engine::Seat;
use games_package::{MatchState, TableGame};
use rusqlite::Connection;
use thiserror::Error;

pub(crate) use self::exploring::explore;
pub use self::exploring::{ExploredMove, PrivateMatches};
use self::numbers::{Hit, Hits, NamedPlayers};
use crate::index::{Kind, game_keys};
use crate::kept::{self, KeptMatch, MatchFilter, Page};
use crate::match_id::MatchId;

/// Search terms; all matches by default.
#[derive(Clone, Debug, Default)]
pub struct Search<'a> {
    /// The filter, as for lists.
    pub filter: MatchFilter<'a>,
    /// Part of a player's name; case is ignored.
    pub player: Option<&'a str>,
    /// The seat of this player; `None` for any seat.
    pub seat: Option<Seat>,
    /// Part of the opponent's name.
    pub opponent: Option<&'a str>,
    /// A pattern that must occur in the match.
    pub pattern: Option<Pattern>,
    /// An opening's positions; one of them must occur in the match.
    pub opening: Option<Pattern>,
}

impl<'a> Search<'a> {
    /// Returns `true` if the search has terms beyond the filter.
    fn has_hits(&self) -> bool {
        self.player.is_some() || self.opponent.is_some() || self.has_pattern()
    }

    /// Returns `true` if the search has a pattern or an opening.
    fn has_pattern(&self) -> bool {
        self.pattern.is_some() || self.opening.is_some()
    }

    /// The conditions besides pattern and players. A pattern already implies its game, and is looked up together with
    /// the result.
    fn filter_beside_hits(&self) -> MatchFilter<'a> {
        if self.has_pattern() {
            MatchFilter { game: None, result: None, ..self.filter }
        } else {
            self.filter
        }
    }
}

/// A position, one of several positions, or a material signature to find in matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    kind: Kind,
    /// The alternative keys.
    keys: Vec<i64>,
}

/// The reason why an opening can't be searched for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoOpening {
    /// The game has no list of openings.
    #[error("{game} has no opening names; search for a position instead")]
    NoList {
        /// The game's full name.
        game: String,
    },
    /// No opening has this code or name.
    #[error("no {game} opening has the code or name \"{text}\"")]
    Unknown {
        /// The game's full name.
        game: String,
        /// The query.
        text: String,
    },
}

impl Pattern {
    /// The position in `state`, regardless of the draw-rule counters. If `reversed`, also the position with colors
    /// reversed.
    pub fn position(game: &dyn TableGame, state: &dyn MatchState, reversed: bool) -> Self {
        let reversed_key = if reversed { state.reversed_key() } else { None };
        let mut keys: Vec<i64> =
            std::iter::once(state.key()).chain(reversed_key).map(game_keys(game.name())).collect();
        keys.dedup();
        Self { kind: Kind::Position, keys }
    }

    /// Any position from the game's openings with the code `text`, or with a name that contains `text`; case is
    /// ignored.
    ///
    /// # Errors
    /// [`NoOpening`] if there is no such opening.
    pub fn opening(game: &dyn TableGame, text: &str) -> Result<Self, NoOpening> {
        let known = game_catalog::opening_book(game.name()).ok().and_then(|book| book.openings);
        let known = known.ok_or_else(|| NoOpening::NoList { game: game.name().into() })?;
        let states = known().matching(text).filter_map(|it| game.open(Some(&it.position)).ok());
        let keys = states.map(|state| state.key()).map(game_keys(game.name()));
        let keys: Vec<i64> = keys.collect();
        if keys.is_empty() {
            return Err(NoOpening::Unknown { game: game.name().into(), text: text.into() });
        }
        Ok(Self { kind: Kind::Position, keys })
    }

    /// Each side's material in `state`, on any squares; `None` for games that don't count material.
    pub fn material(game: &dyn TableGame, state: &dyn MatchState) -> Option<Self> {
        let key = game_keys(game.name())(state.material_key()?);
        Some(Self { kind: Kind::Material, keys: vec![key] })
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Number of matches.
    pub count: FoundCount,
    /// The matches on the page, newest first.
    pub matches: Vec<FoundMatch>,
}

/// The number of matches found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundCount {
    /// The exact number.
    Exactly(usize),
    /// At least this number, because counting stopped there.
    AtLeast(usize),
}

/// A found match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundMatch {
    /// The match.
    pub kept: KeptMatch,
    /// The ply at which the pattern first occurs, if there is a pattern; 65,535 for any later ply.
    pub ply: Option<usize>,
}

/// Limits on the number of matches to examine.
#[derive(Clone, Copy)]
struct Effort {
    /// Maximum number of matches to count.
    counted_max: usize,
    /// The number of matches to read at a time.
    together: usize,
}

/// The usual search limits.
const USUAL: Effort = Effort { counted_max: 10_000, together: 500 };

/// Finds the matches for a search.
pub(crate) fn search(
    connection: &Connection,
    search: &Search<'_>,
    page: Page,
) -> rusqlite::Result<Found> {
    search_with(connection, search, page, USUAL)
}

fn search_with(
    connection: &Connection,
    search: &Search<'_>,
    page: Page,
    effort: Effort,
) -> rusqlite::Result<Found> {
    if !search.has_hits() {
        return listed(connection, &search.filter, page);
    }
    page_of(connection, hits(connection, search)?, &search.filter_beside_hits(), page, effort)
}

/// Finds the matches for a search with only a filter.
fn listed(
    connection: &Connection,
    filter: &MatchFilter<'_>,
    page: Page,
) -> rusqlite::Result<Found> {
    let matches = kept::list(connection, filter, page)?;
    let matches = matches.into_iter().map(|kept| FoundMatch { kept, ply: None });
    let seen = page.offset.saturating_add(page.limit).max(USUAL.counted_max);
    let count = match kept::count_up_to(connection, filter, seen.saturating_add(1))? {
        count if count > seen => FoundCount::AtLeast(seen),
        count => FoundCount::Exactly(count),
    };
    Ok(Found { count, matches: matches.collect() })
}

/// The hits on this page, counting only hits that pass the filter.
fn page_of(
    connection: &Connection,
    hits: Hits,
    filter: &MatchFilter<'_>,
    page: Page,
    Effort { counted_max, together }: Effort,
) -> rusqlite::Result<Found> {
    let hits = hits.newest_first();
    let is_filtered = *filter != MatchFilter::default();
    let end = page.offset.saturating_add(page.limit);
    let (mut count, mut matches) = (0, Vec::new());
    for (index, looked_at) in hits.chunks(together).enumerate() {
        if is_filtered && index * together >= counted_max && count >= end {
            return Ok(Found { count: FoundCount::AtLeast(count), matches });
        }
        for hit in let_through(connection, filter, looked_at)? {
            if count < page.offset || matches.len() == page.limit {
                count += 1;
            } else if let Some(kept) = kept_match(connection, hit)? {
                count += 1;
                matches.push(FoundMatch { kept, ply: hit.ply.map(usize::from) });
            }
        }
    }
    Ok(Found { count: FoundCount::Exactly(count), matches })
}

/// The hits that pass the filter, in order.
fn let_through(
    connection: &Connection,
    filter: &MatchFilter<'_>,
    hits: &[Hit],
) -> rusqlite::Result<Vec<Hit>> {
    if *filter == MatchFilter::default() {
        return Ok(hits.to_vec());
    }
    let numbers = kept::among(connection, filter, hits.iter().map(|hit| hit.number))?;
    Ok(hits.iter().copied().filter(|hit| numbers.contains(&hit.number)).collect())
}

fn kept_match(connection: &Connection, hit: Hit) -> rusqlite::Result<Option<KeptMatch>> {
    let id = Some(MatchId::new(hit.number.into()));
    let filter = MatchFilter { id, ..MatchFilter::default() };
    Ok(kept::list(connection, &filter, Page::ALL)?.pop())
}

/// Finds the matches for a search, in the order they were added.
pub(crate) fn ids(connection: &Connection, search: &Search<'_>) -> rusqlite::Result<Vec<MatchId>> {
    if !search.has_hits() {
        return kept::ids(connection, &search.filter);
    }
    let filter = search.filter_beside_hits();
    let mut ids = Vec::new();
    for looked_at in hits(connection, search)?.oldest_first().chunks(USUAL.together) {
        let found = let_through(connection, &filter, looked_at)?;
        ids.extend(found.into_iter().map(|hit| MatchId::new(hit.number.into())));
    }
    Ok(ids)
}

/// The matches with the pattern and the players from the search.
fn hits(connection: &Connection, search: &Search<'_>) -> rusqlite::Result<Hits> {
    let mut found: Option<Hits> = None;
    for Pattern { kind, keys } in search.pattern.iter().chain(&search.opening) {
        let hits = Hits::of_pattern(connection, *kind, keys, search.filter.result)?;
        found = Some(match found {
            Some(others) => others.and(&hits),
            None => hits,
        });
    }
    let players = players(search);
    if players.is_empty() {
        return Ok(found.unwrap_or_default());
    }
    let players = NamedPlayers::with(connection, &players)?;
    let of_players = Hits::of_players(connection, &players, found.as_ref())?;
    Ok(match found {
        Some(others) => others.and(&of_players),
        None => of_players,
    })
}

/// The searched players' name parts and seats.
fn players<'a>(search: &Search<'a>) -> Vec<(&'a str, Option<Seat>)> {
    let across = |seat| if seat == Seat::FIRST { Seat::SECOND } else { Seat::FIRST };
    let both = [(search.player, search.seat), (search.opponent, search.seat.map(across))];
    both.into_iter().filter_map(|(text, seat)| Some((text?, seat))).collect()
}

#[cfg(test)]
mod tests;
