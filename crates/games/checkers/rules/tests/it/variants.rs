//! Tests the rules that differ between variants, one by one.

use board_engine::{Color, Game, Notation, Outcome, Seat};
use checkers::{
    Breakthrough, Canadian, Checkers, Czech, Frisian, Frysk, Italian, Killer, Layout, Losing,
    Parlour, ParlourFree, Pool, Russian, Spanish, Thai, Turkish, VARIANTS, Variant,
};

use crate::support::{after, moves, outcome};

fn check_moves<V: Variant>(fen: &str, expected: &[&str]) {
    assert_eq!(moves::<V>(fen), expected, "{fen}");
}

fn check_start<V: Variant>(expected: &str) {
    let game = Checkers::<V>::new();
    assert_eq!(game.format_position(&game.start()), expected);
}

#[test]
fn the_list_contains_each_variant_once() {
    let mut names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
    assert!(names.len() >= 17);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), VARIANTS.len());
}

#[test]
fn starting_positions_are_numbered_as_in_their_country() {
    check_start::<Italian>("W:W21-32:B1-12");
    check_start::<Spanish>("W:W1-12:B21-32");
    check_start::<Thai>("B:W1-8:B25-32");
    check_start::<Pool>("B:W21-32:B1-12");
    check_start::<Canadian>("W:W43-72:B1-30");
    check_start::<Frysk>("W:W46-50:B1-5");
    check_start::<Russian>(
        "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8",
    );
    check_start::<Turkish>(
        "W:Wa2,a3,b2,b3,c2,c3,d2,d3,e2,e3,f2,f3,g2,g3,h2,h3:Ba6,a7,b6,b7,c6,c7,d6,d7,e6,e7,f6,f7,g6,g7,h6,h7",
    );
}

#[test]
fn corners_are_where_the_board_has_them() {
    assert_eq!(Layout::<Italian>::name(Layout::<Italian>::bit(board_engine::Square::new(0))), "1");
    let place = |bit| Layout::<Italian>::place(bit).map(|place| (place.column, place.row));
    assert_eq!(Layout::<Italian>::bit_of_number(1).and_then(place), Some((0, 0)));
    assert_eq!(Layout::<Italian>::bit_of_number(32).and_then(place), Some((7, 7)));
    let place = |bit| Layout::<Spanish>::place(bit).map(|place| (place.column, place.row));
    assert_eq!(Layout::<Spanish>::bit_of_number(1).and_then(place), Some((7, 7)));
}

#[test]
fn a_russian_man_crowned_in_a_capture_continues_as_a_king() {
    check_moves::<Russian>("W:Wb6:Bc7,f6", &["b6:g5", "b6:h4"]);
    let position = after::<Russian>("W:Wb6:Bc7,f6", "b6:h4");
    assert_eq!(position.kings(Color::White).count(), 1);
}

#[test]
fn a_pool_man_passes_its_crowning_row_as_a_man() {
    // The board from the test above. Here the man captures one piece and is crowned.
    check_moves::<Pool>("W:W9:B6,15", &["9x2"]);
    check_moves::<Pool>("W:W9:B6,7", &["9x11"]);
    assert!(after::<Pool>("W:W9:B6,7", "9x11").kings(Color::White).is_empty());
}

#[test]
fn kings_capture_before_men_in_czech() {
    check_moves::<Czech>("W:Wa3,h2:Bb4,e5", &["a3xc5"]);
    check_moves::<Czech>("W:Wa3,Kh2:Bb4,e5", &["h2xb8", "h2xc7", "h2xd6"]);
}

#[test]
fn most_kings_must_be_taken_in_spanish() {
    check_moves::<Spanish>("W:W14:B18,19,31", &["14x21", "14x23"]);
    check_moves::<Spanish>("W:W14:B18,K19,31", &["14x23"]);
}

#[test]
fn italian_men_take_no_kings() {
    check_moves::<Italian>("W:W22:B19,1", &["22x15"]);
    check_moves::<Italian>("W:W22:BK19,1", &["22-18"]);
    check_moves::<Italian>("W:WK22:BK19,1", &["22x15"]);
}

