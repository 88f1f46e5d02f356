//! A person at the keyboard, or a script in that person's place.

use integration_tests::{Rival, Terminal};

use crate::{object, texts};

/// What a person types who tries every square in turn; what is taken is refused, and the question comes again.
fn every_square() -> String {
    let answer = object(&Rival::new(["moves", "tic-tac-toe", "--json"]).run().exits(0));
    texts(&answer["moves"]).join("\n") + "\n"
}

#[test]
fn a_game_can_be_played_by_piped_input() {
    for seat in ["--first", "--second"] {
        let opponent = if seat == "--first" { "2=random" } else { "1=random" };
        let arguments = ["play", "tic-tac-toe", seat, "--seat", opponent, "--seed", "3", "--plain"];
        let finished = Rival::new(arguments).input(every_square()).run().exits(0);
        let end = finished.stdout.to_lowercase();
        assert!(end.contains("wins") || end.contains("draw"), "{finished}");
    }
}

#[test]
fn a_refused_move_says_why_and_the_question_comes_again() {
    let arguments = ["play", "checkers", "--first", "--seat", "2=random", "--seed", "3", "--plain"];
    let finished = Rival::new(arguments).input("11-20\nnonsense\n11-15\nquit\n").run();
    let all = format!("{}{}", finished.stdout, finished.stderr);
    assert!(all.contains("11-20"), "{finished}");
    assert!(all.contains("nonsense"), "{finished}");
    assert!(!all.contains("panicked"), "{finished}");
}

#[test]
fn a_match_that_is_left_goes_on_later() {
    let folder = integration_tests::scratch();
    let play = |arguments: &[&str], input: &str| {
        Rival::new(["play"].iter().chain(arguments)).dir(folder.path()).input(input).run()
    };
    let started = [
        "tic-tac-toe",
        "--first",
        "--seat",
        "2=random",
        "--seed",
        "3",
        "--save",
        "match",
        "--plain",
    ];
    let squares = every_square();
    let (first, rest) = squares.split_once('\n').expect("there are squares");
    let left = play(&started, &format!("{first}\nquit\n"));
    assert!(folder.path().join("match").is_file(), "{left}");
    let ended = play(&["--resume", "match", "--plain"], rest).exits(0);
    let end = ended.stdout.to_lowercase();
    assert!(end.contains("wins") || end.contains("draw"), "{ended}");
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    let finished = Rival::new(["play", "checkers", "--first", "--plain"]).run();
    assert!(finished.code().is_some(), "no signal: {finished}");
    assert!(!finished.stderr.contains("panicked"), "{finished}");
}

#[test]
fn without_a_terminal_a_bare_call_plays_two_plugins() {
    let finished = Rival::new([] as [&str; 0]).run().exits(0);
    assert!(finished.stdout.lines().count() > 10, "a game of checkers as text: {finished}");
}

#[test]
fn on_a_terminal_a_bare_call_shows_a_menu() {
    let mut terminal = Terminal::start((24, 80), [] as [&str; 0]);
    terminal.shows("checkers");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}

#[test]
fn a_small_terminal_is_enough() {
    let mut terminal =
        Terminal::start((12, 40), ["play", "tic-tac-toe", "--first", "--seat", "2=random"]);
    terminal.shows("X");
    terminal.types("\x03");
    assert_eq!(terminal.finish(), 130);
}
