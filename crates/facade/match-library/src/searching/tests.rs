//! Compares search results with a simple scan of all matches.

use std::num::NonZeroUsize;
use std::path::Path;

use board_engine::Seat;
use game_catalog::table_game;
use games_package::play_moves;

use super::*;
use crate::{
    EntryError, ImportObserver, ImportOptions, ImportProgress, Library, MatchResult, player_blocks,
};

/// The moves in the matches. The first two lines reach the same position after three plies.
const LINES: [&str; 3] = ["1. 11-15 23-19 2. 9-14", "1. 9-14 23-19 2. 11-15", "1. 9-14 22-18"];

const NAMES: [&str; 5] = ["Ada Stone", "Adam", "Bob stone", "Cleo", "Élodie"];

/// Results in PDN. The first number belongs to the side that moves first.
const RESULTS: [&str; 3] = ["1-0", "1/2-1/2", "0-1"];

/// Number of matches in a library.
const MATCHES: usize = 60;

struct Silent;

impl ImportObserver for Silent {
    fn advanced(&mut self, _: &ImportProgress) -> bool {
        true
    }

    fn refused(&mut self, why: &EntryError) {
        panic!("{why}");
    }
}

/// A library of random matches, with the line that each match follows.
fn library(folder: &Path) -> (Library, Vec<usize>) {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |count: usize| {
        // An xorshift generator (Marsaglia, 2003).
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % 1_000_003).expect("a small number") % count
    };
    let (mut lines, mut texts) = (Vec::new(), Vec::new());
    for number in 0..MATCHES {
        let line = below(LINES.len());
        let (white, black) = (NAMES[below(NAMES.len())], NAMES[below(NAMES.len())]);
        let (result, moves) = (RESULTS[below(RESULTS.len())], LINES[line]);
        texts.push(format!(
            "[Event \"{number}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[GameType \"21\"]\n[Result \"{result}\"]\n\n{moves} *\n\n"
        ));
        lines.push(line);
    }
    let library = Library::open(folder, "test").expect("a new library");
    let file = folder.join("games.pdn");
    std::fs::write(&file, texts.concat()).expect("a file");
    let options = ImportOptions { game: None, threads: NonZeroUsize::MIN, is_strict: false };
    let done = library.import(&file, &options, &mut Silent).expect("matches");
    assert_eq!(done.added, MATCHES);
    (library, lines)
}

/// The position reached by the first two lines.
fn pattern() -> Pattern {
    let game = table_game("checkers").expect("a game");
    let mut state = game.open(None).expect("its start");
    play_moves(&mut *state, "11-15 23-19 9-14").expect("legal moves");
    Pattern::position(&*game, &*state, false)
}

/// Searches with various combinations of terms.
fn searches() -> Vec<Search<'static>> {
    let texts = [None, Some("STONE"), Some("é"), Some("zoe")];
    let mut searches = Vec::new();
    for (player, opponent) in texts.iter().flat_map(|one| texts.iter().map(move |two| (one, two))) {
        for seat in [None, Some(Seat::SECOND)] {
            for pattern in [None, Some(pattern())] {
                for result in [None, Some(MatchResult::Draw), Some(MatchResult::Win(Seat::FIRST))] {
                    let filter = MatchFilter { result, ..MatchFilter::default() };
                    let (player, opponent, pattern) = (*player, *opponent, pattern.clone());
                    searches.push(Search {
                        filter,
                        player,
                        seat,
                        opponent,
                        pattern,
                        opening: None,
                    });
                }
            }
        }
    }
    searches
}

/// Returns `true` if the search should find a match with this line.
fn is_found(search: &Search<'_>, kept: &KeptMatch, line: usize) -> bool {
    let is_at = |text: Option<&str>, seat: Option<usize>| {
        let Some(text) = text else { return true };
        let names = kept.players.iter().map(|player| player.name.to_lowercase()).enumerate();
        names
            .filter(|(index, _)| seat.is_none_or(|seat| seat == *index))
            .any(|(_, name)| name.contains(&text.to_lowercase()))
    };
    let seat = search.seat.map(Seat::index);
    let result = search.filter.result;
    is_at(search.player, seat)
        && is_at(search.opponent, seat.map(|index| 1 - index))
        && (search.pattern.is_none() || line < 2)
        && (result.is_none() || kept.payoffs.as_deref().and_then(MatchResult::of) == result)
}

/// Compares the search results, page by page and as a whole, with a check of each match.
fn check_searches(library: &Library, lines: &[usize]) {
    let all = library.list(&MatchFilter::default(), Page::ALL).expect("all matches");
    for search in searches() {
        let line = |kept: &KeptMatch| {
            lines[usize::try_from(kept.id.number()).expect("a small number") - 1]
        };
        let ply = search.pattern.as_ref().map(|_| 3);
        let expected = all.iter().filter(|kept| is_found(&search, kept, line(kept)));
        let mut expected: Vec<(i64, Option<usize>)> =
            expected.map(|kept| (kept.id.number(), ply)).collect();
        expected.sort_by(|one, other| other.cmp(one));
        for page in [Page::ALL, Page { offset: 0, limit: 3 }, Page { offset: 2, limit: 5 }] {
            let found = library.search(&search, page).expect("a library that can be read");
            assert_eq!(found.count, FoundCount::Exactly(expected.len()), "{search:?}");
            check_effort(library, &search, page, &found);
            let found = found.matches.iter().map(|found| (found.kept.id.number(), found.ply));
            let on_page: Vec<_> =
                expected.iter().copied().skip(page.offset).take(page.limit).collect();
            assert_eq!(found.collect::<Vec<_>>(), on_page, "{search:?}");
        }
        expected.reverse();
        let ids = library.read(|inner| Ok(ids(inner.connection(), &search)?)).expect("numbers");
        let expected: Vec<i64> = expected.into_iter().map(|(number, _)| number).collect();
        assert_eq!(ids.into_iter().map(MatchId::number).collect::<Vec<_>>(), expected);
    }
}

/// Compares the found matches with the results from a search that reads and counts only a few matches at a time.
fn check_effort(library: &Library, search: &Search<'_>, page: Page, all: &Found) {
    let effort = Effort { counted_max: 14, together: 7 };
    let found = library
        .read(|inner| Ok(search_with(inner.connection(), search, page, effort)?))
        .expect("a library that can be read");
    assert_eq!(found.matches, all.matches, "{search:?}, {page:?}");
    match (found.count, all.count) {
        (FoundCount::AtLeast(least), FoundCount::Exactly(count)) => {
            assert_eq!(found.matches.len(), page.limit, "{search:?}");
            assert!(least <= count, "{least} of {count}");
        }
        (found, all) => assert_eq!(found, all, "{search:?}, {page:?}"),
    }
}

#[test]
fn combined_searches_agree_with_checking_each_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let (library, lines) = library(folder.path());
    check_searches(&library, &lines);
    let seal = || library.write(|batch| Ok(player_blocks::seal(batch.connection(), 7)?));
    while seal().expect("a block of players") {}
    check_searches(&library, &lines);
    // The players of some matches are in a block; the players of others are not.
    for name in ["match-3", "match-20", "match-21", "match-60"] {
        let id = library.find(name).expect("a match").id;
        assert!(library.delete(id).expect("a library that can be written"), "{name}");
    }
    check_searches(&library, &lines);
}
