//! Tests for hints, and for the coach's judgment of the last move.

use std::sync::mpsc;
use std::time::Duration;

use analysis::{Advice, AdviceError, Question, References, Topic, advise};
use games_package::MatchSetup;

use crate::{game, setup};

const LONG: Duration = Duration::from_mins(1);

/// Alpha-beta's answer.
fn ask(name: &str, start: &str, moves: &[&str], topic: Topic) -> Result<Advice, String> {
    let game = game(name);
    let moves = moves.iter().map(ToString::to_string).collect();
    let question = Question { start: start.into(), moves, topic };
    let (sender, answers) = mpsc::channel();
    let make = |_time| Ok::<MatchSetup, String>(setup(&game, "alpha-beta", "depth=6"));
    advise(&game, question.clone(), &References::default(), make, move |advice| {
        sender.send(advice).unwrap();
    })
    .map_err(|error: AdviceError<String>| error.to_string())?;
    let advice = answers.recv_timeout(LONG).unwrap();
    assert_eq!(advice.question, question);
    assert!(answers.recv_timeout(LONG).is_err(), "an answer is given once");
    Ok(advice)
}

fn check_sentence(start: &str, mv: &str, expected: &str) {
    let advice = ask("tic-tac-toe", start, &[mv], Topic::LastMove).unwrap();
    assert_eq!(advice.sentence, expected);
    assert_eq!(advice.best, None);
}

#[test]
fn a_hint_names_the_best_move() {
    let advice = ask("tic-tac-toe", "xx1/oo1/3 x", &[], Topic::BestMove).unwrap();
    assert_eq!(advice.best.as_deref(), Some("c3"));
    assert!(
        advice.sentence.starts_with("The best move is c3 (win in 1, depth "),
        "{}",
        advice.sentence
    );
}

#[test]
fn the_coach_reports_the_loss_of_the_last_move() {
    let start = "xx1/oo1/3 x";
    check_sentence(start, "c3", "c3 is the best move (win in 1).");
    let advice = ask("tic-tac-toe", start, &["a1"], Topic::LastMove).unwrap();
    assert!(advice.sentence.starts_with("a1 is a blunder (??): "), "{}", advice.sentence);
    assert!(advice.sentence.ends_with("Better was c3: win in 1."), "{}", advice.sentence);
}

#[test]
fn the_coach_reports_an_unknown_loss() {
    let advice = ask("pig", "0,0 1 5", &["roll"], Topic::LastMove).unwrap();
    assert_eq!(advice.sentence, "The loss of that move is unknown.");
}

#[test]
fn without_a_last_move_or_an_analyst_there_is_no_advice() {
    let refused = ask("tic-tac-toe", "3/3/3 x", &[], Topic::LastMove).unwrap_err();
    assert_eq!(refused, "no move has been played");
    let refused = ask("tic-tac-toe", "3/3/3 x", &["?"], Topic::BestMove).unwrap_err();
    assert_eq!(refused, "advice is not available in games with hidden hands");
    let game = game("tic-tac-toe");
    let question = Question { start: "3/3/3 x".into(), moves: Vec::new(), topic: Topic::BestMove };
    let nobody = |_time| Err::<MatchSetup, _>("no player is set up");
    let refused = advise(&game, question, &References::default(), nobody, |_| {
        unreachable!("it has not begun")
    });
    assert!(matches!(refused, Err(AdviceError::Setup("no player is set up"))), "{refused:?}");
}
