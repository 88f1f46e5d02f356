//! Ctrl-C ends every command immediately, cleanly, and with exit code 130.

use std::time::{Duration, Instant};

use integration_tests::{Rival, scratch};

/// The time limit for ending on a busy machine. Uninterrupted matches would take minutes.
const SOON: Duration = Duration::from_secs(10);

/// Interrupts `arguments` as soon as they have written a line.
fn check(arguments: &[&str]) {
    let mut running = Rival::new(arguments).start();
    let line = running.line();
    assert!(line.is_some(), "{arguments:?} writes a line");
    running.interrupt();
    let before = Instant::now();
    let finished = running.finish().exits(130);
    assert!(before.elapsed() < SOON, "after {:?}: {finished}", before.elapsed());
    assert!(!finished.stderr.contains("panicked"), "{finished}");
}

#[test]
fn a_match_can_be_interrupted() {
    check(&["watch", "checkers", "random", "random", "--delay", "1s"]);
    check(&["watch", "checkers", "random", "random", "--delay", "1s", "--json"]);
}

#[test]
fn a_player_that_thinks_can_be_interrupted() {
    check(&["watch", "checkers", "random", "minimax:depth=20", "--json"]);
}

#[test]
fn an_interrupted_match_is_still_a_record() {
    let folder = scratch();
    let arguments = [
        "watch", "checkers", "random", "random", "--delay", "1s", "--seed", "7", "--save", "match",
    ];
    let mut running = Rival::new(arguments).dir(folder.path()).start();
    let _ = running.line();
    running.interrupt();
    let _ = running.finish().exits(130);
    let replayed = Rival::new(["replay", "match"]).dir(folder.path()).run().exits(0);
    assert!(replayed.stdout.starts_with("checkers:english: "), "{replayed}");
}
