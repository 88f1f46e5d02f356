//! Checks of correct and faulty engines.

use std::sync::Arc;
use std::time::{Duration, Instant};

use checkers::{Checkers, English};
use engine_protocols::check::{self, Check, CheckTimes, HUB_GAME, UCI_GAME, Verdict};
use game_catalog::engine_notations;
use games_package::{Rules, TableGame};

use crate::support::{example, fake_engine};

const TIMES: CheckTimes = CheckTimes {
    ready: Duration::from_secs(5),
    search: Duration::from_millis(500),
    answer: Duration::from_millis(300),
};

/// A time that is longer than any responsive program needs.
const LATE: Duration = Duration::from_secs(20);

fn hub(habit: &str) -> Vec<Check> {
    let command = format!("{} {habit}", fake_engine().display());
    check::hub(HUB_GAME, engine_notations(HUB_GAME).hub, &command, TIMES).unwrap()
}

fn uci(habit: &str) -> Vec<Check> {
    let command = format!("{} {habit}", example("fake_uci_engine").display());
    check::uci(UCI_GAME, engine_notations(UCI_GAME).uci, &command, TIMES).unwrap()
}

/// The first failed check and its finding.
pub(crate) fn failed(checks: &[Check]) -> (&str, &str) {
    let found = checks.iter().find(|check| check.verdict == Verdict::Failed);
    found.map_or(("", ""), |check| (check.name, check.found.as_str()))
}

#[test]
fn a_faulty_engine_fails_the_matching_check() {
    let begun = Instant::now();
    for (habit, name, found) in [
        ("crash", "legal move", "it ended"),
        ("hang", "legal move", "it didn't answer in time"),
        ("chatter", "legal move", "it didn't answer in time"),
        ("endless", "legal move", "a line of more than"),
        ("liar", "legal move", "no legal move"),
        ("empty", "legal move", "is not one move"),
        ("twice", "one answer", "a second answer: 33-28"),
        ("eager", "waits", "it answered before the question: 32-28"),
        ("plain", "stop", "32-28 before stop"),
    ] {
        let checks = hub(habit);
        assert_eq!(failed(&checks).0, name, "{habit}: {checks:?}");
        assert!(failed(&checks).1.contains(found), "{habit}: {checks:?}");
    }
    assert_eq!(failed(&uci("liar")).0, "legal move");
    assert_eq!(failed(&uci("twice")).1, "a second answer: d2d4");
    assert!(begun.elapsed() < Duration::from_mins(5), "no side waits forever");
}

#[test]
fn checks_after_a_failure_are_skipped() {
    let command = "/no/such/engine";
    let checks = check::hub(HUB_GAME, engine_notations(HUB_GAME).hub, command, TIMES).unwrap();
    assert_eq!(failed(&checks).0, "start");
    assert!(checks[1..].iter().all(|check| check.verdict == Verdict::Skipped), "{checks:?}");
    assert!(check::hub(UCI_GAME, engine_notations(UCI_GAME).hub, command, TIMES).is_err());
    assert!(check::uci(UCI_GAME, engine_notations(UCI_GAME).uci, "'", TIMES).is_err());
}

/// Checks a faulty program.
fn plain(habit: &str, search: Duration) -> Vec<Check> {
    plain_in(habit, CheckTimes { search, ..TIMES })
}

fn plain_in(habit: &str, times: CheckTimes) -> Vec<Check> {
    let command = format!("{} '{habit}'", example("fake_plain_program").display());
    let game: Arc<dyn TableGame> =
        Arc::new(Rules::new("checkers:english", Checkers::<English>::new()));
    check::plain(&game, &command, times).unwrap()
}

/// Asserts that the first failed check is `name` and that it found `found`.
pub(crate) fn check_fault(checks: &[Check], who: &str, name: &str, found: &str) {
    assert_eq!(failed(checks).0, name, "{who}: {checks:?}");
    assert!(failed(checks).1.contains(found), "{who}: {checks:?}");
}

#[test]
fn a_faulty_plain_program_fails_the_matching_check() {
    let begun = Instant::now();
    for (habit, name, found) in [
        ("mute", "legal move", "it didn't answer in time"),
        ("nameless", "hello", "its name is empty"),
        ("twice hello", "waits", "a second hello"),
        ("eager", "waits", "an unsolicited answer: {\"type\":\"move\",\"id\":1"),
        ("crash", "legal move", "it ended (signal: 6"),
        ("hang", "legal move", "it didn't answer in time"),
        ("liar", "legal move", "1-32: not a legal move"),
        ("resigns", "legal move", "{\"type\":\"resign\",\"id\":1} instead of a move"),
        ("wrong id", "legal move", "an answer with id 77 instead of 1"),
        ("garbage", "legal move", "a line that is not a JSON object"),
        ("half", "legal move", "it sent 20 bytes of an unfinished line"),
        ("cut off", "legal move", "a line that is not a JSON object"),
        ("endless", "legal move", "it sent a line of more than 1048576 bytes"),
        ("chatter", "legal move", "it didn't answer in time"),
        ("twice", "one answer", "an unsolicited answer"),
        ("strict", "unknown", "a line that is not a JSON object"),
        ("deep", "stop", "{\"type\":\"resign\",\"id\":4} instead of a move"),
        ("early", "pondering", "an unsolicited answer"),
        ("wrong pong", "ping", "a pong with the id 99 instead of"),
        ("learner", "clean start", "a new process: "),
        ("stubborn", "quit", "it is still running"),
        ("immortal", "end of input", "it is still running"),
    ] {
        check_fault(&plain(habit, Duration::from_millis(200)), habit, name, found);
    }
    assert!(begun.elapsed() < Duration::from_mins(5), "no side waits forever");
}

#[test]
fn a_correct_plain_program_passes_whatever_it_promises() {
    for (habit, skipped) in [
        ("simple", &["pondering", "clean start"] as &[&str]),
        ("blank lines", &["pondering", "clean start"]),
        ("doubles", &["pondering", "clean start"]),
        ("clean", &["pondering"]),
    ] {
        // The program answers immediately, so it has enough time even on a busy machine.
        let times = CheckTimes { search: Duration::from_secs(2), answer: LATE, ready: LATE };
        let checks = plain_in(habit, times);
        assert_eq!(failed(&checks), ("", ""), "{habit}: {checks:?}");
        let is_skipped = |check: &&Check| check.verdict == Verdict::Skipped;
        let names: Vec<&str> = checks.iter().filter(is_skipped).map(|check| check.name).collect();
        assert_eq!(names, skipped, "{habit}");
    }
}
