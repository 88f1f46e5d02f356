//! What the dispatcher decides.

use std::time::Duration;

use arena::journal::Entry;
use arena_queue::message::{CantStart, Finding, Pair, Report};
use arena_queue::{Dispatcher, Lease, Refusal, Stopped, Taken};

use super::support::{heartbeat, held, report, run, tournament};

const START: Duration = Duration::ZERO;

fn dispatcher(pairs: u32) -> Dispatcher {
    Dispatcher::new(run(pairs), Lease::default())
}

/// So long after the start that everything counts as silent that was heard then, twice.
fn late(times: u32) -> Duration {
    (Lease::default().silence() + Duration::from_secs(2)) * times
}

/// The pairs that are pushed now, all of them stored.
fn push(dispatcher: &mut Dispatcher, now: Duration) -> Vec<Pair> {
    dispatcher.tick(now);
    let numbered = dispatcher.to_push(now, usize::MAX);
    if let Some((last, _)) = numbered.last() {
        dispatcher.stored(*last);
    }
    numbered.into_iter().map(|(_, pair)| pair).collect()
}

fn finish(dispatcher: &mut Dispatcher, pair: &Pair, now: Duration) -> Taken {
    let told = report(dispatcher.run().tournament(), pair, "w");
    dispatcher.take(told, now).unwrap()
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
    assert_eq!(push(&mut dispatcher, late(9)), [], "nobody has come, so nothing is lost");
    assert_eq!(finish(&mut dispatcher, &pairs[0], START).entries.len(), 2);
    let again = finish(&mut dispatcher, &pairs[0], START);
    assert_eq!((again.entries.len(), again.duplicates, again.strange), (0, 2, 0));
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
    assert_eq!(push(&mut dispatcher, late(9)), [], "the third one may still wait");
}

#[test]
fn pairs_are_pushed_again_when_workers_find_the_queue_empty() {
    let mut dispatcher = dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    let run = dispatcher.name().clone();
    dispatcher.hear(&heartbeat(&run, "w", vec![], true), START);
    assert_eq!(push(&mut dispatcher, late(1)).len(), pairs.len());
}

#[test]
fn a_pair_whose_worker_is_silent_waits_in_the_queue_like_any_other() {
    let mut dispatcher = dispatcher(1);
    let pairs = push(&mut dispatcher, START);
    let run = dispatcher.name().clone();
    dispatcher.hear(&heartbeat(&run, "w", vec![held(&pairs[0])], false), START);
    assert_eq!(dispatcher.workers(), (1, 1));
    assert_eq!(push(&mut dispatcher, late(1)), [], "the queue gives it to another worker");
    assert_eq!(dispatcher.workers(), (0, 0));
    dispatcher.hear(&heartbeat(&run, "v", vec![], true), late(1));
    assert_eq!(push(&mut dispatcher, late(2)).len(), 1, "the queue has nothing to give");
}

#[test]
fn a_queue_that_has_lost_everything_gets_what_nobody_plays() {
    let mut dispatcher = dispatcher(3);
    let pairs = push(&mut dispatcher, START);
    let run = dispatcher.name().clone();
    dispatcher.hear(&heartbeat(&run, "w", vec![held(&pairs[1])], false), START);
    dispatcher.lost_all();
    let again: Vec<usize> = push(&mut dispatcher, START).iter().map(|pair| pair.set).collect();
    assert_eq!(again, [0, 2]);
}

#[test]
fn a_scheduler_that_comes_back_leaves_pairs_with_those_who_play_them() {
    let mut first = dispatcher(3);
    let pairs = push(&mut first, START);
    let mut second = dispatcher(3);
    second.call_roll(START);
    let run = second.name().clone();
    second.hear(&heartbeat(&run, "w", vec![held(&pairs[1])], false), START);
    assert_eq!(push(&mut second, START), [], "workers have a moment to tell");
    let later = Duration::from_secs(3);
    let again: Vec<usize> = push(&mut second, later).iter().map(|pair| pair.set).collect();
    assert_eq!(again, [0, 2]);
    assert_eq!(finish(&mut second, &pairs[1], later).entries.len(), 2);
}

