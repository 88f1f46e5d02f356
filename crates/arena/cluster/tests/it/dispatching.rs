//! Tests the dispatcher's decisions.

use std::sync::Arc;
use std::time::Duration;

use arena::journal::Entry;
use cluster::message::{CantStart, Pair, PairResult, Report};
use cluster::{Dispatcher, Lease, Rejection, ReportOutcome, RunFailure};

use super::support::{attempt_of, entry, heartbeat, report, run, tournament};

const START: Duration = Duration::ZERO;

fn dispatcher(pairs: u32) -> Dispatcher {
    Dispatcher::new(run(pairs), Lease::default())
}

/// A time at which a worker last heard at the start has been silent for `times` times the limit.
fn late(times: u32) -> Duration {
    (Lease::default().silence() + Duration::from_secs(2)) * times
}

/// Pushes the pairs that are due, and records them as stored.
fn push(dispatcher: &mut Dispatcher, now: Duration) -> Vec<Pair> {
    dispatcher.tick(now);
    let numbered = dispatcher.pairs_to_push(now, usize::MAX);
    if let Some((last, _)) = numbered.last() {
        dispatcher.note_stored(*last);
    }
    numbered.into_iter().map(|(_, pair)| pair).collect()
}

fn finish(dispatcher: &mut Dispatcher, pair: &Pair, now: Duration) -> ReportOutcome {
    let report = report(dispatcher.run().tournament(), pair, "w");
    dispatcher.accept(report, now).unwrap()
}

#[test]
fn a_pair_is_pushed_once_and_its_result_counts_once() {
    let mut dispatcher = dispatcher(3);
    let pairs = push(&mut dispatcher, START);
    assert_eq!(
        pairs.iter().map(|pair| (pair.set, pair.attempt)).collect::<Vec<_>>(),
        [(0, 0), (1, 0), (2, 0)]
    );
    assert!(pairs.iter().all(|pair| pair.games.len() == 2));
    assert_eq!(push(&mut dispatcher, late(9)), [], "no worker has come, so nothing is lost");
    assert_eq!(finish(&mut dispatcher, &pairs[0], START).entries.len(), 2);
    let again = finish(&mut dispatcher, &pairs[0], START);
    assert_eq!((again.entries.len(), again.duplicates, again.foreign), (0, 2, 0));
    finish(&mut dispatcher, &pairs[1], START);
    assert!(!dispatcher.run().is_over());
    finish(&mut dispatcher, &pairs[2], START);
    assert!(dispatcher.run().is_over() && dispatcher.in_flight() == 0);
}

#[test]
fn a_pair_that_was_overtaken_is_pushed_again() {
    let mut dispatcher = dispatcher(3);
    let pairs = push(&mut dispatcher, START);
    finish(&mut dispatcher, &pairs[1], START);
    assert_eq!(push(&mut dispatcher, late(1) / 2), [], "it may be on its way to a worker");
    let again = push(&mut dispatcher, late(1));
    assert_eq!(again, [Pair { attempt: 1, ..pairs[0].clone() }]);
    assert_eq!(push(&mut dispatcher, late(9)), [], "the third pair may still be waiting");
}

#[test]
fn pairs_are_pushed_again_when_workers_find_the_queue_empty() {
    let mut dispatcher = dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    let run = dispatcher.run_id().clone();
    dispatcher.note_heartbeat(&heartbeat(&run, "w", vec![], true), START);
    assert_eq!(push(&mut dispatcher, late(1)).len(), pairs.len());
}

#[test]
fn the_pair_of_a_silent_worker_waits_in_the_queue_like_any_other() {
    let mut dispatcher = dispatcher(1);
    let pairs = push(&mut dispatcher, START);
    let run = dispatcher.run_id().clone();
    dispatcher.note_heartbeat(&heartbeat(&run, "w", vec![attempt_of(&pairs[0])], false), START);
    assert_eq!(dispatcher.workers(), (1, 1));
    assert_eq!(push(&mut dispatcher, late(1)), [], "the queue gives it to another worker");
    assert_eq!(dispatcher.workers(), (0, 0));
    dispatcher.note_heartbeat(&heartbeat(&run, "v", vec![], true), late(1));
    assert_eq!(push(&mut dispatcher, late(2)).len(), 1, "the queue has nothing to give");
}

#[test]
fn an_empty_queue_gets_all_unclaimed_pairs() {
    let mut dispatcher = dispatcher(3);
    let pairs = push(&mut dispatcher, START);
    let run = dispatcher.run_id().clone();
    dispatcher.note_heartbeat(&heartbeat(&run, "w", vec![attempt_of(&pairs[1])], false), START);
    dispatcher.queue_lost();
    let again: Vec<usize> = push(&mut dispatcher, START).iter().map(|pair| pair.set).collect();
    assert_eq!(again, [0, 2]);
}

