//! Tests searching the library by position, material, player and result.

use board_engine::Seat;
use game_catalog::table_game;
use games_package::{Ending, play_moves};
use match_library::{
    Found, FoundCount, Library, MatchFilter, MatchResult, NoOpening, Page, Pattern, Search,
};
use tempfile::TempDir;

use crate::importing::{import, written};
use crate::matches::{create, played};

/// A library of English draughts matches with these moves and player names.
fn library(matches: &[(&str, &str, &str, &str)]) -> (TempDir, Library) {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let one = |(white, black, result, moves): &(&str, &str, &str, &str)| {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[GameType \"21\"]\n[Result \"{result}\"]\n\n{moves} *\n\n"
        )
    };
    let text: String = matches.iter().map(one).collect();
    let done = import(&library, &written(folder.path(), "games.pdn", &text)).unwrap();
    assert_eq!(done.added, matches.len());
    (folder, library)
}

/// Matches with their results in PDN. The first number belongs to the side that moves first: Black.
const MATCHES: [(&str, &str, &str, &str); 4] = [
    ("Ada", "Bob", "1-0", "1. 11-15 22-18 2. 15x22 25x18"),
    ("Cleo", "Ada", "1/2-1/2", "1. 11-15 23-19 2. 9-14"),
    ("Bob", "Cleo", "0-1", "1. 9-14 23-19 2. 11-15 22-17"),
    ("Dora", "Emil", "1-0", "1. 9-14 22-18"),
];

fn find(library: &Library, search: &Search<'_>) -> Vec<(String, Option<usize>)> {
    let Found { count, matches } = library.search(search, Page::ALL).unwrap();
    assert_eq!(count, FoundCount::Exactly(matches.len()));
    matches.into_iter().map(|found| (found.kept.name, found.ply)).collect()
}

/// A search for the position after these moves.
fn after(moves: &str, reversed: bool) -> Search<'static> {
    let game = table_game("checkers").unwrap();
    let mut state = game.open(None).unwrap();
    play_moves(&mut *state, moves).unwrap();
    let pattern = Some(Pattern::position(&*game, &*state, reversed));
    Search { pattern, ..Search::default() }
}

fn at(names: &[(&str, usize)]) -> Vec<(String, Option<usize>)> {
    names.iter().map(|(name, ply)| ((*name).to_owned(), Some(*ply))).collect()
}

#[test]
fn a_position_is_found_by_any_move_order() {
    let (_folder, library) = library(&MATCHES);
    let both = at(&[("match-3", 3), ("match-2", 3)]);
    assert_eq!(find(&library, &after("11-15 23-19 9-14", false)), both);
    assert_eq!(find(&library, &after("11-15", false)), at(&[("match-2", 1), ("match-1", 1)]));
    assert_eq!(find(&library, &after("12-16", false)), []);
    assert_eq!(find(&library, &after("", false)).len(), 4);
}

#[test]
fn only_the_first_occurrence_of_a_position_in_a_match_counts() {
    let game = table_game("chess").unwrap();
    let state = game.open(None).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *\n";
    import(&library, &written(folder.path(), "games.pgn", text)).unwrap();
    let pattern = Some(Pattern::position(&*game, &*state, false));
    let start = Search { pattern, ..Search::default() };
    assert_eq!(find(&library, &start), at(&[("match-1", 0)]));
    let explored = library.explore(&*game, &*state).unwrap();
    let mut moves: Vec<_> = explored.iter().map(|mv| (mv.mv.as_str(), mv.matches)).collect();
    moves.sort_unstable();
    assert_eq!(moves, [("Nf3", 1), ("e4", 1)]);
}

#[test]
fn positions_are_found_in_matches_behind_duplicates_and_refused_matches() {
    let (folder, library) = library(&MATCHES[..1]);
    let one = |event: &str, moves: &str| {
        format!("[Event \"{event}\"]\n[GameType \"21\"]\n\n{moves} *\n\n")
    };
    let text = [
        one("a", "1. 9-14 22-18"),
        one("a", "1. 9-14 22-18"),
        one("b", "1. 9-14").replace("21", "99"),
        one("c", "1. 10-15 22-18"),
    ];
    let file = written(folder.path(), "more.pdn", &text.concat());
    let done = import(&library, &file).unwrap();
    assert_eq!((done.added, done.duplicates, done.refused), (2, 1, 1));
    assert_eq!(find(&library, &after("9-14 22-18", false)), at(&[("match-2", 2)]));
    assert_eq!(find(&library, &after("10-15 22-18", false)), at(&[("match-3", 2)]));
    let all = at(&[("match-3", 0), ("match-2", 0), ("match-1", 0)]);
    assert_eq!(find(&library, &after("", false)), all);
}

