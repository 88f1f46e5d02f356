//! The full screen cooperates with its terminal and the shell.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use integration_tests::{Rival, Terminal, scratch};
use rustix::process::Signal;

/// A game between two people at one screen, on a 3×3 board.
const TWO_PEOPLE: [&str; 4] = ["play", "tic-tac-toe", "--seat", "2=human"];

/// The time limit for saving to disk.
const LIMIT: Duration = Duration::from_secs(90);

/// Whether a match with this number of moves is saved in this home folder.
fn is_kept(home: &Path, moves: usize) -> bool {
    let listed = Rival::new(["matches"]).env("HOME", home).run();
    listed.stdout.contains(&format!(", {moves} moves,"))
}

#[test]
fn a_game_continues_at_its_last_move_after_its_program_is_killed() {
    let home = scratch();
    let mut terminal = Terminal::start_at_home(home.path(), (24, 80), TWO_PEOPLE);
    terminal.shows("X to move");
    terminal.types("b2\r");
    terminal.shows("O to move");
    terminal.types("a1\r");
    terminal.shows("X to move");
    let deadline = Instant::now() + LIMIT;
    while !is_kept(home.path(), 2) {
        assert!(Instant::now() < deadline, "the last move is saved");
        thread::yield_now();
    }
    terminal.signals(Signal::KILL);
    assert_eq!(terminal.ends().code(), None, "it was killed");

    let mut resumed = Terminal::start_at_home(home.path(), (24, 80), ["play", "--resume"]);
    resumed.shows("1. b2");
    resumed.shows("X to move");
    assert!(resumed.text().contains("a1"), "{}", resumed.text());
    resumed.types("undo\r");
    resumed.shows("Back to the position after b2.");
    resumed.types("q\r");
    assert_eq!(resumed.finish(), 0);
}

#[test]
fn a_program_that_is_terminated_restores_the_terminal() {
    for signal in [Signal::TERM, Signal::HUP] {
        let mut terminal = Terminal::start((24, 80), TWO_PEOPLE);
        terminal.shows("X to move");
        assert!(!terminal.is_given_back(), "{:?}", terminal.text());
        terminal.signals(signal);
        assert_eq!(terminal.ends().code(), Some(130), "{signal:?}");
        assert!(terminal.is_given_back(), "{signal:?}: {}", terminal.text());
    }
}

#[test]
fn a_shell_has_the_terminal_while_the_game_is_stopped() {
    let mut terminal = Terminal::start_shell((24, 80));
    terminal.shows("$ ");
    terminal.types("rival play tic-tac-toe --seat 2=human\r");
    terminal.shows("X to move");
    terminal.types("b2\r");
    terminal.shows("O to move");
    terminal.types("\x1a");
    terminal.shows("Stopped");
    terminal.shows("$ ");
    assert!(terminal.is_given_back(), "{}", terminal.text());
    terminal.types("fg; echo it has en''ded\r");
    terminal.shows("O to move");
    terminal.types("a1\r");
    terminal.shows("X to move");
    terminal.types("q\r");
    terminal.shows("it has ended");
    assert!(terminal.is_given_back(), "{}", terminal.text());
    terminal.types("exit 7\r");
    assert_eq!(terminal.finish(), 7);
}

#[test]
fn a_game_continues_at_every_terminal_size() {
    let mut terminal = Terminal::start((24, 80), ["play", "checkers", "--seat", "2=human"]);
    terminal.shows("Black to move");
    terminal.types("11-1");
    for (rows, columns) in [(12, 40), (5, 10), (1, 1), (60, 200), (40, 120)] {
        terminal.resizes(rows, columns);
    }
    // There is room for the help line now.
    terminal.shows("Type:  help");
    terminal.types("5\r");
    terminal.shows("White to move");
    terminal.resizes(12, 40);
    // There is no longer room for all legal moves.
    terminal.shows("…");
    terminal.types("22-18\r");
    terminal.shows("Black to move");
    terminal.resizes(8, 30);
    terminal.shows("the screen has 30×8.");
    terminal.types("q\r");
    assert_eq!(terminal.finish(), 0);
}
