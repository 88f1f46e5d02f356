//! Players loaded at run time, and files that only look like plugins.

use std::fs;
use std::path::Path;

use integration_tests::{Rival, faulty_plugin, program, scratch};

use crate::objects;

/// The shipped example plugin and its player.
const MINIMAL: &str = "minimal/first";

#[test]
fn two_plugins_play_a_complete_match() {
    let finished =
        Rival::new(["watch", "checkers", MINIMAL, MINIMAL, "--seed", "1", "--json"]).run().exits(0);
    let events = objects(&finished);
    let last = events.last().expect("a match has events");
    assert_eq!(last["event"], "match_ended", "{finished}");
    assert!(last["payoffs"].is_array(), "{finished}");
}

#[test]
fn plugins_play_every_game() {
    let games = [
        "tic-tac-toe",
        "tic-tac-toe:5,5,4",
        "connect-four",
        "connect-four:5,4,3",
        "pig",
        "kuhn-poker",
        "checkers:international",
        "checkers:russian",
    ];
    for game in games {
        for players in [[MINIMAL, "random"], ["random", MINIMAL]] {
            let arguments = [&["watch", game, "--seed", "1", "--json"], &players[..]].concat();
            let finished = Rival::new(arguments).run().exits(0);
            let last = objects(&finished).pop().expect("a match has events");
            // A slow reader gets the whole table instead of the last event.
            let ending = last.get("ending").unwrap_or(&last);
            assert!(ending["payoffs"].is_array(), "{game} is played to its end: {last}");
        }
    }
}

#[test]
fn shipped_plugins_are_listed() {
    let finished = Rival::new(["plugins"]).run().exits(0);
    assert!(finished.stdout.contains("minimal"), "{finished}");
    let rows = objects(&Rival::new(["plugins", "--json"]).run().exits(0));
    assert!(rows.iter().any(|row| row.to_string().contains("minimal")), "{rows:?}");
}

#[test]
fn without_plugins_the_program_still_plays() {
    let empty = scratch();
    let finished = Rival::new(["watch", "tic-tac-toe", "random", "random"])
        .env("RIVAL_PLUGINS", empty.path())
        .run();
    let _ = finished.exits(0);
}

#[test]
fn a_folder_that_does_not_exist_is_named() {
    let finished = Rival::new(["--plugins", "no/such", "plugins"]).run().exits(3);
    assert_eq!(
        finished.stderr,
        "rival: can't read the plugin folder no/such (named by --plugins): No such file or directory (os error 2)\n"
    );
}

/// Checks how a match ends if the plugin `scripted` has the fault `fault`.
fn check_failure(fault: &str, expected: &str) {
    let folder = scratch();
    fs::copy(faulty_plugin(), folder.path().join("libscripted.so")).expect("it can be copied");
    let player = format!("scripted/scripted:fault={fault}");
    let plugins = folder.path().to_str().expect("the path is text");
    let arguments = ["--plugins", plugins, "watch", "tic-tac-toe", "random", &player, "--save"];
    let match_file = folder.path().join("match");
    let match_file = match_file.to_str().expect("the path is text");
    let finished = Rival::new(arguments.into_iter().chain([match_file])).run().exits(4);
    assert_eq!(finished.stderr.lines().count(), 1, "{finished}");
    assert!(finished.stderr.starts_with(&format!("rival: {expected}")), "{finished}");
    assert!(finished.stdout.contains("X wins"), "{finished}");
    let replayed = Rival::new(["replay", match_file]).run().exits(0);
    assert!(replayed.stdout.contains("X wins"), "{replayed}");
}

#[test]
fn a_player_that_fails_loses_the_match_and_the_program_continues() {
    let who = "the player of O (scripted/scripted:fault=";
    check_failure(
        "panic in choose",
        &format!("{who}panic in choose) failed: panicked: panicked in choose"),
    );
    check_failure(
        "illegal move",
        &format!(
            "{who}illegal move) failed: illegal move: malformed move \"no such move\" at column 1: "
        ),
    );
}

/// Adds another file to the plugins. Checks that an error names the file and that the other plugins still play.
fn check_refused(write: impl FnOnce(&Path)) {
    let folder = scratch();
    write(&folder.path().join("libbroken.so"));
    let plugins = folder.path().to_str().expect("the path is text");
    let listed = Rival::new(["--plugins", plugins, "plugins"]).run().exits(0);
    assert!(listed.stdout.contains("minimal"), "{listed}");
    let all = format!("{}{}", listed.stdout, listed.stderr);
    assert!(all.contains("libbroken.so"), "{listed}");
    assert!(!all.contains("panicked"), "{listed}");
    let _ = Rival::new(["--plugins", plugins, "watch", "tic-tac-toe", MINIMAL, "random"])
        .run()
        .exits(0);
    let refused =
        Rival::new(["--plugins", plugins, "watch", "tic-tac-toe", "broken/broken", "random"]).run();
    assert!(matches!(refused.code(), Some(2 | 4)), "{refused}");
    assert_eq!(refused.stderr.lines().count(), 1, "{refused}");
    assert!(refused.stderr.contains("broken"), "{refused}");
}

#[test]
fn a_text_file_named_like_a_plugin_is_refused() {
    check_refused(|path| fs::write(path, "I am no library.\n").expect("it can be written"));
}

#[test]
fn an_empty_file_and_a_folder_named_like_a_plugin_are_refused() {
    check_refused(|path| fs::write(path, "").expect("it can be written"));
    check_refused(|path| fs::create_dir(path).expect("it can be made"));
}

#[test]
fn a_folder_without_a_plugin_is_listed_with_the_reason() {
    let folder = scratch();
    fs::create_dir(folder.path().join("ada")).expect("it can be made");
    let plugins = folder.path().to_str().expect("the path is text");
    let listed = Rival::new(["--plugins", plugins, "plugins"]).run().exits(0);
    let why = "ada: it is empty; add a player.toml";
    assert!(listed.stdout.contains(why), "{listed}");
}

#[test]
fn a_truncated_plugin_is_refused() {
    let shipped = fs::read_dir(&program().plugins).expect("there are plugins");
    let paths = shipped.map(|entry| entry.expect("the folder can be listed").path());
    let mut libraries = paths.filter(|path| path.to_string_lossy().ends_with("minimal.so"));
    let whole = fs::read(libraries.next().expect("minimal is shipped")).expect("it can be read");
    for part in [1, 2, 3] {
        let length = whole.len() * part / 4;
        check_refused(|path| {
            fs::write(path, whole.get(..length).unwrap_or(&whole)).expect("it can be written");
        });
    }
}

#[test]
fn another_users_library_is_refused() {
    // Any library that is not a plugin will do, such as the C library, which every program has loaded.
    let maps = fs::read_to_string("/proc/self/maps").expect("Linux lists what is loaded");
    let path =
        maps.split_whitespace().find(|word| word.starts_with('/') && word.contains("/libc.so"));
    let bytes = fs::read(path.expect("the C library is loaded")).expect("it can be read");
    check_refused(|path| fs::write(path, bytes).expect("it can be written"));
}