#[test]
fn matches_with_a_position_are_found_page_by_page() {
    let (_folder, library) = library(&MATCHES);
    let page = |offset, limit| {
        let found = library.search(&after("", false), Page { offset, limit }).unwrap();
        assert_eq!(found.count, FoundCount::Exactly(4));
        found.matches.into_iter().map(|found| found.kept.name).collect::<Vec<_>>()
    };
    assert_eq!(page(0, 2), ["match-4", "match-3"]);
    assert_eq!(page(2, 2), ["match-2", "match-1"]);
    assert_eq!(page(3, 9), ["match-1"]);
    assert_eq!(page(9, 2), [""; 0]);
}

#[test]
fn a_position_is_found_with_the_colors_reversed() {
    let (_folder, library) = library(&MATCHES);
    let game = table_game("checkers").unwrap();
    let search = |text: &str, reversed| {
        let state = game.open(Some(text)).unwrap();
        Search { pattern: Some(Pattern::position(&*game, &*state, reversed)), ..Search::default() }
    };
    // After 9-14, White is to move. In the searched position, White has moved 24-19, which leads to the same position
    // with colors reversed.
    let reversed = "B:W19,21-23,25-32:B1-12";
    assert_eq!(find(&library, &search(reversed, false)), []);
    let both = at(&[("match-4", 1), ("match-3", 1)]);
    assert_eq!(find(&library, &search(reversed, true)), both);
}

#[test]
fn material_is_found_on_any_squares() {
    let (_folder, library) = library(&MATCHES);
    let game = table_game("checkers").unwrap();
    let search = |text: &str| {
        let state = game.open(Some(text)).unwrap();
        Search { pattern: Pattern::material(&*game, &*state), ..Search::default() }
    };
    let eleven = "W:W21-31:B1-11";
    assert_eq!(find(&library, &search(eleven)), at(&[("match-1", 4)]));
    assert_eq!(find(&library, &search("W:WK1:BK32")), []);
}

#[test]
fn matches_are_found_by_their_openings_including_transpositions() {
    let folder = tempfile::tempdir().unwrap();
    let library = Library::open(folder.path(), "test").unwrap();
    let one = |result: &str, moves: &str| format!("[Result \"{result}\"]\n\n{moves} {result}\n\n");
    let text = [
        one("1-0", "1. d4 d5 2. c4 e6"),
        one("0-1", "1. c4 e6 2. d4 d5 3. Nc3 Nf6"),
        one("0-1", "1. d4 d5 2. c4 dxc4"),
        one("1-0", "1. e4 c5"),
    ]
    .concat();
    assert_eq!(import(&library, &written(folder.path(), "games.pgn", &text)).unwrap().added, 4);
    let game = table_game("chess").unwrap();
    let opening = |text: &str| Search {
        opening: Some(Pattern::opening(&*game, text).unwrap()),
        ..Search::default()
    };
    let declined = at(&[("match-2", 4), ("match-1", 4)]);
    assert_eq!(find(&library, &opening("queen's gambit declined")), declined);
    assert_eq!(find(&library, &opening("D20")), at(&[("match-3", 4)]));
    assert_eq!(find(&library, &opening("sicilian")), at(&[("match-4", 2)]));
    let won =
        MatchFilter { result: Some(MatchResult::Win(Seat::SECOND)), ..MatchFilter::default() };
    let search = Search { filter: won, ..opening("Queen's Gambit Declined") };
    assert_eq!(find(&library, &search), at(&[("match-2", 4)]));
    let mut state = game.open(None).unwrap();
    play_moves(&mut *state, "c4").unwrap();
    let english = Some(Pattern::position(&*game, &*state, false));
    let search = Search { pattern: english, ..opening("Queen's Gambit Declined") };
    assert_eq!(find(&library, &search), at(&[("match-2", 1)]));
}

