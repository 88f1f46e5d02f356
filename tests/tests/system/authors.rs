//! The tools for player authors: a project template and a plugin check.

use std::fs;
use std::time::Duration;

use integration_tests::{Finished, Rival, faulty_plugin, program, root, scratch};
use serde_json::json;

use crate::objects;

/// Runs `rival plugin` with these arguments in a folder with an empty folder `empty` and a non-empty folder `full`.
fn plugin(arguments: &[&str]) -> Finished {
    let folder = scratch();
    fs::create_dir_all(folder.path().join("empty")).expect("it can be made");
    fs::create_dir_all(folder.path().join("full/of")).expect("it can be made");
    // For a player that uses its full time, all checks take a minute.
    let run = Rival::new(["plugin"].iter().chain(arguments)).within(Duration::from_mins(3));
    run.dir(folder.path()).run()
}

#[test]
fn a_new_project_is_complete() {
    let folder = scratch();
    let sdk = root().to_str().expect("the path is text");
    let arguments = ["plugin", "new", "lucky", "--sdk", sdk];
    let finished = Rival::new(arguments).dir(folder.path()).run().exits(0);
    let said = "Created lucky in lucky; its README.md explains how to build, check and play it\n";
    assert_eq!(finished.stdout, said);
    for file in ["Cargo.toml", "Cargo.lock", "src/lib.rs", "README.md", ".gitignore"] {
        assert!(folder.path().join("lucky").join(file).is_file(), "{file}");
    }
    let manifest = fs::read_to_string(folder.path().join("lucky/Cargo.toml")).expect("it is there");
    let manifest: toml::Table = manifest.parse().expect("cargo can read it");
    assert_eq!(manifest["package"]["name"].as_str(), Some("lucky"));
    let sdk = manifest["dependencies"]["plugin-sdk"]["path"].as_str().expect("it is a path");
    assert!(fs::exists(format!("{sdk}/Cargo.toml")).expect("the checkout can be read"), "{sdk}");
}

#[test]
fn unsuitable_project_folders_are_refused() {
    let check = |arguments: &[&str], code: i32, expected: &str| {
        let finished = plugin(arguments).exits(code);
        assert_eq!(finished.stdout, "", "{finished}");
        assert!(finished.stderr.starts_with(&format!("rival: {expected}")), "{finished}");
        assert_eq!(finished.stderr.lines().count(), 1, "{finished}");
    };
    check(&["new", "Lucky"], 2, "invalid plugin name \"Lucky\": use up to 64 of a-z, 0-9");
    check(&["new", "x", "--name", "fn"], 2, "invalid plugin name \"fn\": a Rust keyword");
    check(&["new", "lucky", "--sdk", "empty"], 2, "");
    check(&["new", "lucky", "--sdk", "nowhere"], 2, "can't use the checkout nowhere: No such file");
    let sdk = root().to_str().expect("the path is text");
    check(&["new", "full", "--sdk", sdk], 3, "");
    let within = root().join("plugins/lucky");
    let within = within.to_str().expect("the path is text");
    check(&["new", within, "--sdk", sdk], 2, &format!("{within} is inside the checkout "));
}

#[test]
fn a_project_in_an_empty_folder_and_in_c() {
    let folder = scratch();
    fs::create_dir(folder.path().join("empty")).expect("it can be made");
    let arguments = ["plugin", "new", "empty", "--name", "my-c", "--c"];
    let _ = Rival::new(arguments).dir(folder.path()).run().exits(0);
    let within = folder.path().join("empty");
    let _ = Rival::shell("make CFLAGS='-O2 -Wpedantic -Werror'").dir(&within).run().exits(0);
    let check = ["plugin", "check", "my-c.so", "--game", "tic-tac-toe", "--json"];
    let checked = Rival::new(check).dir(&within).run().exits(0);
    let rows = objects(&checked);
    for player in ["longest", "careful"] {
        assert!(rows.iter().any(|row| row["player"] == player), "{player}: {checked}");
    }
    assert!(rows.iter().all(|row| row["verdict"] == "passed"), "{checked}");
    let played = ["--plugins", ".", "watch", "checkers", "my-c/longest:ties=random", "random"];
    let played = Rival::new(played).dir(&within).run().exits(0);
    assert!(played.stdout.contains("wins") || played.stdout.contains("Draw"), "{played}");
}