#[test]
fn half_a_pair_that_is_journaled_is_not_played_again() {
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

/// The report of a worker that changes the first game of the pair and leaves the second one out.
fn changed(pair: &Pair, change: &dyn Fn(&mut Entry)) -> Report {
    let mut told = report(&tournament(2), pair, "w");
    if let Finding::Played { entries, .. } = &mut told.finding {
        entries.truncate(1);
        entries.iter_mut().for_each(change);
    }
    told
}

/// What comes of such a report.
fn taken(change: &dyn Fn(&mut Entry)) -> Taken {
    let mut dispatcher = dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    dispatcher.take(changed(&pairs[0], change), START).unwrap()
}

#[test]
fn games_that_were_not_planned_are_dropped() {
    let strange = |change: &dyn Fn(&mut Entry)| {
        let taken = taken(change);
        assert_eq!(taken.refused, []);
        (taken.entries.len(), taken.strange)
    };
    assert_eq!(strange(&|_| {}), (1, 0));
    assert_eq!(strange(&|entry| entry.id = "0".repeat(16)), (0, 1));
    assert_eq!(strange(&|entry| entry.number = 99), (0, 1));
    assert_eq!(strange(&|entry| entry.round = usize::MAX), (0, 1));
}

#[test]
fn games_that_can_not_have_gone_like_this_are_refused() {
    let check = |change: &dyn Fn(&mut Entry), why: &str| {
        let taken = taken(change);
        assert_eq!((taken.entries.len(), taken.strange), (0, 0), "{why}");
        let id = tournament(2).id(0, 0);
        let refusal = Refusal { worker: "w".into(), why: format!("game {id}: {why}") };
        assert_eq!(taken.refused, [refusal]);
    };
    check(&|entry| entry.players.reverse(), "the schedule has other players there");
    check(&|entry| entry.set = 1, "the schedule has other players there");
    check(&|entry| entry.conclusion.reason = "magic".into(), "magic is no reason for an end");
    let ruled = "but by the rules: O wins: three in a row";
    check(
        &|entry| entry.payoffs = vec![1, -1],
        &format!("it ends with \"X wins: three in a row\", {ruled}"),
    );
    check(
        &|entry| entry.payoffs = vec![1],
        &format!("it ends with \"X +1: three in a row\", {ruled}"),
    );
    check(&|entry| entry.moves = entry.moves.replace("a2", "b1"), "ply 3, b1: b1 is taken");
}

#[test]
fn a_pair_with_a_refused_game_is_played_again_three_times_at_most() {
    let lie: &dyn Fn(&mut Entry) = &|entry| entry.payoffs.reverse();
    let mut dispatcher = dispatcher(2);
    let mut pairs = push(&mut dispatcher, START);
    for attempt in 0..2 {
        assert_eq!(pairs[0].attempt, attempt);
        let told = changed(&pairs[0], lie);
        assert_eq!(dispatcher.take(told.clone(), START).unwrap().refused.len(), 1);
        pairs = push(&mut dispatcher, START);
        assert_eq!(pairs.len(), 1);
        assert_eq!(dispatcher.take(told, START).unwrap().refused.len(), 1);
        assert_eq!(push(&mut dispatcher, START), [], "that was an old attempt");
    }
    let stopped = dispatcher.take(changed(&pairs[0], lie), START).unwrap_err().to_string();
    assert!(stopped.starts_with("gave up after 3 attempts: game "), "{stopped}");
    assert!(stopped.ends_with("(the last time on the worker w)"), "{stopped}");
    let mut dispatcher = self::dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    dispatcher.take(changed(&pairs[0], lie), START).unwrap();
    let again = push(&mut dispatcher, START);
    for pair in [&again[0], &pairs[1]] {
        assert_eq!(finish(&mut dispatcher, pair, START).entries.len(), 2);
    }
    assert!(dispatcher.run().is_over());
}

/// A report that no game came of the pair.
fn bad(pair: &Pair, finding: Finding) -> Report {
    Report { worker: "w".into(), set: pair.set, attempt: pair.attempt, finding }
}

#[test]
fn a_player_that_cant_start_stops_the_run() {
    let mut dispatcher = dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    let stopped = dispatcher.take(bad(&pairs[0], cant_start(&pairs[0])), START).unwrap_err();
    assert_eq!(stopped.to_string(), "new can't start: no licence (on the worker w)");
}

/// In both games of the pair the first player can't start.
fn cant_start(pair: &Pair) -> Finding {
    let refused = pair.games.iter().map(|game| CantStart {
        number: game.number,
        player: 0,
        name: "new".into(),
        why: "no licence".into(),
    });
    Finding::Played { entries: Vec::new(), cant_start: refused.collect() }
}

#[test]
fn a_player_that_has_played_and_cant_start_any_more_has_lost() {
    let mut dispatcher = dispatcher(2);
    let pairs = push(&mut dispatcher, START);
    finish(&mut dispatcher, &pairs[0], START);
    let taken = dispatcher.take(bad(&pairs[1], cant_start(&pairs[1])), START).unwrap();
    let payoffs: Vec<_> = taken.entries.iter().map(|entry| entry.payoffs.clone()).collect();
    assert_eq!(payoffs, [[-1, 1], [1, -1]]);
    assert!(dispatcher.run().is_over());
}

#[test]
fn a_pair_that_fails_is_tried_three_times() {
    let mut dispatcher = dispatcher(1);
    let mut pairs = push(&mut dispatcher, START);
    for attempt in 0..2 {
        assert_eq!(pairs[0].attempt, attempt);
        let told = bad(&pairs[0], Finding::Fault("no memory".into()));
        assert_eq!(dispatcher.take(told.clone(), START).unwrap(), Taken::default());
        pairs = push(&mut dispatcher, START);
        assert_eq!(dispatcher.take(told, START).unwrap(), Taken::default(), "it is old news");
        assert_eq!(push(&mut dispatcher, START), []);
    }
    let stopped = dispatcher.take(bad(&pairs[0], Finding::Fault("no memory".into())), START);
    let (worker, why) = ("w".into(), "no memory".into());
    assert_eq!(stopped, Err(Stopped::Fault { worker, why }));
}

#[test]
fn the_queue_holds_few_pairs_and_more_with_more_workers() {
    let mut dispatcher = dispatcher(100_000);
    let run = dispatcher.name().clone();
    let first = push(&mut dispatcher, START).len();
    for worker in 0..1000 {
        dispatcher.hear(&heartbeat(&run, &worker.to_string(), vec![], false), START);
    }
    let more = push(&mut dispatcher, START).len();
    assert_eq!((first, first + more), (1024, 3000));
}
