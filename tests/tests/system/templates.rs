//! The projects that `rival plugin new` and `rival game new` create: their players play well, and their READMEs are
//! correct.

use std::fs;
use std::path::Path;
use std::time::Duration;

use integration_tests::{Finished, Rival, root, scratch};
use tempfile::TempDir;

/// A searching player's minimum score against a random player.
const SHARE_MIN: f64 = 0.8;

/// A new plugin `mine` in an empty folder.
fn plugin(language: &str) -> TempDir {
    let folder = scratch();
    drop(Rival::new(["plugin", "new", "mine", language]).dir(folder.path()).run().exits(0));
    folder
}

/// Plays `games` games between the player and a random player. Checks the player's share of points.
#[track_caller]
fn check_strength(folder: &Path, player: &str, game: &str, games: u32) {
    let count = games.to_string();
    let compare = ["--plugins", "mine", "compare", game, player, "random", "--games", &count];
    let compare = [&compare[..], &["--seed", "1"]].concat();
    let run = Rival::new(compare).dir(folder).within(Duration::from_mins(10));
    let compared = run.run().exits(0);
    // The last line is `mine/player 18.5–1.5 random`.
    let score = compared.stdout.lines().last().and_then(|line| line.split_whitespace().nth(1));
    let points = score.and_then(|score| score.split_once('–')?.0.parse().ok());
    let points: f64 = points.expect("points are counted");
    assert!(points >= SHARE_MIN * f64::from(games), "{game}: {compared}");
}

/// The games offered by a program.
fn offered_games(folder: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(folder.join("mine/player.toml")).expect("it is there");
    let manifest: toml::Table = manifest.parse().expect("it is TOML");
    let games = manifest["games"].as_array().expect("it names its games").iter();
    games.map(|game| game.as_str().expect("a name is a text").to_owned()).collect()
}

#[track_caller]
fn check_program(language: &str) {
    let folder = plugin(language);
    let games = offered_games(folder.path());
    assert!(games.len() >= 5, "{games:?}");
    for game in games {
        check_strength(folder.path(), "mine/player", &game, 10);
    }
}

#[test]
fn the_python_template_beats_random_in_every_game_that_it_offers() {
    check_program("--python");
}

#[test]
fn the_javascript_template_beats_random_in_every_game_that_it_offers() {
    check_program("--javascript");
}

/// Two-player games of perfect information: one variant of each, and draughts with different goals. The library
/// templates offer every game.
const PERFECT_INFORMATION: [(&str, u32); 9] = [
    ("breakthrough:6", 10),
    ("checkers:english", 10),
    ("checkers:losing", 10),
    ("checkers:turkish", 10),
    ("chess", 4),
    ("connect-four", 10),
    ("hex:7", 10),
    ("othello", 10),
    ("tic-tac-toe", 20),
];

#[track_caller]
fn check_library(language: &str, player: &str) {
    let folder = plugin(language);
    let make = "make CFLAGS='-O2 -Werror' CXXFLAGS='-O2 -Wpedantic -Werror'";
    drop(Rival::shell(make).dir(&folder.path().join("mine")).run().exits(0));
    for (game, games) in PERFECT_INFORMATION {
        check_strength(folder.path(), player, game, games);
    }
}

#[test]
fn the_c_template_beats_random_in_games_with_perfect_information() {
    check_library("--c", "mine/careful");
}

#[test]
fn the_cpp_template_beats_random_in_games_with_perfect_information() {
    check_library("--cpp", "mine/player");
}

/// The commands in a README, on indented lines.
fn commands(folder: &Path) -> Vec<String> {
    let readme = fs::read_to_string(folder.join("README.md")).expect("there is a README.md");
    readme.lines().filter_map(|line| line.strip_prefix("    ")).map(String::from).collect()
}

/// Runs a command in this folder.
fn run(command: &str, folder: &Path) -> Finished {
    Rival::shell(command).dir(folder).within(Duration::from_mins(10)).run().exits(0)
}

#[test]
fn the_commands_in_plugin_readmes_run() {
    for language in ["--python", "--javascript", "--c", "--cpp"] {
        let folder = plugin(language);
        let project = folder.path().join("mine");
        let commands = commands(&project);
        assert!(commands.len() >= 3, "{language}: {commands:?}");
        for command in commands {
            // One game is enough to show that a command works.
            let command = command.replace("plugin check .", "plugin check . --game tic-tac-toe");
            let command = command.replace(" checkers ", " tic-tac-toe ");
            let command = command.replace("make check", "make check CHECK='--game tic-tac-toe'");
            drop(run(&command, &project));
        }
    }
}

/// The commands in a Rust project, with the built programs and a catalog game instead of programs built by cargo.
#[test]
fn the_commands_in_rust_project_readmes_run() {
    let folder = scratch();
    let sdk = root().to_str().expect("the path is text");
    for (kind, name) in [("plugin", "lucky"), ("game", "rows")] {
        drop(Rival::new([kind, "new", name, "--sdk", sdk]).dir(folder.path()).run().exits(0));
        let commands = commands(&folder.path().join(name));
        assert!(commands.len() >= 4, "{commands:?}");
        for command in commands {
            let command = command.replace("cargo run --release --bin rows-arena --", "rival-arena");
            let command = command.replace("cargo run --release -- ", "rival ");
            let command = command.replace(" rows ", " tic-tac-toe ");
            let command = command.replace("--plugins target/release ", "");
            let command = command.replace("lucky/longest", "greedy");
            let command = command.replace("--time 10m", "--generations 1");
            let is_of_cargo = command.starts_with("cargo ") || command.contains("target/release/");
            let needs_terminal = command.contains(" play ") || command.contains("-web");
            if !is_of_cargo && !needs_terminal {
                drop(run(&command, folder.path()));
            }
        }
    }
}