#[test]
fn an_unknown_opening_does_not_match_everything() {
    let refused = |game: &str, text: &str| {
        Pattern::opening(&*table_game(game).unwrap(), text).unwrap_err().to_string()
    };
    assert!(refused("checkers", "Laird").contains("checkers:english has no opening names"));
    let unknown = refused("chess", "Double Corner");
    assert!(unknown.contains("\"Double Corner\""), "{unknown}");
    let nowhere = NoOpening::Unknown { game: "chess:standard".into(), text: "Laird".into() };
    assert_eq!(Pattern::opening(&*table_game("chess").unwrap(), "Laird"), Err(nowhere));
}

#[test]
fn matches_are_found_by_their_players_and_results() {
    let (_folder, library) = library(&MATCHES);
    let names = |search: &Search<'_>| {
        find(&library, search).into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    let ada = Search { player: Some("aDA"), ..Search::default() };
    assert_eq!(names(&ada), ["match-2", "match-1"]);
    assert_eq!(names(&Search { opponent: Some("cl"), ..ada.clone() }), ["match-2"]);
    assert_eq!(names(&Search { seat: Some(Seat::SECOND), ..ada.clone() }), ["match-1"]);
    let draws = MatchFilter { result: Some(MatchResult::Draw), ..MatchFilter::default() };
    assert_eq!(names(&Search { filter: draws, ..ada.clone() }), ["match-2"]);
    assert_eq!(names(&Search { filter: draws, ..Search::default() }), ["match-2"]);
    let first = MatchResult::Win(Seat::FIRST);
    let won = MatchFilter { result: Some(first), ..MatchFilter::default() };
    assert_eq!(names(&Search { filter: won, ..after("11-15", false) }), ["match-1"]);
    assert_eq!(names(&Search { filter: won, ..Search::default() }), ["match-4", "match-1"]);
    let other = MatchFilter { game: Some("chess"), ..MatchFilter::default() };
    assert_eq!(names(&Search { filter: other, ..ada }), [""; 0]);
}

#[test]
fn moves_are_listed_with_their_results() {
    let (_folder, library) = library(&MATCHES);
    let game = table_game("checkers").unwrap();
    let state = game.open(None).unwrap();
    let moves = library.explore(&*game, &*state).unwrap();
    let shown: Vec<_> = moves
        .iter()
        .map(|explored| {
            (explored.mv.as_str(), explored.matches, explored.first_wins, explored.draws)
        })
        .collect();
    assert_eq!(shown, [("11-15", 2, 1, 1), ("9-14", 2, 1, 0)]);
}

#[test]
fn played_matches_are_in_the_index_and_deleted_ones_are_not() {
    let (_folder, library) = library(&MATCHES);
    let mut record = played("checkers", 1, &[0, 0]);
    record.ending = Some(Ending::draw_agreed(2));
    let id = create(&library, &record);
    library.write(|batch| batch.release(id)).unwrap();
    let start = after("", false);
    assert_eq!(find(&library, &start).len(), 4);
    library.update_index(|_left| true).unwrap();
    assert_eq!(find(&library, &start).len(), 5);
    assert!(library.delete(id).unwrap());
    assert!(library.delete(library.find("match-1").unwrap().id).unwrap());
    assert_eq!(find(&library, &start).len(), 3);
}

#[test]
fn the_index_contains_the_current_state_of_a_continued_match() {
    let (_folder, library) = library(&MATCHES);
    let id = library.find("match-4").unwrap().id;
    let mut record = library.load(id).unwrap();
    record.plies[0].mv = "9-13".into();
    record.plies.truncate(1);
    library.write(|batch| batch.save(id, &record)).unwrap();
    library.update_index(|_left| true).unwrap();
    assert_eq!(find(&library, &after("9-14", false)), at(&[("match-3", 1)]));
    assert_eq!(find(&library, &after("9-13", false)), at(&[("match-4", 1)]));
}

#[test]
fn a_library_filled_in_many_steps_contains_every_match_once() {
    let (folder, library) = library(&MATCHES);
    for number in 0..200 {
        let text = format!(
            "[Event \"{number}\"]\n[GameType \"21\"]\n[Result \"1-0\"]\n\n1. 11-15 22-18 *\n"
        );
        import(&library, &written(folder.path(), "one.pdn", &text)).unwrap();
        if number % 10 == 0 {
            assert!(
                library.delete(library.find(&format!("match-{}", number + 5)).unwrap().id).unwrap()
            );
        }
    }
    let found = find(&library, &after("11-15 22-18", false));
    assert_eq!(found.len(), 181);
}
