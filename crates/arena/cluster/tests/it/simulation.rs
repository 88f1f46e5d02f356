//! Ten thousand workers in virtual time, driven by the scheduler's code over a very lossy queue.

mod world;

use std::sync::Arc;
use std::time::Duration;

use arena::journal::Entry;
use arena::run::Run;

use self::world::{Conditions, World};
use super::support::tournament;

/// The durations of game pairs in tenths of a second, at a tenth of a second per move. The values are the 1/20
/// quantiles of the pair lengths in the first 99 pairs from `rival-arena match checkers alpha-beta pvs --nodes 500
/// --pairs 100 --openings random:6 --seed 1`.
const PAIR_TENTHS: [u64; 21] = [
    101, 111, 123, 128, 137, 143, 145, 148, 160, 169, 177, 193, 208, 215, 229, 233, 244, 258, 278,
    300, 389,
];

/// Returns `true` if the slow tests are enabled.
fn is_deep() -> bool {
    std::env::var_os("RIVAL_DEEP").is_some()
}

/// Plays a run under these conditions, and checks that every planned game is in the journal exactly once.
#[expect(clippy::print_stdout, reason = "the results are printed on request")]
fn check(name: &str, pairs: u32, conditions: Conditions) -> World {
    let tournament = tournament(pairs);
    let mut world = World::new(Arc::clone(&tournament), conditions);
    world.play();
    let mut ids: Vec<&str> = world.journal.iter().map(|entry: &Entry| entry.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    let games = pairs as usize * 2;
    assert_eq!((ids.len(), world.journal.len()), (games, games), "{name}");
    // The journal equals an uninterrupted run's journal.
    let run = Run::new(tournament, &world.journal).unwrap();
    assert!(run.is_over() && run.finished_games() == games, "{name}");
    println!("{name}: {world}");
    world
}

#[test]
fn a_working_queue_plays_nothing_twice() {
    let world = check("no losses", 2_000, Conditions { workers: 200, ..Conditions::default() });
    assert_eq!(world.pairs_in_vain(), 0);
}

#[test]
fn lost_messages_are_tolerated() {
    let conditions = Conditions { workers: 200, loss: 0.02, ..Conditions::default() };
    check("2 % of all messages lost", 2_000, conditions);
}

#[test]
fn dying_hanging_and_returning_workers_are_tolerated() {
    let life = Duration::from_mins(5);
    let conditions = Conditions { workers: 200, life: Some(life), ..Conditions::default() };
    check("workers live for 5 minutes", 2_000, conditions);
}

#[test]
fn a_queue_that_forgets_everything_is_tolerated() {
    let wiped = vec![Duration::from_secs(50), Duration::from_secs(51), Duration::from_secs(140)];
    let conditions = Conditions { workers: 200, wiped, ..Conditions::default() };
    check("a queue wiped three times", 2_000, conditions);
}

#[test]
fn a_scheduler_that_dies_and_restarts_is_tolerated() {
    let restarts = vec![Duration::from_secs(30), Duration::from_secs(90), Duration::from_secs(91)];
    let conditions = Conditions { workers: 200, restarts, ..Conditions::default() };
    let world = check("a scheduler started four times", 2_000, conditions);
    // Ongoing pairs continued after the restart. Pairs in transit at that moment are played at most twice.
    assert!(world.pairs_in_vain() <= 20, "{world}");
}

#[test]
fn all_faults_at_once_with_ten_thousand_workers() {
    let pairs = if is_deep() { 400_000 } else { 30_000 };
    let conditions = Conditions {
        workers: 10_000,
        loss: 0.001,
        life: Some(Duration::from_hours(1)),
        wiped: vec![Duration::from_mins(1)],
        restarts: vec![Duration::from_secs(40)],
        ..Conditions::default()
    };
    check("10,000 workers", pairs, conditions);
}
