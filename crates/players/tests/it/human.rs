//! A person's slips never become moves.

use games_package::{Player, Reply};
use players::HumanPlayer;
use tic_tac_toe::TicTacToe;

use crate::{TestHost, request_after};

#[test]
fn a_refused_answer_is_asked_for_again_with_the_reason() {
    let request = request_after(TicTacToe::default(), "3/3/3 x", "");
    let host = TestHost {
        answers: std::sync::Mutex::new(["z9", " b2 "].into()),
        legal: request.legal_moves.clone(),
        ..TestHost::default()
    };
    assert_eq!(HumanPlayer.choose_move(&request, &host), Ok(Reply::play("b2")));
    let prompts = host.prompts.lock().unwrap();
    let refusals: Vec<_> = prompts.iter().map(|prompt| prompt.refusal.as_deref()).collect();
    assert_eq!(refusals, [None, Some("it is not in the list")]);
}

#[test]
fn a_question_that_is_withdrawn_ends_the_turn() {
    let request = request_after(TicTacToe::default(), "3/3/3 x", "");
    let error = HumanPlayer.choose_move(&request, &TestHost::default()).unwrap_err();
    assert_eq!(error.text(), "the turn was withdrawn");
}
