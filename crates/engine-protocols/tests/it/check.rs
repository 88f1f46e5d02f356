//! Checks of engines, good ones and bad ones.

use std::time::{Duration, Instant};

use engine_protocols::check::{self, Check, CheckTimes, Verdict};

use crate::{example, fake_engine};

const TIMES: CheckTimes = CheckTimes {
    ready: Duration::from_secs(5),
    search: Duration::from_millis(500),
    answer: Duration::from_millis(300),
};

fn hub(habit: &str) -> Vec<Check> {
    let command = format!("{} {habit}", fake_engine().display());
    check::hub("checkers:international", &command, TIMES).unwrap()
}

fn uci(habit: &str) -> Vec<Check> {
    let command = format!("{} {habit}", example("fake_uci_engine").display());
    check::uci("chess:standard", &command, TIMES).unwrap()
}

/// The first check that failed, and what came.
fn failed(checks: &[Check]) -> (&str, &str) {
    let found = checks.iter().find(|check| check.verdict == Verdict::Failed);
    found.map_or(("", ""), |check| (check.name, check.found.as_str()))
}

#[test]
fn a_bad_engine_fails_the_check_that_names_its_fault() {
    let begun = Instant::now();
    for (habit, name, found) in [
        ("crash", "legal move", "it ended"),
        ("hang", "legal move", "it didn't answer in time"),
        ("chatter", "legal move", "it didn't answer in time"),
        ("endless", "legal move", "a line of more than"),
        ("liar", "legal move", "no legal move"),
        ("empty", "legal move", "is not one move"),
        ("twice", "one answer", "a second answer: 33-28"),
        ("plain", "stop", "32-28 before it was stopped"),
    ] {
        let checks = hub(habit);
        assert_eq!(failed(&checks).0, name, "{habit}: {checks:?}");
        assert!(failed(&checks).1.contains(found), "{habit}: {checks:?}");
    }
    assert_eq!(failed(&uci("liar")).0, "legal move");
    assert_eq!(failed(&uci("twice")).1, "a second answer: d2d4");
    assert!(begun.elapsed() < Duration::from_mins(1), "nobody waits for ever");
}

#[test]
fn what_comes_after_a_failure_is_skipped() {
    let command = "/no/such/engine";
    let checks = check::hub("checkers:international", command, TIMES).unwrap();
    assert_eq!(failed(&checks).0, "start");
    assert!(checks[1..].iter().all(|check| check.verdict == Verdict::Skipped), "{checks:?}");
    assert!(check::hub("chess:standard", command, TIMES).is_err());
    assert!(check::uci("chess:standard", "'", TIMES).is_err());
}