#[test]
fn a_restarted_scheduler_leaves_pairs_with_their_workers() {
    let mut first = dispatcher(3);
    let pairs = push(&mut first, START);
    let mut second = dispatcher(3);
    second.wait_for_heartbeats(START);
    let run = second.run_id().clone();
    second.note_heartbeat(&heartbeat(&run, "w", vec![attempt_of(&pairs[1])], false), START);
    assert_eq!(push(&mut second, START), [], "workers have a moment to tell");
    let later = Duration::from_secs(3);
    let again: Vec<usize> = push(&mut second, later).iter().map(|pair| pair.set).collect();
    assert_eq!(again, [0, 2]);
    assert_eq!(finish(&mut second, &pairs[1], later).entries.len(), 2);
}

#[test]
fn a_journaled_half_of_a_pair_is_not_replayed() {
    let mut first = run(2);
    let tournament = std::sync::Arc::clone(first.tournament());
    let job = first.next_job().unwrap();
    let played = [super::support::entry(&tournament, &job, 1)];
    let run = arena::run::Run::new(tournament, &played).unwrap();
    let mut dispatcher = Dispatcher::new(run, Lease::default());
    let sizes: Vec<usize> =
        push(&mut dispatcher, START).iter().map(|pair| pair.games.len()).collect();
    assert_eq!(sizes, [1, 2]);
}

/// A report from a worker that changes the pair's first game and omits the second game.
fn report_with(pair: &Pair, change: &dyn Fn(&mut Entry)) -> Report {
    let mut report = report(&tournament(2), pair, "w");
    if let PairResult::Played { entries, .. } = &mut report.result {
        entries.truncate(1);
        entries.iter_mut().for_each(change);
    }
    report
}

/// The outcome of a report with this change.
fn outcome(change: &dyn Fn(&mut Entry)) -> ReportOutcome {
    let mut dispatcher = dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    dispatcher.accept(report_with(&pairs[0], change), START).unwrap()
}

#[test]
fn unplanned_games_are_dropped() {
    let foreign = |change: &dyn Fn(&mut Entry)| {
        let outcome = outcome(change);
        assert_eq!(outcome.rejected, []);
        (outcome.entries.len(), outcome.foreign)
    };
    assert_eq!(foreign(&|_| {}), (1, 0));
    assert_eq!(foreign(&|entry| entry.id = "0".repeat(16)), (0, 1));
    assert_eq!(foreign(&|entry| entry.number = 99), (0, 1));
    assert_eq!(foreign(&|entry| entry.round = usize::MAX), (0, 1));
}

#[test]
fn impossible_games_from_workers_are_refused() {
    let check = |change: &dyn Fn(&mut Entry), why: &str| {
        let outcome = outcome(change);
        assert_eq!((outcome.entries.len(), outcome.foreign), (0, 0), "{why}");
        let id = tournament(2).id(0, 0);
        let refusal = Rejection { worker: "w".into(), why: format!("game {id}: {why}") };
        assert_eq!(outcome.rejected, [refusal]);
    };
    check(&|entry| entry.players.reverse(), "its players differ from the schedule");
    check(&|entry| entry.set = 1, "its players differ from the schedule");
    check(&|entry| entry.conclusion.reason = "magic".into(), "magic is not a known ending");
    let ruled = "but by the rules O wins: three in a row";
    check(
        &|entry| entry.payoffs = vec![1, -1],
        &format!("its ending is \"X wins: three in a row\", {ruled}"),
    );
    check(
        &|entry| entry.payoffs = vec![1],
        &format!("its ending is \"X +1: three in a row\", {ruled}"),
    );
    check(&|entry| entry.moves = entry.moves.replace("a2", "b1"), "ply 3, b1: b1 is taken");
}

#[test]
fn a_pair_with_a_refused_game_is_replayed_at_most_three_times() {
    let lie: &dyn Fn(&mut Entry) = &|entry| entry.payoffs.reverse();
    let mut dispatcher = dispatcher(2);
    let mut pairs = push(&mut dispatcher, START);
    for attempt in 0..2 {
        assert_eq!(pairs[0].attempt, attempt);
        let report = report_with(&pairs[0], lie);
        assert_eq!(dispatcher.accept(report.clone(), START).unwrap().rejected.len(), 1);
        pairs = push(&mut dispatcher, START);
        assert_eq!(pairs.len(), 1);
        assert_eq!(dispatcher.accept(report, START).unwrap().rejected.len(), 1);
        assert_eq!(push(&mut dispatcher, START), [], "that was an old attempt");
    }
    let stopped = dispatcher.accept(report_with(&pairs[0], lie), START).unwrap_err().to_string();
    assert!(stopped.starts_with("gave up after 3 attempts: game "), "{stopped}");
    assert!(stopped.ends_with("(the last one on worker w)"), "{stopped}");
    let mut dispatcher = self::dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    dispatcher.accept(report_with(&pairs[0], lie), START).unwrap();
    let again = push(&mut dispatcher, START);
    for pair in [&again[0], &pairs[1]] {
        assert_eq!(finish(&mut dispatcher, pair, START).entries.len(), 2);
    }
    assert!(dispatcher.run().is_over());
}

