//! Tests for building books: the content is as expected, and every build gives the same book.

use games_package::{Valuation, play_moves};
use opening_book::{
    Book, BookError, BookLock, BookSettings, BuildEnd, BuildOptions, PlayerSearch, Search, save,
    verify,
};

use crate::{build_further, built, bytes_of, game, options, search};

const ENGLISH: &str = "checkers:english";

/// The book's moves after these moves, with their scores.
fn moves(book: &Book, played: &str) -> Vec<(String, Valuation)> {
    let mut state = book.game().open(None).unwrap();
    play_moves(&mut *state, played).unwrap();
    let moves = book.moves(&*state).unwrap();
    moves.into_iter().map(|known| (known.mv, known.valuation)).collect()
}

#[test]
fn a_search_that_is_too_small_for_one_ply_is_extended() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let options = "hash=1".parse().unwrap();
    let player = game_catalog::new_player("chess", "pvs", &options).unwrap();
    let found = PlayerSearch::new(player, 10, 7).search(&*game("chess"), start, &|| false);
    assert!(found.unwrap().depth > 0);
}

#[test]
fn a_book_of_all_positions_knows_the_value_of_the_game() {
    let mut book = Book::new(game("tic-tac-toe"), BookSettings::default());
    let all = BuildOptions { positions: None, ..options(0) };
    let end = build_further(&mut book, &all, &mut |_| Ok(())).unwrap();
    assert_eq!(end, BuildEnd::Complete);
    let start = book.game().open(None).unwrap();
    assert_eq!(book.valuation(&*start), Some(Valuation::Centi(0)));
    let first = moves(&book, "");
    assert!(first.len() == 9 && first.iter().all(|(_, value)| *value == Valuation::Centi(0)));
    // Against the corner, only the center draws.
    let replies = moves(&book, "a1");
    assert_eq!(replies[0], ("b2".to_owned(), Valuation::Centi(0)));
    assert!(replies[1..].iter().all(|(_, value)| matches!(value, Valuation::LossIn(_))));
}

#[test]
fn a_position_has_the_best_score_of_its_moves() {
    let book = built(ENGLISH, BookSettings::default(), 60);
    let start = book.game().open(None).unwrap();
    let moves = book.moves(&*start).unwrap();
    assert_eq!(book.valuation(&*start), Some(moves[0].valuation));
    assert_eq!(moves.len(), 7);
    let mut below = 0;
    for known in &moves {
        let mut after = book.game().open(None).unwrap();
        after.play(&known.mv).unwrap();
        assert_eq!(book.valuation(&*after), Some(known.valuation.for_other()));
        assert_eq!(known.line[0], known.mv);
        below += known.positions;
    }
    // A position reached by several moves counts for each of these moves.
    assert!(below >= 59, "{below}");
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let one = bytes_of(&built(ENGLISH, BookSettings::default(), 30));
    let mut book = Book::new(game(ENGLISH), BookSettings::default());
    let three = BuildOptions { threads: 3, ..options(30) };
    build_further(&mut book, &three, &mut |_| Ok(())).unwrap();
    assert!(bytes_of(&book) == one);
}

#[test]
fn a_killed_builder_resumes_to_the_same_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killed.book");
    let mut lost = Book::new(game(ENGLISH), BookSettings::default());
    let stop = || BookError::Search { position: String::new(), why: "killed".into() };
    // The build is killed some time after a save.
    let killed = build_further(&mut lost, &options(60), &mut |book| match book.expanded_count() {
        21 => save(book, &path),
        33 => Err(stop()),
        _ => Ok(()),
    });
    assert!(killed.is_err());
    let bytes = opening_book::read(&path).unwrap();
    let mut kept = Book::from_bytes(&bytes, game(ENGLISH), "killed.book").unwrap();
    assert_eq!(kept.expanded_count(), 21);
    build_further(&mut kept, &options(60), &mut |_| Ok(())).unwrap();
    assert!(bytes_of(&kept) == bytes_of(&built(ENGLISH, BookSettings::default(), 60)));
}

#[test]
fn books_survive_a_round_trip() {
    let mut book = built(ENGLISH, BookSettings { ply_cost: 25, ballot_plies: 1 }, 20);
    // Later positions may be searched with other settings.
    let other = BuildOptions { seed: 8, ..options(40) };
    build_further(&mut book, &other, &mut |_| Ok(())).unwrap();
    let bytes = bytes_of(&book);
    let read = Book::from_bytes(&bytes, game(ENGLISH), "a.book").unwrap();
    assert_eq!((read.settings(), read.searchings()), (book.settings(), book.searchings()));
    assert_eq!(read.searchings().len(), 2);
    assert_eq!(read.position_count(), book.position_count());
    assert_eq!(moves(&read, ""), moves(&book, ""));
    assert!(bytes_of(&read) == bytes);
}

#[test]
fn ballots_are_expanded_before_anything_else_and_start_lines_of_their_own() {
    let settings = BookSettings { ballot_plies: 2, ..BookSettings::default() };
    // One start, seven first moves, and each of 49 replies except two that lose a man.
    let book = built(ENGLISH, settings, 8);
    for (first, _) in moves(&book, "") {
        assert_eq!(moves(&book, &first).len(), 7, "{first}");
    }
    let book = built(ENGLISH, settings, 8 + 46);
    let is_known = |played: &str| {
        let mut state = book.game().open(None).unwrap();
        play_moves(&mut *state, played).unwrap();
        book.moves(&*state).is_some()
    };
    let known = ["9-13 21-17", "10-14 22-17", "11-16 24-19", "12-16 22-18", "9-14 24-20"];
    let count = known.iter().filter(|played| is_known(played)).count();
    assert!(count >= 4, "{count}");
}

#[test]
fn scores_are_reproducible() {
    let book = built(ENGLISH, BookSettings::default(), 12);
    let found = verify(&book, 30, 1, &|_| search(ENGLISH)).unwrap();
    assert_eq!((found.checked, found.other.len()), (30, 0));
}

#[test]
fn a_book_ends_even_if_kings_shuffle_back_and_forth() {
    // Two men each: all become kings, and every position can recur in many ways.
    let name = "checkers:4,4,1";
    let mut book = Book::new(game(name), BookSettings::default());
    let all = BuildOptions { positions: None, ..options(0) };
    let end = build_further(&mut book, &all, &mut |_| Ok(())).unwrap();
    assert_eq!(end, BuildEnd::Complete);
    let read = Book::from_bytes(&bytes_of(&book), game(name), "a.book").unwrap();
    assert_eq!(moves(&read, ""), moves(&book, ""));
}

#[test]
fn games_of_chance_have_no_books() {
    let check = |name: &str, expected: &str| {
        let mut book = Book::new(game(name), BookSettings::default());
        let refused = build_further(&mut book, &options(5), &mut |_| Ok(())).unwrap_err();
        assert!(refused.to_string().contains(expected), "{refused}");
    };
    check("backgammon", "no opening books for backgammon:single: chance decides");
    check("pig", "pvs does not play pig");
}

#[test]
fn two_builders_do_not_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b.book");
    let lock = BookLock::take(&path).unwrap();
    let refused = BookLock::take(&path).unwrap_err();
    assert!(refused.to_string().starts_with("another program is building "), "{refused}");
    drop(lock);
    drop(BookLock::take(&path).unwrap());
}
