//! Single positions.

use std::sync::mpsc;
use std::time::Duration;

use analysis::{AnalysisError, AnalysisPosition, AnalysisUpdate, PreparedAnalysis};
use games_package::{MatchSetup, SeatSetup, Valuation};

use crate::{Endless, Failing, game, setup, setup_of};

const LONG: Duration = Duration::from_mins(1);

fn position(start: &str) -> AnalysisPosition<'_> {
    AnalysisPosition { start: Some(start), moves: &[] }
}

#[test]
fn the_result_is_the_best_line_of_the_last_depth() {
    let game = game("tic-tac-toe");
    let moves = ["a3", "c1"].map(String::from);
    let position = AnalysisPosition { start: None, moves: &moves };
    let setup = setup(&game, "alpha-beta", "depth=7");
    let found = PreparedAnalysis::new(setup, position).unwrap().finish().unwrap();
    assert_eq!((found.valuation(), found.is_forced), (Some(Valuation::WinIn(5)), false));
    assert_eq!(found.line().split(' ').next(), Some(found.chosen.as_str()));
}

#[test]
fn a_forced_move_gets_its_score_from_the_next_choice() {
    let game = game("checkers:english");
    let analyze = |start| {
        let setup = setup(&game, "alpha-beta", "depth=4");
        PreparedAnalysis::new(setup, position(start)).unwrap().finish().unwrap()
    };
    let found = analyze("B:W18,32,31:B14");
    assert_eq!((found.chosen.as_str(), found.is_forced), ("14x23", true));
    assert_eq!(found.valuation(), Some(Valuation::LossIn(4)));
    assert_eq!(analyze("B:W18:B14").valuation(), Some(Valuation::WinIn(1)));
}

#[test]
fn illegal_moves_are_refused_at_once() {
    let game = game("tic-tac-toe");
    let setup = setup(&game, "random", "");
    let moves = ["a1", "a1"].map(String::from);
    let refused = PreparedAnalysis::new(setup, AnalysisPosition { start: None, moves: &moves });
    assert!(refused.is_err());
}

#[test]
fn a_player_that_fails_and_a_person_have_no_result() {
    let game = game("tic-tac-toe");
    let finish = |setup: MatchSetup| {
        PreparedAnalysis::new(setup, position("3/3/3 x")).unwrap().finish().unwrap_err()
    };
    let failed = finish(setup_of(&game, || Box::new(Failing)));
    assert_eq!(failed, AnalysisError::Failed("error: it is too hard".into()));
    let mut people = setup(&game, "human", "");
    people.seats.iter_mut().for_each(|seat: &mut SeatSetup| seat.is_person = true);
    assert_eq!(finish(people), AnalysisError::Person);
}

#[test]
fn an_analysis_that_is_dropped_stops() {
    let game = game("tic-tac-toe");
    let setup = setup_of(&game, || Box::new(Endless));
    let prepared = PreparedAnalysis::new(setup, position("3/3/3 x")).unwrap();
    let (sender, updates) = mpsc::channel();
    let running = prepared.start(move |update| sender.send(update).unwrap()).unwrap();
    assert!(matches!(updates.recv_timeout(LONG), Ok(AnalysisUpdate::Thinking(..))));
    drop(running);
    let end = updates.recv_timeout(LONG);
    assert!(matches!(end, Ok(AnalysisUpdate::End(Err(AnalysisError::Stopped)))), "{end:?}");
    assert!(updates.recv_timeout(LONG).is_err(), "nothing follows the end");
}
