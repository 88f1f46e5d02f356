//! Tests of the shipped opening books.

use board_engine::Turn;
use checkers_players::FAMILY;
use games_package::play_moves;
use opening_book::Book;

/// Maximum number of bytes in a book.
const BYTES_MAX: usize = 200_000;

/// The variant's shipped book.
fn shipped(variant: &str) -> Book {
    let game = FAMILY.open(Some(variant)).unwrap();
    let bytes = game.book().shipped.unwrap();
    assert!(bytes.len() <= BYTES_MAX, "{variant}: {} bytes", bytes.len());
    Book::from_bytes(bytes, game.table_game(), variant).unwrap()
}

#[test]
fn each_book_obeys_the_rules_and_contains_the_first_moves() {
    for variant in ["english", "international", "russian", "brazilian"] {
        let book = shipped(variant);
        let start = book.game().open(None).unwrap();
        let moves = book.moves(&*start).unwrap();
        let mut legal = Vec::new();
        start.legal_moves(&mut legal);
        assert_eq!(moves.len(), legal.len(), "{variant}");
        // After the best moves, the book contains several more plies.
        assert!(moves[0].line.len() >= 6, "{variant}: {:?}", moves[0]);
    }
}

#[test]
fn the_english_book_contains_all_ballots() {
    let book = shipped("english");
    assert_eq!(book.settings().ballot_plies, 3);
    let mut lines = vec![Vec::new()];
    for _ in 0..3 {
        let longer = lines.iter().flat_map(|line: &Vec<String>| {
            let mut state = book.game().open(None).unwrap();
            play_moves(&mut *state, &line.join(" ")).unwrap();
            assert_ne!(state.turn(), Turn::Chance);
            let known = book.moves(&*state).unwrap_or_else(|| panic!("{line:?} is not known"));
            known.into_iter().map(|known| [&line[..], &[known.mv]].concat()).collect::<Vec<_>>()
        });
        lines = longer.collect();
    }
    let known = |line: &&Vec<String>| {
        let mut state = book.game().open(None).unwrap();
        play_moves(&mut *state, &line.join(" ")).unwrap();
        book.moves(&*state).is_some()
    };
    let count = lines.iter().filter(known).count();
    // In more than half of 302 lines, neither side is ahead by half a man.
    assert!(count > 150, "{count} of {}", lines.len());
}

#[test]
fn the_other_variants_have_no_book() {
    for variant in ["frisian", "thai", "10,10,3"] {
        assert!(FAMILY.open(Some(variant)).unwrap().book().shipped.is_none());
    }
}