#[test]
fn a_player_in_c_that_looks_ahead_beats_one_that_does_not() {
    let folder = scratch();
    let _ = Rival::new(["plugin", "new", "my-c", "--c"]).dir(folder.path()).run().exits(0);
    let within = folder.path().join("my-c");
    let _ = Rival::shell("make").dir(&within).run().exits(0);
    let compare = ["--plugins", ".", "compare", "tic-tac-toe", "my-c/careful", "random"];
    let compare = [&compare[..], &["--games", "20"]].concat();
    let compared = Rival::new(compare).dir(&within).run().exits(0);
    // The last line is `my-c/careful 18–2 random`.
    let score = compared.stdout.lines().last().and_then(|line| line.split_whitespace().nth(1));
    let points = score.and_then(|score| score.split_once('–')?.0.parse().ok());
    let points: f64 = points.expect("points are counted");
    assert!(points >= 13.0, "{compared}");
}

#[test]
fn the_shipped_example_passes_every_check() {
    let file = program().plugins.join("libminimal.so");
    let file = file.to_str().expect("the path is text");
    let rows = objects(&plugin(&["check", file, "--json"]).exits(0));
    assert_eq!(rows.len(), 14, "{rows:?}");
    assert!(rows.iter().all(|row| row["verdict"] == "passed"), "{rows:?}");
}

/// Checks that the faulty plugin with these options fails this check and passes `fine` other checks. The message must
/// begin with `expected`.
fn check_fault(fault: &str, check: &str, expected: &str, fine: usize) {
    let player = format!("scripted:fault={fault}");
    let file = faulty_plugin().to_str().expect("the path is text");
    let finished = plugin(&["check", file, &player, "--game", "tic-tac-toe", "--json"]).exits(4);
    let rows = objects(&finished);
    let row = rows.iter().find(|row| row["check"] == check).expect("it is checked");
    assert_eq!(row["verdict"], "failed", "{finished}");
    let detail = row["detail"].as_str().expect("a fault has words");
    assert!(detail.starts_with(expected), "{detail}");
    let passed = rows.iter().filter(|row| row["verdict"] == "passed").count();
    assert!(passed >= fine, "{finished}");
}

#[test]
fn an_option_that_cannot_be_set_is_detected() {
    let expected = "level=9: scripted/scripted can't be created: error: 9 is too much";
    check_fault("greatest level", "options", expected, 9);
}

#[test]
fn illegal_moves_and_panics_are_found() {
    check_fault("illegal later", "moves", "illegal move: malformed move \"no such move\"", 0);
    check_fault("panic far on", "positions", "", 8);
}

#[test]
fn state_left_over_between_matches_is_found() {
    check_fault("second start", "new game", "once is enough", 7);
    check_fault("confused", "take back", "illegal move: ", 9);
    check_fault("small leak", "memory", "its memory grows: ", 9);
}

#[test]
fn a_player_that_answers_too_late_is_detected() {
    check_fault("never stops", "stop", "error: scripted 1 was killed 2.", 9);
    check_fault("oversleeps", "deadline", "it didn't answer in time", 9);
    check_fault("panic in drop", "moves", "panicked: panicked in drop (", 0);
    check_fault("panic in ponder", "pondering", "panicked: panicked in ponder (", 9);
}

#[test]
fn a_player_that_never_answers_gets_only_that_report() {
    let file = faulty_plugin().to_str().expect("the path is text");
    let rows = objects(&plugin(&["check", file, "scripted:fault=sleep", "--json"]).exits(4));
    let [row] = rows.as_slice() else { panic!("{rows:?}") };
    assert_eq!((&row["check"], &row["verdict"]), (&json!("first move"), &json!("failed")));
    let detail = row["detail"].as_str().expect("a fault has words");
    assert!(detail.ends_with("; the other checks need a player that makes a move"), "{detail}");
}

#[test]
fn a_player_that_thinks_on_its_opponents_time_is_detected() {
    check_fault("a thread spins at rest", "rest", "it thinks on its opponent's time: ", 9);
    let detail = check_passes("none", "rest");
    assert!(detail.starts_with("0 ms of CPU time in "), "{detail}");
}

