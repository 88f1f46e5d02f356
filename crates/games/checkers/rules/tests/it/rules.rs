use board_engine::{Color, Game, KeyHistory, Outcome, Piece, Seat, Status, Turn};
use checkers::{Checkers, English, International, Layout, Role};

use crate::support::{after, check_draw, moves, outcome, position, status};

#[test]
fn the_first_seat_is_the_color_that_starts() {
    assert_eq!(Checkers::<English>::color_of(Seat::FIRST), Color::Black);
    assert_eq!(Checkers::<English>::seat_of(Color::White), Seat::SECOND);
    assert_eq!(Checkers::<International>::color_of(Seat::FIRST), Color::White);
    let game = Checkers::<English>::new();
    assert_eq!(game.turn(&game.start()), Turn::Seat(Seat::FIRST));
}

#[test]
fn a_position_has_the_piece_on_each_square() {
    let position = position::<English>("W:W22,K7:B9,K30");
    let on = |number| position.piece_on(Layout::<English>::bit_of_number(number).unwrap());
    assert_eq!(on(22), Some(Piece::new(Color::White, Role::Man)));
    assert_eq!(on(7), Some(Piece::new(Color::White, Role::King)));
    assert_eq!(on(30), Some(Piece::new(Color::Black, Role::King)));
    assert_eq!(on(1), None);
}

#[test]
fn positions_are_small() {
    assert_eq!(size_of::<<Checkers<English> as Game>::Position>(), 32);
    assert_eq!(size_of::<<Checkers<International> as Game>::Position>(), 32);
    assert_eq!(size_of::<<Checkers<International> as Game>::Move>(), 16);
}

#[test]
fn taken_pieces_stay_until_the_capture_ends() {
    // The king can't pass 20 a second time: it stops where the captured men block it.
    let taken_once = moves::<International>("W:WK48:B20,34,14,19");
    assert!(taken_once.iter().all(|text| text.starts_with("48x")), "{taken_once:?}");
}

#[test]
fn a_man_that_passes_the_crowning_row_stays_a_man_in_international() {
    let position = after::<International>("W:W13:B9,10", "13x15");
    assert!(position.kings(Color::White).is_empty());
}

#[test]
fn a_man_that_reaches_the_crowning_row_ends_its_move_in_english() {
    assert_eq!(moves::<English>("W:W10:B6,7,15"), ["10x1", "10x3"]);
    let position = after::<English>("W:W10:B6,7,15", "10x1");
    assert_eq!(position.kings(Color::White).count(), 1);
}

#[test]
fn a_side_without_moves_loses() {
    let win = |seat, reason| Some(Outcome::win(seat, reason));
    assert_eq!(outcome::<English>("W:W13:B9,6"), win(Seat::FIRST, "no legal move"));
    assert_eq!(outcome::<English>("W:W:B9,6"), win(Seat::FIRST, "no piece left"));
    assert_eq!(outcome::<International>("B:W9:B"), win(Seat::FIRST, "no piece left"));
}

#[test]
fn twenty_five_king_moves_are_a_draw_in_international() {
    check_draw::<International>("W:WK3,31:BK40,4:H49", false);
    check_draw::<International>("W:WK3,31:BK40,4:H50", true);
}

#[test]
fn three_pieces_against_a_king_have_sixteen_moves_in_international() {
    check_draw::<International>("W:WK3,K31,32:BK40:E31", false);
    check_draw::<International>("W:WK3,K31,32:BK40:E32", true);
    check_draw::<International>("B:BK3,31,32:WK40:E32", true);
}

#[test]
fn two_pieces_against_a_king_have_five_moves_in_international() {
    check_draw::<International>("W:WK3,K31:BK40:E9", false);
    check_draw::<International>("W:WK3,31:BK40:E10", true);
    check_draw::<International>("W:WK3:BK40:E10", true);
}

#[test]
fn an_ending_is_counted_from_the_move_after_it_arises() {
    let position = after::<International>("W:WK3,K5:BK40,31", "3-8 31-37");
    assert_eq!(position.ending_plies(), 0);
    let position = after::<International>("W:WK26,K5:BK45,21", "26x17 45-40 17-11");
    assert_eq!((position.ending_plies(), position.king_plies()), (2, 2));
}

#[test]
fn forty_king_moves_are_a_draw_in_english() {
    check_draw::<English>("W:WK3:BK30:H79", false);
    check_draw::<English>("W:WK3:BK30:H80", true);
    assert_eq!(after::<English>("W:WK3,32:BK30:H40", "3-7 30-26").king_plies(), 42);
    assert_eq!(after::<English>("W:WK3,32:BK30:H40", "32-28").king_plies(), 0);
}

#[test]
fn a_threefold_repetition_is_a_draw() {
    let game = Checkers::<International>::new();
    let mut position = position::<International>("W:WK3,31:BK50,4");
    let mut history = KeyHistory::starting_at(&game, &position);
    for round in 1..=2 {
        assert_eq!(history.outcome(&game), None, "round {round}");
        for text in ["3-8", "50-45", "8-3", "45-50"] {
            let mv = board_engine::Notation::parse_move(&game, &position, text).unwrap();
            history.play(&game, &mut position, mv);
        }
    }
    assert_eq!(history.outcome(&game), Some(Outcome::draw("threefold repetition (FMJD 6.1)")));
}

#[test]
fn ongoing_games_have_moves() {
    assert_eq!(status::<English>("B:W21-32:B1-12"), Status::Ongoing);
}
