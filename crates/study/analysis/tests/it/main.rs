//! Tests for analyzing positions and matches.

#![expect(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod advising;
mod matches;
mod puzzles;
mod tables;

use std::sync::{Arc, mpsc};
use std::time::Duration;

use analysis::{AnalysisError, AnalysisPosition, AnalysisUpdate, PreparedAnalysis};
use games_package::{
    Host, MatchSetup, Player, PlayerError, Reply, Request, SeatSetup, TableGame, Valuation,
};

/// The game with this name.
fn game(name: &str) -> Arc<dyn TableGame> {
    game_catalog::table_game(name).unwrap()
}

/// A match with this player from the catalog in every seat.
fn setup(game: &Arc<dyn TableGame>, player: &str, options: &str) -> MatchSetup {
    let options = options.parse().unwrap();
    setup_of(game, || game_catalog::new_player(game.name(), player, &options).unwrap())
}

fn setup_of(game: &Arc<dyn TableGame>, player: impl Fn() -> Box<dyn Player>) -> MatchSetup {
    let seats = (0..game.seat_count()).map(|_| SeatSetup::new("analyst", player())).collect();
    MatchSetup::new(Arc::clone(game), seats)
}

/// A player that fails.
struct Failing;

impl Player for Failing {
    fn name(&self) -> String {
        "failing".into()
    }

    fn choose_move(&mut self, _: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        Err(PlayerError::new("it is too hard"))
    }
}

/// A player that makes a report, and then thinks until it is stopped.
struct Endless;

impl Player for Endless {
    fn name(&self) -> String {
        "endless".into()
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        host.report(&games_package::Thinking::default());
        while !host.is_stopped() {
            std::thread::yield_now();
        }
        Ok(Reply::play(request.legal_moves[0].as_str()))
    }
}

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
fn failing_players_and_people_have_no_result() {
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
fn a_dropped_analysis_stops() {
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
