//! Plain programs that play several matches in a row.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use engine_protocols::{EnginePool, Timeouts, plain};
use games_package::{FailureKind, Options, Player, Request};

use crate::support::{self, Table, example, setup};

const GAME: &str = "checkers:english";

/// Whether the table still needs the answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    Needed,
    Withdrawn,
}

/// A program's answer in a new player's match: its number of matches, or its failure.
fn said(pool: &EnginePool, habit: &str, game: &str, options: &str, answers: Answers) -> String {
    let command = format!("{} '{habit}'{options}", example("fake_plain_program").display());
    let mut player =
        plain::player(pool, game, &command, None, (&Options::default(), Timeouts::default()))
            .unwrap();
    player.start(&setup(game)).unwrap();
    let table = Table::default();
    table.withdrawn.store(answers == Answers::Withdrawn, Ordering::Relaxed);
    let request = support::request("B:W21-32:B1-12", "9-13");
    let request = Request { time_left: None, budget: None, ..request };
    match player.choose_move(&request, &table) {
        Ok(_) => table.reports.into_inner().unwrap()[0].nodes.to_string(),
        Err(error) => error.kind().name().into(),
    }
}

fn check(pool: &EnginePool, habit: &str, answers: Answers, expected: [&str; 4]) {
    let found = [(); 4].map(|()| said(pool, habit, GAME, "", answers));
    assert_eq!(found, expected, "{habit}");
}

#[test]
fn a_program_that_declares_itself_reusable_serves_several_matches() {
    let kept = |habit, expected| {
        check(&EnginePool::with_capacity(2), habit, Answers::Needed, expected);
    };
    kept("counts", ["1", "2", "3", "4"]);
    kept("counts alone", ["1"; 4]);
    let crash = FailureKind::Vanished.name();
    kept("counts and crashes", ["1", crash, "1", crash]);
    kept("counts and answers twice", ["1"; 4]);
}

#[test]
fn a_killed_program_does_not_serve_another_match() {
    let late = FailureKind::Error.name();
    let pool = EnginePool::with_capacity(2);
    check(&pool, "counts and hangs", Answers::Withdrawn, ["1", late, "1", late]);
}

#[test]
fn a_pool_stores_no_programs_by_default() {
    check(&EnginePool::default(), "counts", Answers::Needed, ["1"; 4]);
}

#[test]
fn a_player_of_a_closed_pool_does_not_wait_for_a_hello() {
    let pool = EnginePool::with_capacity(2);
    let command = format!("{} wordless", example("fake_plain_program").display());
    let mut player =
        plain::player(&pool, GAME, &command, None, (&Options::default(), Timeouts::default()))
            .unwrap();
    let begun = Instant::now();
    pool.close();
    let error = player.start(&setup(GAME)).unwrap_err().to_string();
    assert!(error.contains("was stopped before its \"hello\""), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(30), "no side waits forever");
}

#[test]
fn different_games_and_different_options_do_not_share_a_program() {
    let take_turns = |capacity, places: [(&str, &str); 4]| {
        let pool = EnginePool::with_capacity(capacity);
        places.map(|(game, options)| said(&pool, "counts", game, options, Answers::Needed))
    };
    let games = [(GAME, ""), ("checkers:russian", ""), (GAME, ""), ("checkers:russian", "")];
    assert_eq!(take_turns(2, games), ["1", "1", "2", "2"]);
    assert_eq!(take_turns(1, games), ["1"; 4], "the one that has been idle for longest is ended");
    let options = [(GAME, "?level=2"), (GAME, "?level=3"), (GAME, "?level=2"), (GAME, "")];
    assert_eq!(take_turns(2, options), ["1", "1", "2", "1"]);
}
