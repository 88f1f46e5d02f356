//! The table of a run, which is updated in place while games are played.

use std::path::Path;

use integration_tests::{Terminal, scratch};

/// More game pairs than any test waits for.
const PAIRS: usize = 10_000;

/// The number of games played, according to the progress bar's line. `None` without such a line.
fn games_played(screen: &str) -> Option<usize> {
    let before = screen.split(&format!(" of {} games", 2 * PAIRS)).next()?;
    let is_there = before.len() < screen.len();
    before.split_whitespace().last().filter(|_| is_there)?.parse().ok()
}

/// Waits until more than `played` games have been played, then stops the run with Ctrl-C. Returns the number of games.
fn look_and_break_off(terminal: &mut Terminal, played: usize) -> usize {
    terminal.comes_to("go on", |screen| games_played(screen).is_some_and(|now| now > played));
    let first = games_played(&terminal.text()).expect("it was there just now");
    terminal.comes_to("change", |screen| games_played(screen).is_some_and(|now| now > first));
    let screen = terminal.text();
    assert!(screen.contains("left"), "the time that is left:\n{screen}");
    for once in ["points", "greedy", "games,"] {
        assert_eq!(screen.matches(once).count(), 1, "{once}, in its place:\n{screen}");
    }
    terminal.types("\x03");
    assert_eq!(terminal.ends().code(), Some(130));
    assert!(terminal.is_given_back(), "{}", terminal.text());
    games_played(&screen).expect("it was there just now")
}

fn start(home: &Path, arguments: &[&str]) -> Terminal {
    Terminal::start_arena_at_home(home, (24, 80), arguments)
}

#[test]
fn the_table_changes_in_place_and_continues_where_it_was_interrupted() {
    let home = scratch();
    let pairs = PAIRS.to_string();
    let players = ["match", "checkers", "alpha-beta:depth=6", "greedy"];
    let options = ["--pairs", &pairs, "--openings", "random:2", "--seed", "1", "--out", "run"];
    let mut terminal = start(home.path(), &[&players[..], &options].concat());
    let played = look_and_break_off(&mut terminal, 0);
    let screen = terminal.text();
    assert!(screen.contains("resume with: rival-arena resume run"), "{screen}");

    let mut resumed = start(home.path(), &["resume", "run"]);
    look_and_break_off(&mut resumed, played);
}
