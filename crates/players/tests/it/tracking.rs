//! Following a match by its texts.

use board_engine::Notation;
use players::Tracker;
use tic_tac_toe::TicTacToe;

use crate::request_after;

const START: &str = "3/3/3 x";

fn check(tracker: &mut Tracker<TicTacToe>, moves: &str, expected_history: usize) {
    let request = request_after(TicTacToe::default(), START, moves);
    tracker.follow(&request).unwrap();
    assert_eq!(tracker.game().format_position(tracker.position()), request.position);
    assert_eq!(tracker.history().len(), expected_history);
}

#[test]
fn new_moves_are_played_and_moves_that_were_taken_back_are_forgotten() {
    let mut tracker = Tracker::new(TicTacToe::default());
    check(&mut tracker, "", 1);
    check(&mut tracker, "b2 a1", 3);
    check(&mut tracker, "b2 a1 c3", 4);
    check(&mut tracker, "b2", 2);
    check(&mut tracker, "a1 b2", 3);
    check(&mut tracker, "", 1);
}

#[test]
fn another_start_begins_another_match() {
    let mut tracker = Tracker::new(TicTacToe::default());
    check(&mut tracker, "b2", 2);
    let request = request_after(TicTacToe::default(), "3/1x1/3 o", "");
    tracker.follow(&request).unwrap();
    assert_eq!(tracker.history().len(), 1);
}

#[test]
fn moves_that_are_not_legal_are_an_error_and_the_next_request_is_followed() {
    let mut tracker = Tracker::new(TicTacToe::default());
    let mut request = request_after(TicTacToe::default(), START, "b2");
    request.moves = "b2 b2".into();
    let error = tracker.follow(&request).unwrap_err().to_string();
    assert!(error.starts_with("the match can't be followed: illegal move b2"), "{error}");
    check(&mut tracker, "b2 a1", 3);
}
