//! Untrusted plugins. Each player runs in a separate process that ends with the program, however the program ends.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use integration_tests::{Rival, Running, faulty_plugin, program, scratch};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use tempfile::TempDir;

use crate::objects;

/// A folder with the plugin `scripted`.
fn folder() -> TempDir {
    let folder = scratch();
    fs::copy(faulty_plugin(), folder.path().join("libscripted.so")).expect("it can be copied");
    folder
}

/// Runs `rival` with the plugins in `folder`.
fn rival(folder: &Path, arguments: &[&str]) -> Rival {
    let folder = folder.to_str().expect("the path is text");
    Rival::new([&["--plugins", folder], arguments].concat())
}

/// A configuration folder that trusts the plugin in `folder`.
fn trusting(folder: &Path) -> TempDir {
    let configuration = scratch();
    let file = folder.join("libscripted.so");
    let file = file.to_str().expect("the path is text");
    let trust = Rival::new(["plugin", "trust", file]).env("XDG_CONFIG_HOME", configuration.path());
    let trusted = trust.run().exits(0);
    assert!(trusted.stdout.contains("libscripted.so is trusted\n    BLAKE3 "), "{trusted}");
    configuration
}

/// The player with the fault `fault`.
fn scripted(fault: &str) -> String {
    format!("scripted/scripted:fault={fault}")
}

/// The child processes of `parent`.
pub(crate) fn children(parent: Pid) -> Vec<Pid> {
    let parent = parent.as_raw_nonzero().get().to_string();
    let processes = fs::read_dir("/proc").expect("Linux lists its processes");
    let names = processes.filter_map(|process| process.ok()?.file_name().into_string().ok());
    let is_child = |name: &String| {
        let status = fs::read_to_string(format!("/proc/{name}/stat")).unwrap_or_default();
        let after_name = status.rsplit(')').next().unwrap_or_default();
        after_name.split_whitespace().nth(1) == Some(parent.as_str())
    };
    names.filter(is_child).filter_map(|name| Pid::from_raw(name.parse().ok()?)).collect()
}

/// Waits until the process has exited.
pub(crate) fn await_end(process: Pid) {
    let Ok(process) = pidfd_open(process, PidfdFlags::empty()) else { return };
    let time = Timespec::try_from(Duration::from_mins(2)).expect("two minutes are a time");
    let ended = poll(&mut [PollFd::new(&process, PollFlags::IN)], Some(&time));
    assert_eq!(ended, Ok(1), "a plugin process lives on");
}

/// A match with a player that thinks forever.
fn endless(folder: &Path) -> Running {
    let looping = scripted("endless loop");
    let mut running =
        rival(folder, &["watch", "tic-tac-toe", "random", &looping, "--json"]).start();
    while !running.line().expect("the match continues").contains("move_played") {}
    running
}

#[test]
fn a_player_whose_process_ends_loses_and_the_record_has_the_reason() {
    let folder = folder();
    let check = |fault: &str, expected: &str| {
        let player = scripted(fault);
        let arguments =
            ["watch", "tic-tac-toe", "random", &player, "--seed", "1", "--save", "match"];
        let finished = rival(folder.path(), &arguments).dir(folder.path()).run().exits(4);
        let expected = format!("rival: the player of O ({player}) failed: {expected}");
        assert!(finished.stderr.starts_with(&expected), "{finished}");
        assert_eq!(finished.stderr.lines().count(), 1, "{finished}");
        let replayed = Rival::new(["replay", "match"]).dir(folder.path()).run().exits(0);
        assert!(replayed.stdout.contains("X wins: O failed ("), "{replayed}");
    };
    check("abort", "crashed: scripted 1 was killed by SIGABRT, an abort, at move 2 in ");
    check("exit 3", "exited: scripted 1 ended its process with exit code 3 at move 2 in ");
    check("length 0", "protocol error: scripted 1 sent a frame of 0 bytes at move 2 in ");
}

