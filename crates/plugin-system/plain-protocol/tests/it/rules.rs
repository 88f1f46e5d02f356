//! Answers to questions about the rules.

use game_catalog::table_game;
use plain_protocol::{Answerer, Question};
use serde_json::{Value, json};

/// The answer to a question in this game.
fn answer(game: &str, position: Option<&str>, moves: &[&str]) -> Value {
    let mut answerer = Answerer::new(table_game(game).unwrap());
    let moves = moves.iter().map(ToString::to_string).collect();
    let question = Question { position: position.map(String::from), moves };
    serde_json::to_value(answerer.answer(&question, None)).unwrap()
}

#[test]
fn a_position_is_answered_with_moves_and_an_end_with_payoffs() {
    let start = answer("tic-tac-toe", None, &["a1"]);
    assert_eq!(start["turn"], 2);
    assert_eq!(start["legal_moves"].as_array().unwrap().len(), 8);
    assert_eq!(start["payoffs"], Value::Null);
    let end = answer("tic-tac-toe", Some("xx1/oo1/3 x"), &["c3"]);
    assert_eq!(end["payoffs"], json!([1, -1]));
    assert_eq!(end["turn"], Value::Null);
    assert_eq!(end["legal_moves"], json!([]));
    assert!(end["reason"].is_string());
}

#[test]
fn chance_moves_have_weights() {
    let rolls = answer("backgammon", None, &[]);
    assert_eq!(rolls["turn"], "chance");
    let count = rolls["legal_moves"].as_array().unwrap().len();
    assert_eq!(rolls["weights"].as_array().unwrap().len(), count);
}

#[test]
fn errors_are_reported() {
    let said = |position, moves: &[&str]| {
        let answer = answer("tic-tac-toe", position, moves);
        answer["error"].as_str().unwrap().to_owned()
    };
    assert!(said(Some("x"), &[]).starts_with("malformed position \"x\""));
    assert!(said(None, &["a1", "a1"]).starts_with("illegal move a1 in"));
    let many = vec!["a1"; 1001];
    assert_eq!(said(None, &many), "1001 moves in one question: at most 1000 are allowed");
}

#[test]
fn consecutive_questions_about_a_position_are_independent() {
    let mut answerer = Answerer::new(table_game("tic-tac-toe").unwrap());
    let here = "3/3/3 x";
    for mv in ["a1", "b2", "no", "c3", "a1"] {
        let question = Question { position: None, moves: vec![mv.into()] };
        let alone = Answerer::new(table_game("tic-tac-toe").unwrap()).answer(&question, Some(here));
        assert_eq!(answerer.answer(&question, Some(here)), alone);
    }
}
