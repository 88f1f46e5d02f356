//! A person is asked for a move, which the table judges.

use games_package::{Player, Prompt, Reply};
use players::HumanPlayer;
use tic_tac_toe::TicTacToe;

use crate::{TestHost, request_after};

#[test]
fn the_answer_is_the_move() {
    let request = request_after(TicTacToe::default(), "3/3/3 x", "");
    let host = TestHost { answers: std::sync::Mutex::new(["b2"].into()), ..TestHost::default() };
    assert_eq!(HumanPlayer::default().choose_move(&request, &host), Ok(Reply::play("b2")));
    assert_eq!(*host.prompts.lock().unwrap(), [Prompt::default()]);
}

#[test]
fn a_question_that_is_withdrawn_ends_the_turn() {
    let request = request_after(TicTacToe::default(), "3/3/3 x", "");
    let error = HumanPlayer::default().choose_move(&request, &TestHost::default()).unwrap_err();
    assert_eq!(error.text(), "the turn was withdrawn");
}
