use board_engine::{Notation, NotationError};
use checkers::{Checkers, English, International, Variant};

use crate::support::position;

fn check<V: Variant>(fen: &str, text: &str, why: &str) {
    let error = Checkers::<V>::new().parse_move(&position::<V>(fen), text).unwrap_err();
    assert!(matches!(error, NotationError::Refused { .. }), "{error}");
    assert_eq!(error.reason(), why, "{text} in {fen}");
}

const START: &str = "B:W21-32:B1-12";

#[test]
fn a_piece_must_stand_there_and_be_the_movers() {
    check::<English>(START, "14-18", "no piece on 14");
    check::<English>(START, "22-17", "22 is White's");
    check::<English>(START, "8-11", "11 is occupied");
}

#[test]
fn men_step_forward() {
    check::<English>(START, "11-18", "a man moves one square forward");
    check::<English>("B:W32:B15", "15-10", "a man does not move backward");
    check::<English>(START, "11x15", "nothing can be taken from 11 to 15");
}

#[test]
fn kings_move_as_far_as_their_variant_lets_them() {
    check::<English>("W:WK15:B1", "15-22", "a king moves one square along a diagonal");
    check::<International>("W:WK46:B5", "46-45", "a king moves along a diagonal");
    check::<International>("W:WK46,32:B1", "46-28", "the piece on 32 is in the way");
}

#[test]
fn captures_must_be_made() {
    check::<English>("W:W22,32:B18", "32-28", "22x15 must be taken");
    check::<English>("W:W22,23:B18", "22-17", "a capture must be made: 22x15 or 23x14");
}

#[test]
fn captures_must_be_completed() {
    check::<English>("W:W22:B18,11", "22x15", "the capture goes on: 22x15x8");
}

#[test]
fn most_pieces_must_be_taken() {
    check::<International>("W:W32,37:B28,19,41", "37x46", "two pieces must be taken: 32x14");
    check::<International>("W:W32,37:B28,19,41", "37-31", "two pieces must be taken: 32x14");
}

#[test]
fn nothing_is_played_after_the_end() {
    check::<English>("W:W13:B9,6", "13-17", "the game is over");
}

#[test]
fn refusals_name_the_position() {
    let error =
        Checkers::<English>::new().parse_move(&position::<English>(START), "14-18").unwrap_err();
    assert_eq!(error.to_string(), "illegal move 14-18 in B:W21-32:B1-12: no piece on 14");
}