/// A report on a pair without games.
fn bad(pair: &Pair, result: PairResult) -> Report {
    Report { worker: "w".into(), set: pair.set, attempt: pair.attempt, result }
}

#[test]
fn a_player_that_fails_to_start_stops_the_run() {
    let mut dispatcher = dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    let outcome = dispatcher.accept(bad(&pairs[0], cant_start(&pairs[0])), START).unwrap();
    let failure = outcome.failure.unwrap();
    assert_eq!(failure.to_string(), "new can't start: no licence (on the worker w)");
}

/// The result if the first player fails to start in both games of the pair.
fn cant_start(pair: &Pair) -> PairResult {
    let PairResult::Played { cant_start: mut both, .. } = cant_start_of(pair, 0) else { panic!() };
    let PairResult::Played { cant_start: second, .. } = cant_start_of(pair, 1) else { panic!() };
    both.extend(second);
    PairResult::Played { entries: Vec::new(), cant_start: both }
}

/// The result if the first player fails to start in the pair's game with this index.
fn cant_start_of(pair: &Pair, index: usize) -> PairResult {
    let number = pair.games[index].number;
    let refused = CantStart { number, player: 0, name: "new".into(), why: "no licence".into() };
    PairResult::Played { entries: Vec::new(), cant_start: vec![refused] }
}

#[test]
fn a_player_that_can_no_longer_start_loses_nothing() {
    let mut dispatcher = dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    finish(&mut dispatcher, &pairs[0], START);
    let outcome = dispatcher.accept(bad(&pairs[1], cant_start(&pairs[1])), START).unwrap();
    assert_eq!(outcome.entries, []);
    assert!(matches!(outcome.failure, Some(RunFailure::CantStart { .. })));
    assert_eq!(dispatcher.run().finished_games(), 2);
    finish(&mut dispatcher, &pairs[1], START);
    assert!(dispatcher.run().is_over(), "the games are still wanted");
}

#[test]
fn reported_games_are_accepted_before_a_failed_start_stops_the_run() {
    let mut dispatcher = dispatcher(1);
    let tournament = Arc::clone(dispatcher.run().tournament());
    let pairs = push(&mut dispatcher, START);
    let jobs: Vec<_> = pairs[0].jobs().collect();
    let PairResult::Played { cant_start, .. } = cant_start(&pairs[0]) else { panic!() };
    let played = PairResult::Played { entries: vec![entry(&tournament, &jobs[0], 1)], cant_start };
    let outcome = dispatcher.accept(bad(&pairs[0], played), START).unwrap();
    assert_eq!((outcome.entries.len(), outcome.failure.is_some()), (1, true));
    let late = cant_start_of(&pairs[0], 0);
    let outcome = dispatcher.accept(bad(&pairs[0], late), START).unwrap();
    assert_eq!(outcome.failure, None, "the game has its result");
}

#[test]
fn a_pair_that_fails_is_tried_three_times() {
    let mut dispatcher = dispatcher(1);
    let mut pairs = push(&mut dispatcher, START);
    for attempt in 0..2 {
        assert_eq!(pairs[0].attempt, attempt);
        let report = bad(&pairs[0], PairResult::Fault("no memory".into()));
        assert_eq!(dispatcher.accept(report.clone(), START).unwrap(), ReportOutcome::default());
        pairs = push(&mut dispatcher, START);
        assert_eq!(
            dispatcher.accept(report, START).unwrap(),
            ReportOutcome::default(),
            "it is old news"
        );
        assert_eq!(push(&mut dispatcher, START), []);
    }
    let stopped = dispatcher.accept(bad(&pairs[0], PairResult::Fault("no memory".into())), START);
    let (worker, why) = ("w".into(), "no memory".into());
    assert_eq!(stopped, Err(RunFailure::Fault { worker, why }));
}

#[test]
fn the_queue_holds_few_pairs_and_more_with_more_workers() {
    let mut dispatcher = dispatcher(100_000);
    let run = dispatcher.run_id().clone();
    let first = push(&mut dispatcher, START).len();
    for worker in 0..1000 {
        dispatcher.note_heartbeat(&heartbeat(&run, &worker.to_string(), vec![], false), START);
    }
    let more = push(&mut dispatcher, START).len();
    assert_eq!((first, first + more), (1024, 3000));
}
