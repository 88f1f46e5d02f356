//! What is wrong in what people type: each fault has its exit code and one line that says what to do.

use std::fs;

use integration_tests::{Finished, Rival, scratch};

/// Checks that `arguments` end with `code` and that the one line of standard error says all of `words`.
fn check(arguments: &[&str], code: i32, words: &[&str]) {
    check_finished(&Rival::new(arguments).run().exits(code), words);
}

fn check_finished(finished: &Finished, words: &[&str]) {
    assert_eq!(finished.stdout, "", "the result of a fault is nothing: {finished}");
    assert_eq!(finished.stderr.lines().count(), 1, "one line: {finished}");
    for word in words {
        assert!(finished.stderr.contains(word), "no \"{word}\": {finished}");
    }
}

/// Checks that clap refuses `arguments`; it says so in more lines than one.
fn check_usage(arguments: &[&str], words: &[&str]) {
    let finished = Rival::new(arguments).run().exits(2);
    assert_eq!(finished.stdout, "", "{finished}");
    for word in words {
        assert!(finished.stderr.contains(word), "no \"{word}\": {finished}");
    }
}

#[test]
fn unknown_commands_and_options_of_the_program_are_usage() {
    check_usage(&["mvoes", "checkers"], &["mvoes", "moves"]);
    check_usage(&["moves", "checkers", "--jsn"], &["--jsn", "--json"]);
    check_usage(&["perft", "checkers", "many"], &["many"]);
    check_usage(&["perft", "checkers", "-1"], &["-1"]);
    check_usage(&["moves"], &["GAME"]);
    check_usage(&["watch", "checkers", "random", "random", "--time", "soon"], &["soon"]);
}

#[test]
fn an_unknown_game_or_variant_is_usage_and_the_nearest_is_suggested() {
    check(&["perft", "chekers", "3"], 2, &["chekers", "did you mean checkers?"]);
    check(&["moves", "checkers:englsh"], 2, &["englsh", "did you mean english?"]);
    check(&["moves", "zzz"], 2, &["zzz", "checkers", "tic-tac-toe"]);
    check(&["moves", "tic-tac-toe:0,0,0"], 2, &["0,0,0"]);
    check(&["moves", "tic-tac-toe:999999999999,1,1"], 2, &["999999999999"]);
}

#[test]
fn an_unknown_player_or_option_is_usage_and_the_nearest_is_suggested() {
    check(&["watch", "checkers", "randm", "random"], 2, &["randm", "did you mean random?"]);
    check(
        &["watch", "checkers", "alpha-beta:dept=2", "random"],
        2,
        &["dept", "did you mean depth?"],
    );
    check(
        &["watch", "checkers", "alpha-beta:depth=deep", "random"],
        2,
        &["depth", "deep", "whole number"],
    );
    check(&["watch", "checkers", "alpha-beta:depth", "random"], 2, &["depth", "NAME=VALUE"]);
    check(&["watch", "checkers", "minmal/minimal", "random"], 2, &["minmal"]);
}

#[test]
fn a_game_needs_as_many_players_as_it_has_seats() {
    check(&["watch", "checkers", "random"], 2, &["2"]);
    check(&["watch", "checkers", "random", "random", "random"], 2, &["2"]);
    check(&["play", "checkers", "--seat", "3=random"], 2, &["3"]);
}

#[test]
fn a_malformed_position_is_bad_input_and_the_place_is_named() {
    check(&["moves", "checkers", "--position", "B:W99:B1"], 3, &["B:W99:B1", "column 4"]);
    check(&["moves", "checkers", "--position", ""], 3, &["position", "column 1"]);
    check(&["perft", "checkers", "3", "--position", "W:W1:Bé"], 3, &["W:W1:Bé", "column 7"]);
    check(&["moves", "tic-tac-toe", "--position", "what?"], 3, &["what?"]);
}

#[test]
fn a_malformed_or_illegal_move_is_bad_input_and_the_rule_is_named() {
    check(&["moves", "checkers", "--after", "11-15 22-18 eleven"], 3, &["eleven"]);
    check(&["moves", "checkers", "--after", "11-15 22-18 10-14"], 3, &["10-14", "15x22"]);
    check(&["moves", "tic-tac-toe", "--after", "11-15"], 3, &["11-15"]);
}

#[test]
fn a_record_that_is_none_is_bad_input() {
    let folder = scratch();
    let file = folder.path().join("match");
    let path = file.to_str().expect("the path is text");
    check(&["replay", path], 3, &[path]);
    for content in ["", "hello", "game = \"checkers:english\"\nmoves = [1, 2]", "\u{0}\u{1}"] {
        fs::write(&file, content).expect("the scratch folder can be written");
        check(&["replay", path], 3, &[path]);
        check(&["play", "--resume", path], 3, &[path]);
    }
    check(&["replay", folder.path().to_str().expect("the path is text")], 3, &[]);
}

#[test]
fn a_record_that_can_not_be_saved_is_a_failure() {
    let finished =
        Rival::new(["watch", "tic-tac-toe", "random", "random", "--save", "no/such/folder/match"])
            .run()
            .exits(1);
    assert!(finished.stderr.contains("no/such/folder"), "{finished}");
}

#[test]
fn a_reader_that_leaves_is_no_panic() {
    let finished = Rival::shell("rival watch checkers random random --seed 1 | head -n 1").run();
    assert!(!finished.stderr.contains("panicked"), "{finished}");
    let all = Rival::shell("set +o pipefail; rival games | true").run().exits(0);
    assert!(!all.stderr.contains("panicked"), "{all}");
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_usage() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let finished =
        Rival::new([OsStr::new("moves"), OsStr::from_bytes(b"check\xffers")]).run().exits(2);
    assert!(!finished.stderr.contains("panicked"), "{finished}");
}
