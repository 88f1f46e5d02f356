//! Searching the library.

mod exploring;
mod numbers;

use board_engine::Seat;
use games_package::{MatchState, TableGame};
use rusqlite::Connection;
use thiserror::Error;

pub(crate) use self::exploring::explore;
pub use self::exploring::{ExploredMove, PrivateMatches};
use self::numbers::{Hits, NamedPlayer, Part};
use crate::index::{Kind, game_key};
use crate::kept::{self, KeptMatch, MatchFilter, Page};
use crate::match_id::MatchId;

/// Which matches are searched. By default all of them.
#[derive(Clone, Debug, Default)]
pub struct Search<'a> {
    /// What a list can be filtered by.
    pub filter: MatchFilter<'a>,
    /// What the name of a player contains, in capitals or not.
    pub player: Option<&'a str>,
    /// The seat that this player has. Without it, any.
    pub seat: Option<Seat>,
    /// What the name of another player contains.
    pub opponent: Option<&'a str>,
    /// What occurs in the match.
    pub pattern: Option<Pattern>,
    /// The positions of an opening, one of which occurs in the match.
    pub opening: Option<Pattern>,
}

impl<'a> Search<'a> {
    /// Whether it asks for more than a filter does.
    fn has_hits(&self) -> bool {
        self.player.is_some() || self.opponent.is_some() || !self.is_by_players_alone()
    }

    /// Whether it asks for nothing that occurs in the match.
    fn is_by_players_alone(&self) -> bool {
        self.pattern.is_none() && self.opening.is_none()
    }

    /// The part of the filter that says more than pattern and players: a pattern is of one game, and is looked up with the result.
    fn filter_beside_hits(&self) -> MatchFilter<'a> {
        if self.pattern.is_some() || self.opening.is_some() {
            MatchFilter { game: None, result: None, ..self.filter }
        } else {
            self.filter
        }
    }
}

/// A position, one of several positions, or a material that occurs in matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    kind: Kind,
    /// Any of these.
    keys: Vec<i64>,
}

/// Why there is no opening to search for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoOpening {
    /// The game has no list of openings.
    #[error("{game} has no list of openings: search for a position in its place")]
    NoList {
        /// Its full name.
        game: String,
    },
    /// No opening has this code or name.
    #[error("no opening of {game} has the code \"{text}\", or has it in its name")]
    Unknown {
        /// The full name of the game.
        game: String,
        /// What was searched for.
        text: String,
    },
}

impl Pattern {
    /// The position that `state` is in, whatever its counters of draw rules; with `reversed`, also with the colors reversed.
    pub fn position(game: &dyn TableGame, state: &dyn MatchState, reversed: bool) -> Self {
        let reversed_key = if reversed { state.reversed_key() } else { None };
        let mut keys: Vec<i64> = std::iter::once(state.key())
            .chain(reversed_key)
            .map(|key| game_key(game.name(), key))
            .collect();
        keys.dedup();
        Self { kind: Kind::Position, keys }
    }

    /// Any position of the openings of the game whose code is `text` or whose name has it, in upper or lower case.
    ///
    /// # Errors
    /// [`NoOpening`] if there is none.
    pub fn opening(game: &dyn TableGame, text: &str) -> Result<Self, NoOpening> {
        let known = game_catalog::opening_book(game.name()).ok().and_then(|book| book.openings);
        let known = known.ok_or_else(|| NoOpening::NoList { game: game.name().into() })?;
        let states = known().matching(text).filter_map(|it| game.open(Some(&it.position)).ok());
        let keys: Vec<i64> = states.map(|state| game_key(game.name(), state.key())).collect();
        if keys.is_empty() {
            return Err(NoOpening::Unknown { game: game.name().into(), text: text.into() });
        }
        Ok(Self { kind: Kind::Position, keys })
    }

    /// The pieces that each side has in `state`, wherever they stand; none in games in which that is not counted.
    pub fn material(game: &dyn TableGame, state: &dyn MatchState) -> Option<Self> {
        let key = game_key(game.name(), state.material_key()?);
        Some(Self { kind: Kind::Material, keys: vec![key] })
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The number of matches.
    pub count: FoundCount,
    /// Those of the page, the newest first.
    pub matches: Vec<FoundMatch>,
}

impl Found {
    /// The same where older matches were not looked at.
    fn with_older_ones(self) -> Self {
        let (FoundCount::Exactly(count) | FoundCount::AtLeast(count)) = self.count;
        Self { count: FoundCount::AtLeast(count), ..self }
    }
}

/// How many matches were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundCount {
    /// So many.
    Exactly(usize),
    /// So many, and more were not counted.
    AtLeast(usize),
}

