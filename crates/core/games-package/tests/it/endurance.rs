//! Checks that many matches in a row leak nothing.

use std::process::Command;
use std::time::Instant;

use crate::games::stones;
use crate::players::plays_first;
use crate::table::{PATIENCE, play, setup};
use games_package::MatchSetup;

/// The number of matches that the child process plays.
const MATCHES: &str = "RIVAL_MATCHES_IN_A_ROW";

fn play_matches(count: u64) {
    for seed in 0..count {
        let record =
            play(MatchSetup { seed, ..setup(stones(2, 5), [plays_first(), plays_first()]) }).record;
        assert!(record.ending.is_some());
    }
}

/// The resources of this process: threads, open files, and memory in KiB.
#[cfg(target_os = "linux")]
fn holdings() -> [usize; 3] {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let number = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_ascii_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let files = std::fs::read_dir("/proc/self/fd").unwrap().count();
    [number("Threads:"), files, number("VmRSS:")]
}

/// Runs in a separate process, because the other tests in this process start threads and open files too.
#[cfg(target_os = "linux")]
#[test]
fn consecutive_matches_leak_no_threads_files_or_memory() {
    let count = if std::env::var_os("RIVAL_DEEP").is_some() { 10_000 } else { 1_000 };
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "endurance::matches_are_played_one_after_the_other", "--nocapture"])
        .env(MATCHES, count.to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// Plays a few matches, or the number that the process was started for, then checks for leaks.
#[cfg(target_os = "linux")]
#[test]
fn matches_are_played_one_after_the_other() {
    let Some(count) = std::env::var(MATCHES).ok().and_then(|count| count.parse().ok()) else {
        return play_matches(10);
    };
    play_matches(100);
    let [threads, files, memory] = holdings();
    play_matches(count);
    // The last threads may still be ending.
    let deadline = Instant::now() + PATIENCE;
    while holdings()[0] > threads && Instant::now() < deadline {
        std::thread::yield_now();
    }
    let after = holdings();
    println!("before {:?}, after {count} matches {after:?}", [threads, files, memory]);
    assert!(after[0] <= threads && after[1] <= files, "{after:?}");
    assert!(after[2] < memory + 4096, "at most 4 MiB more: {after:?}");
}