#[test]
fn a_record_includes_a_plugins_binary_and_where_it_ran() {
    let folder = folder();
    let arguments =
        ["watch", "tic-tac-toe", "minimal/first", "scripted/scripted", "--save", "match"];
    let _ = rival(folder.path(), &arguments).dir(folder.path()).run().exits(0);
    let text = fs::read_to_string(folder.path().join("match")).expect("it was saved");
    let record: toml::Table = text.parse().expect("it is TOML");
    let origin = |seat: usize| record["seat"][seat]["origin"].as_str().expect("it is a plugin");
    let check = |seat: usize, plugin: &str, place: &str| {
        let rest =
            origin(seat).strip_prefix(plugin).and_then(|rest| rest.strip_prefix(", BLAKE3 "));
        let (hash, ran) = rest.and_then(|rest| rest.split_once(", ")).expect("a hash and a place");
        assert!(hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
        assert!(ran.starts_with(place), "{ran}");
    };
    check(0, concat!("minimal ", env!("CARGO_PKG_VERSION")), "in this process");
    check(1, "scripted 7.8.9", "in its own processes, ");
}

#[test]
fn a_player_that_runs_out_of_time_is_killed_with_a_message_for_its_author() {
    let folder = folder();
    let player = scripted("endless loop");
    let arguments = ["watch", "tic-tac-toe", "random", &player, "--time", "300ms"];
    let finished = rival(folder.path(), &arguments).run().exits(4);
    assert!(finished.stdout.contains("X wins: O timed out"), "{finished}");
    let expected = format!(
        "rival: the player of O ({player}) failed: timed out: scripted 1 was killed after "
    );
    assert!(finished.stderr.starts_with(&expected), "{finished}");
    assert_eq!(finished.stderr.lines().count(), 1, "{finished}");
    // On a busy machine, part of the player's time has passed before the request.
    let limit = finished.stderr.split(" s: its limit was ").nth(1).unwrap();
    let (limit, place) = limit.split_once(" s at move ").unwrap();
    assert!((0.2..=0.3).contains(&limit.parse::<f64>().unwrap()), "{finished}");
    assert!(place.starts_with("2 in "), "{finished}");
}

#[test]
fn a_player_that_runs_out_of_time_has_failed_in_every_command() {
    let folder = folder();
    let player = scripted("endless loop");
    let compare = ["compare", "tic-tac-toe", &player, "random", "--games", "2", "--time", "300ms"];
    let finished = rival(folder.path(), &compare).run().exits(4);
    let expected = "rival: players failed in 2 of 2 games, most recently scripted/scripted:fault=endless loop: timed out: scripted 1 was killed after ";
    assert!(finished.stderr.starts_with(expected), "{finished}");
    let seat = format!("2={player}");
    let play = ["play", "tic-tac-toe", "--first", "--seat", &seat, "--time", "300ms", "--plain"];
    let finished = rival(folder.path(), &play).input("b2\nquit\n").run().exits(4);
    assert!(finished.stdout.contains("X wins: O timed out"), "{finished}");
    let expected = format!("rival: the player of O ({player}) failed: timed out: scripted 1 ");
    assert!(finished.stderr.starts_with(&expected), "{finished}");
}

#[test]
fn huge_numbers_do_no_harm() {
    let folder = folder();
    let player = scripted("reports nonsense");
    let compare = ["compare", "tic-tac-toe", &player, "random", "--games", "2"];
    let finished = rival(folder.path(), &compare).run().exits(0);
    assert!(finished.stdout.contains(&u64::MAX.to_string()), "{finished}");
    let analyze =
        ["analyze", "tic-tac-toe", "--position", "3/3/3 x", "--player", &player, "--json"];
    let finished = rival(folder.path(), &analyze).run().exits(0);
    assert!(!finished.stdout.contains("\\u001b"), "{finished}");
}

#[test]
fn a_player_that_hangs_while_it_is_made_is_the_commands_failure() {
    let folder = folder();
    let player = scripted("hangs in new");
    let arguments = ["watch", "tic-tac-toe", "random", &player, "--save", "match"];
    let finished = rival(folder.path(), &arguments).dir(folder.path()).run().exits(4);
    let expected = "rival: scripted/scripted can't be created: timed out: scripted/scripted was killed after 10.";
    assert!(finished.stderr.starts_with(expected), "{finished}");
    assert!(!folder.path().join("match").exists(), "there was no match");
}

#[test]
fn a_player_in_this_process_that_never_returns_is_named() {
    let folder = folder();
    let configuration = trusting(folder.path());
    let player = scripted("sleep");
    let arguments = ["watch", "tic-tac-toe", "random", &player, "--time", "300ms"];
    let watch = rival(folder.path(), &arguments).env("XDG_CONFIG_HOME", configuration.path());
    let finished = watch.dir(folder.path()).run().exits(4);
    assert_eq!(
        finished.stderr,
        format!(
            "rival: the player of O ({player}): it had not returned from its last call when the match ended\n\
             rival: the player of O ({player}) failed: timed out\n"
        )
    );
}

#[test]
fn a_player_that_thinks_forever_is_stopped_with_the_program() {
    let folder = folder();
    let running = endless(folder.path());
    let plugins = children(running.process());
    assert_eq!(plugins.len(), 1);
    running.interrupt();
    let _ = running.finish().exits(130);
    plugins.into_iter().for_each(await_end);
}

#[test]
fn a_child_process_does_not_outlive_its_host_that_is_killed() {
    let folder = folder();
    let running = endless(folder.path());
    let plugins = children(running.process());
    assert_eq!(plugins.len(), 1);
    running.kill();
    plugins.into_iter().for_each(await_end);
}

#[test]
fn no_child_process_is_left_wherever_its_host_is_killed() {
    let folder = folder();
    let matches =
        if std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1") { 300 } else { 10 };
    for lines in 0..matches {
        let players = ["scripted/second", "scripted/second"];
        let arguments = [&["watch", "checkers"], &players[..], &["--json", "--seed", "1"]].concat();
        let mut running = rival(folder.path(), &arguments).start();
        for _ in 0..lines % 60 {
            let _more = running.line();
        }
        let plugins = children(running.process());
        running.kill();
        plugins.into_iter().for_each(await_end);
    }
}

#[test]
fn a_plugin_gets_an_error_for_questions_without_a_person() {
    let folder = folder();
    let player = scripted("ask the host");
    for command in ["watch", "play"] {
        let arguments = [command, "tic-tac-toe", "random", &player, "--seed", "1"];
        let finished = rival(folder.path(), &arguments).run().exits(4);
        assert!(finished.stderr.contains("Err(Nobody)"), "it plays what it heard: {finished}");
    }
}

#[test]
fn a_plugin_that_calls_itself_human_is_no_person() {
    let folder = scratch();
    let name = format!("{DLL_PREFIX}human{DLL_SUFFIX}");
    fs::copy(program().plugins.join(&name), folder.path().join(&name)).expect("it can be copied");
    let arguments = ["watch", "tic-tac-toe", "random", "human/human", "--seed", "1"];
    let finished = rival(folder.path(), &arguments).run().exits(4);
    assert!(finished.stderr.contains("there is no human player to ask"), "{finished}");
    let finished = Rival::new(&arguments[..]).run().exits(2);
    assert!(
        finished.stderr.contains("is a human player"),
        "that of the program is one: {finished}"
    );
}

#[test]
fn every_game_is_played_however_often_a_plugin_crashes() {
    let folder = folder();
    let player = scripted("abort");
    let arguments = ["compare", "tic-tac-toe", &player, "random", "--games", "6", "--json"];
    let finished = rival(folder.path(), &arguments).run().exits(4);
    assert_eq!(objects(&finished).len(), 2 * 6 + 1, "two rows a game, and the points: {finished}");
}

/// The place where the plugin `scripted` runs, according to the list of plugins.
fn place(rival: Rival) -> String {
    let rows = objects(&rival.run().exits(0));
    let row = rows.iter().find(|row| row["name"] == "scripted").expect("it is listed");
    row["runs"].as_str().expect("a text").to_owned()
}

#[test]
fn plugins_run_in_separate_processes_unless_the_user_trusts_them() {
    let folder = folder();
    let list = ["plugins", "--json"];
    assert!(place(rival(folder.path(), &list)).starts_with("in its own processes, "));
    let configuration = trusting(folder.path());
    let trusted =
        |words: &[&str]| rival(folder.path(), words).env("XDG_CONFIG_HOME", configuration.path());
    assert_eq!(place(trusted(&list)), "in this process");
    let file = folder.path().join("libscripted.so");
    let file_text = file.to_str().expect("the path is text");
    fs::write(
        folder.path().join("rival.toml"),
        "[isolation]\ntrust = { 'libscripted.so' = 'isolated' }",
    )
    .expect("it can be written");
    let apart = trusted(&list).dir(folder.path());
    assert!(place(apart).starts_with("in its own processes, "), "a folder may be stricter");
    let _ = trusted(&["plugin", "distrust", file_text]).run().exits(0);
    assert!(place(trusted(&list)).starts_with("in its own processes, "));
    let refused = trusted(&["plugin", "distrust", file_text]).run().exits(3);
    assert!(refused.stderr.contains(" was not trusted; "), "{refused}");
}

#[test]
fn a_plugin_that_has_changed_is_not_trusted_any_more() {
    let folder = folder();
    let configuration = trusting(folder.path());
    let file = folder.path().join("libscripted.so");
    let mut changed = fs::read(&file).expect("it can be read");
    changed.push(0);
    fs::write(&file, changed).expect("it can be written");
    let list = rival(folder.path(), &["plugins"]).env("XDG_CONFIG_HOME", configuration.path());
    let listed = list.run().exits(0);
    assert!(listed.stdout.contains("runs in its own processes, "), "{listed}");
    assert!(listed.stdout.contains("has changed since it was trusted"), "{listed}");
}

#[test]
fn files_that_others_can_write_are_not_trusted() {
    let folder = folder();
    let file = folder.path().join("libscripted.so");
    let file_text = file.to_str().expect("the path is text");
    let configuration = trusting(folder.path());
    let in_home =
        |words: &[&str]| rival(folder.path(), words).env("XDG_CONFIG_HOME", configuration.path());
    for (path, usual, open) in [(file.as_path(), 0o755, 0o757), (folder.path(), 0o700, 0o770)] {
        let set = |mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
        set(open).expect("it is ours");
        let refused = in_home(&["plugin", "trust", file_text]).run().exits(3);
        let why = format!("can't be trusted: other users can write {}", path.display());
        assert!(refused.stderr.contains(&why), "{refused}");
        let listed = in_home(&["plugins"]).run().exits(0);
        let why =
            format!("libscripted.so: it is trusted, but other users can write {}", path.display());
        assert!(listed.stdout.contains(&why), "{listed}");
        let watch = ["watch", "tic-tac-toe", "random", "scripted/second"];
        let refused = in_home(&watch).run().exits(4);
        assert!(refused.stderr.contains("it is trusted, but other users can write"), "{refused}");
        set(usual).expect("it is ours");
        assert_eq!(place(in_home(&["plugins", "--json"])), "in this process");
    }
    let pins = configuration.path().join("rival/trusted-plugins.toml");
    fs::set_permissions(&pins, fs::Permissions::from_mode(0o666)).expect("it is ours");
    let refused = in_home(&["plugins"]).run().exits(3);
    assert!(refused.stderr.contains("trusted-plugins.toml: other users can write "), "{refused}");
}

#[test]
fn a_configuration_in_the_current_folder_can_not_loosen_limits() {
    let folder = folder();
    for (text, expected) in [
        (
            "policy = 'off'",
            "10: plugin trust can be set only in your own configuration or in a --config file",
        ),
        (
            "trust = { 'libscripted.so' = 'in-process' }",
            "30: a path doesn't identify the content; run \"rival plugin trust FILE\"",
        ),
    ] {
        let file = folder.path().join("rival.toml");
        fs::write(file, format!("[isolation]\n{text}\n")).expect("it can be written");
        let finished = rival(folder.path(), &["plugins"]).dir(folder.path()).run().exits(3);
        assert_eq!(finished.stderr, format!("rival: rival.toml: line 2, column {expected}\n"));
    }
}

#[test]
fn commands_without_plugins_search_for_none() {
    for arguments in
        [&["games"][..], &["moves", "tic-tac-toe"], &["watch", "tic-tac-toe", "random", "random"]]
    {
        let _ = rival(Path::new("no/such"), arguments).run().exits(0);
    }
}