#[test]
fn italian_kings_capture_before_men() {
    check_moves::<Italian>("W:W22,24:B19,20,1", &["22x15", "24x15"]);
    check_moves::<Italian>("W:W22,K24:B19,20,1", &["24x15"]);
}

#[test]
fn thai_kings_land_directly_behind_and_may_turn_back() {
    check_moves::<Thai>("B:BK4:W15,7", &["4-18"]);
    // The king jumps over 18 and back over the square that it left, or the other way around.
    check_moves::<Thai>("B:BK15:W11,18", &["15-22", "15-8"]);
}

#[test]
fn a_killer_king_that_takes_a_king_lands_directly_behind_it() {
    check_moves::<Killer>("W:WK46:BK23,1", &["46x19"]);
    check_moves::<Killer>("W:WK46:B23,1", &["46x10", "46x14", "46x19", "46x5"]);
}

#[test]
fn frisian_captures_also_follow_rows_and_columns() {
    check_moves::<Frisian>("W:W28:B18,1", &["28x8"]);
    check_moves::<Frisian>("W:W28:B29,1", &["28x30"]);
    check_moves::<Frisian>("W:W28:B38,1", &["28x48"]);
}

#[test]
fn a_frisian_king_counts_a_little_less_than_two_men() {
    check_moves::<Frisian>("W:W28,36:BK18,26,1", &["28x8"]);
    check_moves::<Frisian>("W:W28,50:B18,7,K40", &["28x6"]);
}

#[test]
fn a_frisian_king_captures_before_a_man_that_takes_as_much() {
    check_moves::<Frisian>("W:W36,50:B26,40", &["36x16", "50x30"]);
    check_moves::<Frisian>("W:W36,K50:B26,40", &["50x10", "50x20", "50x30"]);
}

#[test]
fn turkish_pieces_leave_at_once_and_no_capture_turns_back() {
    check_moves::<Turkish>("W:WKa1:Ba4,a6,c8", &["a1xd8", "a1xe8", "a1xf8", "a1xg8", "a1xh8"]);
    check_moves::<Turkish>("W:WKd4:Bd6,d2", &["d4xd1", "d4xd7", "d4xd8"]);
}

#[test]
fn turkish_men_step_sideways_but_not_back() {
    check_moves::<Turkish>("W:Wd4:Bh8,a8", &["d4-c4", "d4-d5", "d4-e4"]);
}

#[test]
fn the_first_king_wins_breakthrough() {
    let won = Some(Outcome::win(Seat::FIRST, "the first king"));
    assert_eq!(outcome::<Breakthrough>("B:WK3,40:B20"), won);
    assert_eq!(outcome::<Breakthrough>("W:WK3,40:B20"), won);
}

#[test]
fn a_side_without_moves_wins_losing_draughts() {
    assert_eq!(outcome::<Losing>("W:W:B20"), Some(Outcome::win(Seat::FIRST, "no piece left")));
}

#[test]
fn a_parlour_side_without_a_move_passes() {
    check_moves::<Parlour>("W:W13,17:B9,6,10,14", &["pass"]);
    assert_eq!(after::<Parlour>("W:W13:B9,6,K32", "pass").turn(), Color::Black);
}

#[test]
fn more_pieces_win_in_parlour() {
    let end =
        |fen| outcome::<Parlour>(fen).map(|outcome| (outcome.payoffs().to_vec(), outcome.reason()));
    assert_eq!(end("W:W:B9,6"), Some((vec![1, -1], "more pieces")));
    // Neither side can move, and both have the same number of pieces.
    assert_eq!(end("W:W17-28:B5-16"), Some((vec![0, 0], "equal numbers of pieces")));
}

#[test]
fn captures_are_optional_if_the_parameter_is_set() {
    check_moves::<ParlourFree>("W:W22:B18", &["22-17", "22x15"]);
    check_moves::<Parlour>("W:W22:B18", &["22x15"]);
}
