//! A plugin that was built with an older interface plays in the current program.
//!
//! `tests/compatibility/interface-1` contains the crates of the first interface, and a plugin that uses all of it and
//! fails if the program omits something. `c-interface-1` has the first header for C, and the like of that plugin.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use integration_tests::{Finished, Rival, root};

use crate::objects;

/// The BLAKE3 hash of the first interface: see [`hash_of`].
const INTERFACE_1: &str = "e05fd8247cdcfc8338951699f751400a0d04f97b5bf1e8d7027f94226586b745";

/// The BLAKE3 hash of the first interface for C.
const C_INTERFACE_1: &str = "6a84da11c79ec0c111cb606b817257bbff206fde543d1a687b2827980fba189c";

fn kept() -> PathBuf {
    root().join("tests/compatibility/interface-1")
}

fn kept_in_c() -> PathBuf {
    root().join("tests/compatibility/c-interface-1")
}

/// The folder with the old plugin, which is built in a separate target folder.
fn plugin_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let target_folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interface-1");
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--locked", "--target-dir"])
            .arg(&target_folder)
            .current_dir(kept())
            .status()
            .expect("cargo can be started");
        assert!(status.success(), "the first interface can't be built");
        target_folder.join("debug")
    })
}

/// The folder with the old plugin in C.
fn c_plugin_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-interface-1");
        fs::create_dir_all(&folder).expect("the folder can be made");
        let status = Command::new("cc")
            .args(["-std=c11", "-O1", "-shared", "-fPIC", "-I"])
            .args([&kept_in_c(), &kept_in_c().join("veteran.c")])
            .arg("-o")
            .arg(folder.join("libc_veteran.so"))
            .status()
            .expect("the compiler can be started");
        assert!(status.success(), "the first plugin in C can't be built");
        folder
    })
}

/// The program with the old plugin and these arguments.
fn rival(arguments: &[&str]) -> Rival {
    let folder = plugin_folder().to_str().expect("the path is text");
    Rival::new(["--plugins", folder].iter().chain(arguments))
}

/// The files below `folder`, by path.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// The hash of all files below `folder`: of each, by path, the path, the length and the content.
fn hash_of(folder: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    for file in files(folder) {
        let content = fs::read(&file).expect("the file can be read");
        let path = file.strip_prefix(folder).expect("it lies below the folder");
        hasher.update(path.to_string_lossy().as_bytes());
        hasher.update(format!("\0{}\0", content.len()).as_bytes());
        hasher.update(&content);
    }
    hasher.finalize().to_hex().to_string()
}

#[test]
fn the_first_interface_is_kept_as_it_was() {
    assert_eq!(hash_of(&kept()), INTERFACE_1, "plugins that exist can't be changed either");
}

#[test]
fn an_old_plugin_is_listed_with_its_options() {
    let listed = rival(&["plugins"]).run().exits(0);
    assert!(listed.stdout.contains("veteran 0.1.0"), "{listed}");
    let players = objects(&rival(&["players", "--json"]).run().exits(0));
    let veteran = players.iter().find(|player| player["name"] == "veteran/veteran");
    let options = veteran.and_then(|player| player["options"].as_array()).map(Vec::len);
    assert_eq!(options, Some(4), "{players:?}");
}

/// A clock on which a player is to move after a quarter of a second, and has lost seconds later only.
const CLOCK: &[&str] = &["--clock", "5s+100ms"];

/// A match of tic-tac-toe between the old plugin with these options and a current player.
fn watch(options: &str, more: &[&str]) -> Finished {
    let veteran = format!("veteran/veteran:{options}");
    rival(&[&["watch", "tic-tac-toe", &veteran, "minimal/first", "--json"], more].concat()).run()
}

#[test]
fn an_old_plugin_gets_every_message_and_is_understood() {
    let events = objects(&watch("index=1", &["--seed", "1"]).exits(0));
    let named = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!(named("match_ended"), 1, "{events:?}");
    assert_eq!(named("player_failed"), 0, "{events:?}");
    let thoughts: Vec<_> =
        events.iter().filter(|event| event["event"] == "thinking_reported").collect();
    let newest = thoughts.last().expect("it says what it thinks");
    assert_eq!((newest["nodes"].as_u64(), newest["win_in"].as_u64()), (Some(300), Some(7)));
}

#[test]
fn two_old_plugins_play_a_complete_match() {
    let players = ["veteran/veteran", "veteran/veteran:index=3"];
    let arguments = [&["watch", "checkers"], &players[..], &["--json"]].concat();
    let events = objects(&rival(&arguments).run().exits(0));
    assert_eq!(events.last().expect("a match has events")["event"], "match_ended");
}

#[test]
fn an_old_plugin_stops_when_its_time_is_up() {
    let _ = watch("task=wait", CLOCK).exits(0);
}

#[test]
fn an_old_plugin_that_asks_a_person_gets_the_error_that_nobody_is_there() {
    let finished = watch("task=ask", &[]).exits(4);
    assert!(finished.stderr.contains("error: there is nobody to ask"), "{finished}");
}

#[test]
fn what_an_old_plugin_does_wrong_loses_its_match() {
    for (task, why) in [("panic", "panicked: out of ideas ("), ("fail", "error: no ideas")] {
        let finished = watch(&format!("task={task}"), &[]).exits(4);
        assert!(finished.stderr.contains(why), "{finished}");
    }
}

#[test]
fn the_first_interface_for_c_is_kept_as_it_was() {
    assert_eq!(hash_of(&kept_in_c()), C_INTERFACE_1, "plugins that exist can't be changed either");
}

/// Runs the program with the old plugin in C and these arguments.
fn run_with_c(arguments: &[&str]) -> Finished {
    let folder = c_plugin_folder().to_str().expect("the path is text");
    Rival::new(["--plugins", folder].iter().chain(arguments)).run()
}

#[test]
fn an_old_plugin_in_c_gets_every_message_and_is_understood() {
    let listed = run_with_c(&["plugins"]).exits(0);
    assert!(listed.stdout.contains("c-veteran 0.1.0"), "{listed}");
    let watched = ["watch", "tic-tac-toe", "minimal/first", "c-veteran/veteran:index=1", "--json"];
    let events = objects(&run_with_c(&watched).exits(0));
    let named = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!((named("match_ended"), named("player_failed")), (1, 0), "{events:?}");
    let thought = |event: &&serde_json::Value| event["win_in"] == 7 && event["nodes"] == 300;
    assert!(events.iter().any(|event| thought(&event)), "{events:?}");
}

#[test]
fn what_an_old_plugin_in_c_does_ends_its_match() {
    let watch = |options: &str, more: &[&str]| {
        let veteran = format!("c-veteran/veteran:{options}");
        run_with_c(&[&["watch", "tic-tac-toe", &veteran, "minimal/first"], more].concat())
    };
    let failed = watch("end=fail", &[]).exits(4);
    assert!(failed.stderr.contains("error: no ideas"), "{failed}");
    let _ = watch("end=wait", CLOCK).exits(0);
    let resigned = watch("resigns=true", &[]).exits(0);
    assert!(resigned.stdout.contains("resign"), "{resigned}");
}
