use board_engine::{Game, Notation};
use checkers::{Checkers, English, International, Variant};

use crate::support::{moves, position};

/// Reading `text` gives the move that is written as `standard`.
fn check_reads<V: Variant>(fen: &str, text: &str, standard: &str) {
    let game = Checkers::<V>::new();
    let position = position::<V>(fen);
    let mv = game.parse_move(&position, text).unwrap();
    assert_eq!(game.format_move(&position, mv), standard);
}

#[test]
fn quiet_moves_are_read_however_they_are_typed() {
    for text in ["11-15", " 11 - 15 ", "11 15", "1115", "011-015"] {
        check_reads::<English>("B:W21-32:B1-12", text, "11-15");
    }
}

#[test]
fn captures_are_read_however_they_are_typed() {
    let fen = "W:W22:B18,11,9";
    for text in ["22x8", "22x15x8", "22:8", "22X8", "22-8", "2208", "22 8", "221508"] {
        check_reads::<English>(fen, text, "22x8");
    }
}

/// The example of the PDN standard, `doc/diagram1`: four captures from 47 to 36 and two ways to write them apart.
const DIAGRAM: &str = "W:WK47:B9,13,14,20,24,31,33,42";

#[test]
fn captures_with_the_same_ends_are_written_with_every_landing_square() {
    for text in moves::<International>(DIAGRAM) {
        check_reads::<International>(DIAGRAM, &text, &text);
    }
}

#[test]
fn squares_on_the_way_tell_captures_apart() {
    let game = Checkers::<International>::new();
    // Two ways around, each taking two men.
    let fen = "W:WK5:B14,23,10,40,44,33";
    let position = position::<International>(fen);
    let mut legal = Vec::new();
    game.legal_moves(&position, &mut legal);
    for mv in legal {
        let text = game.format_move(&position, mv);
        assert_eq!(game.parse_move(&position, &text).unwrap(), mv);
    }
}

#[test]
fn ambiguous_captures_list_what_they_may_mean() {
    let game = Checkers::<English>::new();
    let position = position::<English>("W:WK30:B25,17,10,26,19,11,18");
    let mut legal = Vec::new();
    game.legal_moves(&position, &mut legal);
    let texts: Vec<String> = legal.iter().map(|&mv| game.format_move(&position, mv)).collect();
    assert!(texts.iter().all(|text| !text.contains(' ')), "{texts:?}");
}

#[test]
fn malformed_moves_name_the_column() {
    let game = Checkers::<English>::new();
    let message = |text| game.parse_move(&game.start(), text).unwrap_err().to_string();
    assert_eq!(message(""), "malformed move \"\" at column 1: expected a square from 1 to 32");
    assert_eq!(message("11"), "malformed move \"11\" at column 3: expected - or x and a square");
    assert_eq!(
        message("11-"),
        "malformed move \"11-\" at column 4: expected a square from 1 to 32"
    );
    assert_eq!(
        message("11-33"),
        "malformed move \"11-33\" at column 4: expected a square from 1 to 32"
    );
    assert_eq!(
        message("11~15"),
        "malformed move \"11~15\" at column 3: expected - or x and a square"
    );
}
