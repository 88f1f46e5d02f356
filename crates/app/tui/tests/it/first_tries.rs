//! Lines that newcomers type.

use board_engine::Seat;

use crate::support::{Match, answers, draughts};

#[test]
fn without_a_move_of_the_user_nothing_is_taken_back() {
    let mut begun = Match::new(&draughts("english"), &[false, true], &["11-15"]);
    assert!(begun.enters("undo").is_empty());
    begun.shows("there is no move to take back");
}

#[test]
fn of_a_typed_line_of_moves_the_first_is_played() {
    let mut begun = Match::new(&draughts("english"), &[true, true], &[]);
    let effects = begun.enters("11-15 22-18");
    assert_eq!(answers(&effects), [(Seat::FIRST, "11-15")]);
    begun.shows("Only 11-15 is played; type one move at a time.");
}