/// A match that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundMatch {
    /// The match.
    pub kept: KeptMatch,
    /// After how many plies the pattern occurs first, if one was searched for; 65,535 for any later place.
    pub ply: Option<usize>,
}

/// The most matches that are looked at one by one to count them.
const COUNTED_MAX: usize = 10_000;

/// When the newest matches are looked at alone, since a player has too many.
#[derive(Clone, Copy)]
struct Effort {
    /// The most matches of a player that are looked at wherever they are.
    player_hits_max: usize,
    /// How many of the newest matches are looked at then.
    newest: u32,
}

/// How many times as many are looked at where the newest ones don't fill the page.
const WIDENED: u32 = 8;

/// The matches of a search. Where a player has very many, the page is of the newest ones, and the rest isn't counted.
pub(crate) fn search(
    connection: &Connection,
    search: &Search<'_>,
    page: Page,
) -> rusqlite::Result<Found> {
    search_with(connection, search, page, Effort { player_hits_max: 150_000, newest: 20_000 })
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
    let players = players(connection, search)?;
    let filter = search.filter_beside_hits();
    let hits_max = if search.is_by_players_alone() { effort.player_hits_max } else { usize::MAX };
    if let Some(hits) = hits(connection, search, &players, Part { hits_max, ..Part::WHOLE })? {
        return page_of(connection, hits, &filter, page);
    }
    let newest = kept::newest(connection)?;
    let mut looked_at = effort.newest;
    while looked_at < newest {
        let part = Part { newer_than: newest - looked_at, ..Part::WHOLE };
        let hits = hits(connection, search, &players, part)?.unwrap_or_default();
        let found = page_of(connection, hits, &filter, page)?;
        if found.matches.len() == page.limit {
            return Ok(found.with_older_ones());
        }
        looked_at = looked_at.saturating_mul(WIDENED);
    }
    let hits = hits(connection, search, &players, Part::WHOLE)?.unwrap_or_default();
    page_of(connection, hits, &filter, page)
}

/// The matches of a filter alone.
fn listed(
    connection: &Connection,
    filter: &MatchFilter<'_>,
    page: Page,
) -> rusqlite::Result<Found> {
    let matches = kept::list(connection, filter, page)?;
    let matches = matches.into_iter().map(|kept| FoundMatch { kept, ply: None });
    let seen = page.offset.saturating_add(page.limit).max(COUNTED_MAX);
    let count = match kept::count_up_to(connection, filter, seen.saturating_add(1))? {
        count if count > seen => FoundCount::AtLeast(seen),
        count => FoundCount::Exactly(count),
    };
    Ok(Found { count, matches: matches.collect() })
}

/// A page of those of the hits that the filter lets through.
fn page_of(
    connection: &Connection,
    hits: Hits,
    filter: &MatchFilter<'_>,
    page: Page,
) -> rusqlite::Result<Found> {
    let mut hits = hits.newest_first();
    let mut found = Found { count: FoundCount::Exactly(0), matches: Vec::new() };
    let mut count = 0;
    for (looked, hit) in hits.by_ref().enumerate() {
        if looked == COUNTED_MAX && count >= page.offset.saturating_add(page.limit) {
            found.count = FoundCount::AtLeast(count);
            return Ok(found);
        }
        let filter = MatchFilter { id: Some(MatchId::new(hit.number.into())), ..*filter };
        let is_on_page = count >= page.offset && found.matches.len() < page.limit;
        if is_on_page {
            let kept = kept::list(connection, &filter, Page::ALL)?.pop();
            count += usize::from(kept.is_some());
            found
                .matches
                .extend(kept.map(|kept| FoundMatch { kept, ply: hit.ply.map(usize::from) }));
        } else if filter.is_by_number_alone() {
            // It is counted without a look at it, and behind the page so are all others.
            count += 1;
            if found.matches.len() == page.limit {
                count += hits.len();
                break;
            }
        } else {
            count += kept::count(connection, &filter)?;
        }
    }
    found.count = FoundCount::Exactly(count);
    Ok(found)
}

