//! Tests public matches and their days.

use game_catalog::table_game;
use games_package::{Ending, Record};
use match_library::{Library, MatchFilter, NewMatch, Page, Search};

use crate::importing::{import, written};
use crate::matches::played;

/// A library with an imported match and four played matches, two of them listed and two finished.
fn library() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let text = "[White \"A\"]\n[Black \"B\"]\n[GameType \"21\"]\n[Date \"1990.08.??\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 *\n";
    import(&library, &written(folder.path(), "games.pdn", text)).unwrap();
    let over = |record: Record| Record { ending: Some(Ending::draw_agreed(2)), ..record };
    let goes_on = played("checkers", 1, &[0, 0]);
    for (name, is_listed, record) in [
        ("open", true, goes_on.clone()),
        ("secret", false, goes_on.clone()),
        ("public", true, over(goes_on.clone())),
        ("private", false, over(goes_on)),
    ] {
        let new = NewMatch { name: Some(name), is_listed };
        library.write(|batch| batch.create(new, &record)).unwrap();
    }
    library.update_index(|_| true).unwrap();
    (folder, library)
}

fn names(library: &Library, filter: MatchFilter<'_>) -> Vec<String> {
    let found = library.search(&Search { filter, ..Search::default() }, Page::ALL).unwrap();
    let mut names: Vec<String> = found.matches.into_iter().map(|found| found.kept.name).collect();
    names.sort();
    assert_eq!(library.count(&filter).unwrap(), names.len());
    names
}

#[test]
fn imported_matches_and_finished_listed_matches_are_public() {
    let (_folder, library) = library();
    let public = |is_public| MatchFilter { is_public: Some(is_public), ..MatchFilter::default() };
    assert_eq!(names(&library, public(true)), ["match-1", "public"]);
    assert_eq!(names(&library, public(false)), ["open", "private", "secret"]);
}

#[test]
fn moves_in_private_matches_are_not_counted_for_the_public() {
    let (folder, library) = library();
    let game = table_game("checkers").unwrap();
    let state = game.open(None).unwrap();
    let sum = |moves: Vec<match_library::ExploredMove>| {
        moves.into_iter().map(|explored| explored.matches).sum::<usize>()
    };
    assert_eq!(sum(library.explore(&*game, &*state).unwrap()), 3);
    let private = library.private_matches().unwrap();
    assert_eq!(sum(library.explore_public(&*game, &*state, &private).unwrap()), 2);
    // A match added later is not known to be public.
    let more = "[GameType \"21\"]\n[Result \"1-0\"]\n\n1. 9-14 23-19 *\n";
    import(&library, &written(folder.path(), "more.pdn", more)).unwrap();
    assert_eq!(sum(library.explore_public(&*game, &*state, &private).unwrap()), 2);
    let private = library.private_matches().unwrap();
    assert_eq!(sum(library.explore_public(&*game, &*state, &private).unwrap()), 3);
}

#[test]
fn a_match_is_found_by_the_known_part_of_its_date() {
    let (_folder, library) = library();
    let between = |from, to| names(&library, MatchFilter { from, to, ..MatchFilter::default() });
    assert_eq!(between(Some("1990.08.31"), Some("1990.09.01")), ["match-1"]);
    assert_eq!(between(None, Some("1990.08.01")), ["match-1"]);
    assert_eq!(between(Some("1990.09.01"), Some("1990.12.31")), [""; 0]);
    assert_eq!(between(None, Some("1990.07.31")), [""; 0]);
    assert_eq!(between(Some("2020.01.01"), None), ["open", "private", "public", "secret"]);
}

#[test]
fn a_partial_date_matches_every_day_that_fits() {
    const DATES: [&str; 12] = [
        "1997.12.31",
        "1998.01.05",
        "1998.07.24",
        "1998.07.2?",
        "1998.07.??",
        "1998.0?.01",
        "1998.??.??",
        "199?.??.??",
        "19??.??.??",
        "1???.??.??",
        "????.??.??",
        "2001.01.01",
    ];
    const DAYS: [&str; 6] =
        ["1997.12.31", "1998.01.01", "1998.07.24", "1998.12.31", "2000.01.01", "2020.02.29"];
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let one = |date: &&str| format!("[GameType \"21\"]\n[Date \"{date}\"]\n\n1. 11-15 23-19 *\n\n");
    let text: String = DATES.iter().map(one).collect();
    import(&library, &written(folder.path(), "games.pdn", &text)).unwrap();
    let days = || std::iter::once(None).chain(DAYS.map(Some));
    for (from, to) in days().flat_map(|from| days().map(move |to| (from, to))) {
        let fits = |date: &str| {
            from.is_none_or(|day| date >= day)
                && to.is_none_or(|day| date.replace('?', "0").as_str() <= day)
        };
        let numbers = (1..).zip(DATES).filter(|(_, date)| fits(date)).map(|(number, _)| number);
        let mut expected: Vec<String> =
            numbers.map(|number: usize| format!("match-{number}")).collect();
        expected.sort();
        let filter = MatchFilter { from, to, ..MatchFilter::default() };
        assert_eq!(names(&library, filter), expected, "{from:?} to {to:?}");
    }
}

#[test]
fn a_library_can_be_opened_twice() {
    let (_folder, library) = library();
    let again = library.reopen().unwrap();
    again.interrupt();
    assert_eq!(again.count(&MatchFilter::default()).unwrap(), 5);
    assert_eq!(again.file(), library.file());
}