/// The faulty plugin's result in this check. The check must pass.
fn check_passes(fault: &str, check: &str) -> String {
    let player = format!("scripted:fault={fault}");
    let file = faulty_plugin().to_str().expect("the path is text");
    let finished = plugin(&["check", file, &player, "--game", "tic-tac-toe", "--json"]);
    let rows = objects(&finished);
    let row = rows.iter().find(|row| row["check"] == check).expect("it is checked");
    assert_eq!(row["verdict"], "passed", "{finished}");
    row["detail"].as_str().expect("there is something to say").to_owned()
}

#[test]
fn a_player_that_stops_when_asked_passes_and_another_one_fails() {
    let detail = check_passes("obeys", "stop");
    assert!(detail.ends_with(" ms after stop"), "{detail}");
    assert_eq!(check_passes("none", "stop"), "it answers at once");
}

#[test]
fn odd_option_values_may_only_be_refused_with_a_message() {
    assert_eq!(check_passes("none", "options"), "2 options, 14 settings");
    let file = faulty_plugin().to_str().expect("the path is text");
    let arguments = ["check", file, "scripted:level=3", "--game", "tic-tac-toe", "--json"];
    let rows = objects(&plugin(&arguments).exits(4));
    let row = rows.iter().find(|row| row["check"] == "options").expect("it is checked");
    let detail = row["detail"].as_str().expect("a fault has words");
    let expected = "fault=: scripted/scripted can't be created: panicked: no text (";
    assert!(detail.starts_with(expected), "{detail}");
}

#[test]
fn every_game_is_checked() {
    let file = faulty_plugin().to_str().expect("the path is text");
    let finished = plugin(&["check", file, "scripted:fault=fails in large games", "--json"]);
    let rows = objects(&finished.exits(4));
    let failed = rows.iter().find(|row| row["verdict"] == "failed").expect("it fails");
    assert_eq!(
        (&failed["check"], &failed["game"]),
        (&"first move".into(), &"backgammon:single".into())
    );
}

#[test]
fn a_player_with_its_own_randomness_gets_a_remark() {
    let file = faulty_plugin().to_str().expect("the path is text");
    let player = "scripted:fault=no seed";
    let finished = plugin(&["check", file, player, "--game", "tic-tac-toe"]).exits(0);
    assert!(
        finished
            .stdout
            .contains("remark  scripted         same seed  tic-tac-toe:3,3,3: two matches"),
        "{finished}"
    );
    assert!(finished.stdout.ends_with("14 checks, none failed\n"), "{finished}");
}

#[test]
fn impossible_checks_are_reported_in_one_line() {
    let check = |arguments: &[&str], code: i32, expected: &str| {
        let finished = plugin(&[&["check"], arguments].concat()).exits(code);
        assert_eq!(finished.stderr, format!("rival: {expected}\n"), "{finished}");
    };
    let file = faulty_plugin().to_str().expect("the path is text");
    check(&["nowhere.so"], 3, "nowhere.so: can't be read: No such file or directory (os error 2)");
    check(
        &["empty"],
        3,
        "empty: no player.toml and no plugins; pass a plugin, or a folder that contains a folder for each plugin",
    );
    check(
        &[file, "third"],
        2,
        "plugin scripted has no player \"third\": expected one of scripted, second",
    );
    check(
        &[file, "scripted:level=10"],
        2,
        "scripted: option level can't be \"10\": expected a whole number from 0 to 9",
    );
}

#[test]
fn a_plugin_for_an_unknown_game_gets_a_suggestion() {
    let folder = scratch();
    let manifest =
        "name = \"typo\"\ncommand = [\"python3\", \"player.py\"]\ngames = [\"tictactoe\"]\n";
    fs::write(folder.path().join("player.toml"), manifest).expect("it can be written");
    let plugin = folder.path().to_str().expect("the path is text");
    let checked = Rival::new(["plugin", "check", plugin]).run().exits(4);
    let expected = "rival: player supports no known game: there is no game \"tictactoe\": did you mean tic-tac-toe?\n";
    assert_eq!(checked.stderr, expected, "{checked}");
}