/// The matches of a search, in the order in which they were added.
pub(crate) fn ids(connection: &Connection, search: &Search<'_>) -> rusqlite::Result<Vec<MatchId>> {
    if !search.has_hits() {
        return kept::ids(connection, &search.filter);
    }
    let players = players(connection, search)?;
    let filter = search.filter_beside_hits();
    let mut ids = Vec::new();
    let hits = hits(connection, search, &players, Part::WHOLE)?.unwrap_or_default();
    for hit in hits.oldest_first() {
        let id = MatchId::new(hit.number.into());
        let filter = MatchFilter { id: Some(id), ..filter };
        if filter.is_by_number_alone() || kept::count(connection, &filter)? > 0 {
            ids.push(id);
        }
    }
    Ok(ids)
}

/// The players whom the search names.
fn players(connection: &Connection, search: &Search<'_>) -> rusqlite::Result<Vec<NamedPlayer>> {
    let across = |seat| if seat == Seat::FIRST { Seat::SECOND } else { Seat::FIRST };
    let both = [(search.player, search.seat), (search.opponent, search.seat.map(across))];
    both.into_iter()
        .filter_map(|(text, seat)| Some(NamedPlayer::with(connection, text?, seat)))
        .collect()
}

/// The matches with the pattern and the players of the search in this part of the library; none if a player has more matches there
/// than it allows.
fn hits(
    connection: &Connection,
    search: &Search<'_>,
    players: &[NamedPlayer],
    part: Part,
) -> rusqlite::Result<Option<Hits>> {
    let mut all: Option<Hits> = None;
    let mut narrow = |hits: Hits| {
        all = Some(match all.take() {
            Some(others) => others.and(&hits),
            None => hits,
        });
    };
    for Pattern { kind, keys } in search.pattern.iter().chain(&search.opening) {
        narrow(Hits::of_pattern(connection, *kind, keys, search.filter.result)?);
    }
    for player in players {
        let Some(hits) = Hits::of_player(connection, player, part)? else { return Ok(None) };
        narrow(hits);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;
    use crate::{EntryError, ImportObserver, ImportOptions, ImportProgress, Library};

    /// A hundred matches of Ada, every tenth of them against Bob.
    fn library(folder: &std::path::Path) -> Library {
        struct Silent;
        impl ImportObserver for Silent {
            fn advanced(&mut self, _: &ImportProgress) -> bool {
                true
            }

            fn refused(&mut self, why: &EntryError) {
                panic!("{why}");
            }
        }
        let library = Library::open(folder, "test").expect("a new library");
        let one = |number: usize| {
            let other = if number.is_multiple_of(10) { "Bob" } else { "Cleo" };
            format!(
                "[White \"Ada\"]\n[Black \"{other}\"]\n[Event \"{number}\"]\n[GameType \"21\"]\n\n1. 11-15 *\n\n"
            )
        };
        let file = folder.join("games.pdn");
        std::fs::write(&file, (0..100).map(one).collect::<String>()).expect("a file");
        let options = ImportOptions { game: None, threads: NonZeroUsize::MIN };
        library.import(&file, &options, &mut Silent).expect("matches");
        library
    }

    #[test]
    fn the_newest_matches_of_players_with_many_are_the_same_however_much_is_looked_at() {
        let folder = tempfile::tempdir().expect("a folder");
        let library = library(folder.path());
        let everything = Effort { player_hits_max: 1000, newest: 1000 };
        let ada = Search { player: Some("ada"), ..Search::default() };
        let both = Search { opponent: Some("bob"), ..ada.clone() };
        let none = Search { opponent: Some("dora"), ..ada.clone() };
        for (search, offset, limit) in [
            (&ada, 0, 5),
            (&ada, 30, 40),
            (&both, 0, 2),
            (&both, 5, 5),
            (&both, 8, 9),
            (&none, 0, 5),
        ] {
            let page = Page { offset, limit };
            let found = |effort| {
                let read = library
                    .read(|inner| Ok(search_with(inner.connection(), search, page, effort)?));
                read.expect("a library that can be read")
            };
            let all = found(everything);
            for effort in [3, 10, 40].map(|newest| Effort { player_hits_max: 20, newest }) {
                let some = found(effort);
                assert_eq!(some.matches, all.matches, "{search:?}, {page:?}");
                let (FoundCount::Exactly(count) | FoundCount::AtLeast(count)) = all.count;
                match some.count {
                    FoundCount::Exactly(exact) => assert_eq!(exact, count),
                    FoundCount::AtLeast(least) => {
                        assert!((offset + limit..=count).contains(&least), "{least} of {count}");
                    }
                }
            }
        }
    }
}
