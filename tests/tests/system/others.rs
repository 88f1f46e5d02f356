//! Whole games against third-party programs, which `tests/run` installs.

use std::path::PathBuf;
use std::process::Command;

use integration_tests::{Rival, program};

use crate::objects;

/// Plays an external engine against `random` to the end, and expects a strong engine's result.
fn beats_random(game: &str, engine: &str) {
    let arguments = ["watch", game, engine, "random", "--depth", "4", "--seed", "3", "--json"];
    let events = objects(&Rival::new(arguments).run().exits(0));
    let last = events.last().expect("a match has events");
    assert_eq!(last["event"], "match_ended", "{last}");
    assert_eq!(last["payoffs"], serde_json::json!([1, -1]), "{engine}: {last}");
}

#[test]
fn stockfish_plays_a_whole_chess_game() {
    beats_random("chess", "engine:uci:/usr/games/stockfish?Hash=1");
}

/// The target folder, which contains the built program and the Python environment.
fn target() -> PathBuf {
    let folder = program().rival.parent().and_then(|folder| folder.parent());
    folder.expect("the program is in a folder of the target folder").to_owned()
}

#[test]
fn a_draughts_engine_from_pypi_plays_a_whole_game() {
    let dame = target().join("python/environment/bin/dame");
    assert!(dame.exists(), "{} is missing: tests/run installs it", dame.display());
    beats_random("checkers:international", &format!("engine:hub:'{}' hub", dame.display()));
}

#[test]
fn gnu_backgammon_plays_whole_games() {
    let example = program().rival.with_file_name("examples/gnubg");
    let output = Command::new(&example).args(["--games", "3"]).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && printed.starts_with("3 games, "), "{output:?}");
}
