//! Programs as players, most of them faulty.

use std::fs;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use games_package::FailureKind::{
    self, Crashed, Exited, IllegalMove, OutOfMemory, OutOfTurn, ProtocolError, TimedOut,
};
use games_package::{Options, Player, PlayerError, Reply, Request};
use plugin_host::{Isolation, Plugin, PluginPlayer, ProcessPool};
use tempfile::TempDir;

use crate::support::{Table, cache, request, sandboxed, setup};

const PROGRAM: &str = include_str!("../programs/faulty.py");

/// A folder with the faulty program and a `player.toml` that contains `more`.
fn folder(fault: &str, more: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let command = format!("[\"python3\", \"faulty.py\", \"{fault}\"]");
    let manifest = format!("name = \"faulty\"\nversion = \"1\"\ncommand = {command}\n{more}");
    fs::write(folder.path().join("player.toml"), manifest).unwrap();
    fs::write(folder.path().join("faulty.py"), PROGRAM).unwrap();
    folder
}

/// A time that is long enough for any start on a busy machine.
const LONG: Duration = Duration::from_mins(1);

fn isolation(preparation_time_max: Duration) -> Arc<Isolation> {
    Arc::new(Isolation { preparation_time_max, ..(*sandboxed()).clone() })
}

fn notes(table: &Table) -> Vec<String> {
    table.received.lock().unwrap().clone()
}

/// The faulty player at the start of a match.
fn started(fault: &str, more: &str) -> (PluginPlayer, Result<(), PlayerError>) {
    let folder = folder(fault, more);
    let limit = if fault == "no hello" { Duration::from_secs(2) } else { LONG };
    let plugin = Plugin::load(folder.path(), cache(), &isolation(limit)).unwrap();
    let mut player = plugin.new_player("player", "any", &Options::default()).unwrap();
    let started = player.start(&setup());
    // The running program uses the private copy.
    (player, started)
}

/// A request with this much time.
fn timed(millis: u64) -> Request {
    let time_left = Some(Duration::from_millis(millis));
    Request { time_left, ..request() }
}

/// Faults that never answer and end only at their time limit. All other programs answer even on a busy machine.
const LATE: [&str; 6] =
    ["no answer", "late", "half a line", "ignores stop", "flood", "blank lines"];

/// The results of `count` requests.
fn play(fault: &str, more: &str, count: usize) -> (Result<Reply, PlayerError>, Vec<String>) {
    let (mut player, started) = started(fault, more);
    started.unwrap();
    let table = Table { runs: true, ..Table::default() };
    let limit = if LATE.contains(&fault) { 600 } else { 20_000 };
    let mut reply = Ok(Reply::Resign);
    for _ in 0..count {
        reply = player.choose_move(&timed(limit), &table);
        if reply.is_err() {
            break;
        }
    }
    (reply, notes(&table))
}

/// Checks that the fault causes a failure of this kind with this message before the deadline.
fn check(fault: &str, count: usize, kind: FailureKind, expected: &str) {
    let begun = Instant::now();
    let (reply, _) = play(fault, "memory_mib = 64", count);
    let error = reply.unwrap_err();
    assert_eq!(error.kind(), kind, "{fault}: {error}");
    assert!(error.text().starts_with(expected), "{fault}: {error}");
    assert!(begun.elapsed() < Duration::from_mins(1), "{fault} takes {:?}", begun.elapsed());
}

const WHEN: &str = "at move 2 in ";
const TAIL: &str = ": the last thing it said";

#[test]
fn faults_are_reported_with_the_last_lines() {
    for fault in ["no answer", "late", "half a line", "ignores stop"] {
        check(fault, 1, TimedOut, "faulty 1.0 was killed after 0.6");
        let (reply, _) = play(fault, "", 1);
        assert!(reply.unwrap_err().text().ends_with(TAIL), "{fault}");
    }
    check("flood", 1, TimedOut, "faulty 1.0 was killed after 0.6");
    check("blank lines", 1, TimedOut, "faulty 1.0 was killed after 0.6");
    check(
        "illegal",
        1,
        IllegalMove,
        "faulty 1.0 chose \"1-1\", which is not a legal move (that is not a move), at move 2",
    );
}

#[test]
fn malformed_lines_are_failures() {
    check(
        "garbage",
        1,
        ProtocolError,
        "faulty 1.0 sent a line that is not a JSON object (expected value at line 1 column 1): my move is \u{fffd}[31m 9-14: write anything but messages to standard error at move 2",
    );
    check("bytes", 1, ProtocolError, "faulty 1.0 sent a line that is not a JSON object");
    check(
        "array",
        1,
        ProtocolError,
        "faulty 1.0 sent a line that is not a JSON object (another value): [1]",
    );
    check(
        "deep",
        1,
        ProtocolError,
        "faulty 1.0 sent a line that is not a JSON object (recursion limit exceeded",
    );
    check(
        "no type",
        1,
        ProtocolError,
        "faulty 1.0 sent an object without a \"type\": {\"move\": \"9-14\"}",
    );
    check(
        "wrong field",
        1,
        ProtocolError,
        "faulty 1.0 sent a malformed \"move\" (\"id\" is \"one\", expected a whole number from 0): ",
    );
    check(
        "long line",
        1,
        ProtocolError,
        "faulty 1.0 sent a line of more than 1048576 bytes at move 2",
    );
    check(
        "many questions",
        1,
        ProtocolError,
        "faulty 1.0 sent an \"ask\" with 1001 questions: at most 1000 are allowed at move 2",
    );
    check("second hello", 1, ProtocolError, "faulty 1.0 sent a second \"hello\" at move 2");
}

#[test]
fn program_exits_and_unsolicited_answers_are_failures() {
    check(
        "exit in a line",
        1,
        Exited,
        &format!("faulty 1.0 ended its process with exit code 3 in the middle of a line {WHEN}"),
    );
    check("crash", 1, Exited, &format!("faulty 1.0 ended its process with exit code 1 {WHEN}"));
    check("abort", 1, Crashed, "faulty 1.0 was killed by SIGABRT, an abort, at move 2");
    check(
        "closed output",
        1,
        ProtocolError,
        "faulty 1.0 closed its connection but kept running at move 2",
    );
    check(
        "closed input",
        2,
        ProtocolError,
        "faulty 1.0 closed its connection but kept running at move 2",
    );
    check("twice", 2, OutOfTurn, "faulty 1.0 answered the question ");
    check("early", 2, OutOfTurn, "faulty 1.0 answered the question ");
    check(
        "before the question",
        1,
        OutOfTurn,
        "faulty 1.0 answered the question 1, which is not open, at move 2",
    );
    check(
        "wrong id",
        1,
        OutOfTurn,
        "faulty 1.0 answered the question 77, which is not open, at move 2",
    );
    check("memory", 1, OutOfMemory, "faulty 1.0 took ");
    check("sparse memory", 1, OutOfMemory, "faulty 1.0 took ");
    let (reply, _) = play("twice", "", 2);
    assert!(reply.unwrap_err().text().contains(" a second time at move 2"));
    let (reply, _) = play("crash", "", 1);
    let text = reply.unwrap_err().text().to_owned();
    assert!(text.ends_with("ZeroDivisionError: integer division or modulo by zero"), "{text}");
}

#[test]
fn programs_that_do_not_start_are_refused() {
    let check = |fault: &str, expected: &str| {
        let error = started(fault, "").1.unwrap_err();
        assert_eq!(error.kind(), FailureKind::StartFailed, "{error}");
        assert_eq!(error.text(), expected);
    };
    check(
        "no hello",
        "timed out: faulty/player was killed after 2.05 s: its limit was 2.00 s when it was started; no \"hello\" arrived: end each line with a line feed and flush the output",
    );
    check(
        "move before hello",
        "protocol error: faulty/player sent a message before its \"hello\" when it was started",
    );
    check(
        "other protocol",
        "faulty/player uses protocol version 2, but this program uses 1 when it was started",
    );
    check(
        "ends at once",
        "exited: faulty/player ended its process with exit code 1 when it was started: there is no book",
    );
}

#[test]
fn a_program_cannot_escape_its_confinement() {
    let (reply, notes) = play("escape", "threads = 8", 1);
    assert_eq!(reply.unwrap(), Reply::play("22-17"));
    assert_eq!(notes, ["worked: [], user 65534, in /player"]);
}

#[test]
fn a_program_cannot_hide_unshared_memory() {
    let (reply, notes) = play("shared memory", "memory_mib = 64", 1);
    assert_eq!(reply.unwrap(), Reply::play("22-17"));
    assert_eq!(notes, ["worked: []"]);
}

#[test]
fn a_program_can_only_read_shared_system_files() {
    let (reply, notes) = play("shared files", "", 1);
    assert_eq!(reply.unwrap(), Reply::play("22-17"));
    assert_eq!(notes, ["worked: ['list /usr/share']"]);
}

#[test]
fn a_program_plays_on_after_an_unknown_message() {
    let (reply, _) = play("none", "", 20);
    assert_eq!(reply.unwrap(), Reply::play("22-17"));
    let (reply, notes) = play("unknown message", "", 2);
    assert_eq!(reply.unwrap(), Reply::play("22-17"));
    assert_eq!(notes[0], "ignoring what you sent: a message of unknown type \"dance\"");
}

#[test]
fn blank_lines_and_invalid_utf_8_are_tolerated() {
    let (reply, notes) = play("blank lines between", "", 3);
    assert_eq!(reply.unwrap(), Reply::play("22-17"));
    assert_eq!(notes[..2], ["no blänk", "half of \u{fffd}"]);
}

#[test]
fn a_program_can_be_stopped_and_is_killed_if_it_ignores_quit() {
    let (mut player, started) = started("obeys stop", "");
    started.unwrap();
    let table = Table::default();
    let begun = Instant::now();
    assert_eq!(player.choose_move(&timed(60_000), &table).unwrap(), Reply::play("22-17"));
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert!(notes(&table).iter().any(|note| note == "budget-used" || note == "move-now"));

    let (mut player, started) = self::started("ignores quit", "");
    started.unwrap();
    let table = Table { runs: true, ..Table::default() };
    player.choose_move(&timed(20_000), &table).unwrap();
    let begun = Instant::now();
    player.close().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

#[test]
fn impossible_permissions_are_refused_by_file_name() {
    let refused = |more: &str| {
        let folder = folder("none", more);
        let error = Plugin::load(folder.path(), cache(), &isolation(LONG)).unwrap_err().to_string();
        error.rsplit("player.toml: ").next().unwrap().to_owned()
    };
    assert_eq!(
        refused("reads = [\"/etc/shadow\"]"),
        "it can't get permission to read /etc/shadow: only files below /usr, /bin, /lib, /lib64, /opt, /nix/store, /etc/alternatives can be granted; copy needed files into its folder"
    );
    assert_eq!(
        refused("color = 1"),
        "line 4: unknown field `color`, expected one of `name`, `version`, `description`, `command`, `games`, `options`, `memory_mib`, `threads`, `reads`, `runs`"
    );
}

/// A program's answers in four matches whose players share a pool: the match number or the failure.
fn matches(fault: &str, pool: &ProcessPool) -> Vec<String> {
    let folder = folder(fault, "memory_mib = 64");
    let plugin = Plugin::load(folder.path(), cache(), &isolation(LONG)).unwrap();
    let play = |_| {
        let mut player = plugin.new_player_in(pool, "player", "any", &Options::default()).unwrap();
        player.start(&setup()).unwrap();
        let table = Table { runs: true, ..Table::default() };
        match player.choose_move(&timed(5000), &table) {
            Ok(_) => notes(&table).join(" "),
            Err(error) => error.kind().name().to_owned(),
        }
    };
    (0..4).map(play).collect()
}

#[test]
fn a_program_that_declares_itself_reusable_serves_several_matches() {
    let check = |fault, expected: [&str; 4]| {
        assert_eq!(matches(fault, &ProcessPool::with_capacity(2)), expected, "{fault}");
    };
    check("is reusable", ["match 1", "match 2", "match 3", "match 4"]);
    check("is not reusable", ["match 1"; 4]);
    check("crashes in the second match", ["match 1", "exited", "match 1", "exited"]);
    for fault in ["answers twice after a match", "ends after a match", "answers no ping"] {
        check(fault, ["match 1"; 4]);
    }
    check("holds memory", ["match 1", "match 2", "match 1", "match 2"]);
    assert_eq!(matches("is reusable", &ProcessPool::default()), ["match 1"; 4]);
}

#[test]
fn a_program_of_a_closed_pool_without_a_hello_is_killed_at_once() {
    let folder = folder("no hello", "");
    let plugin = Plugin::load(folder.path(), cache(), &isolation(LONG)).unwrap();
    let pool = ProcessPool::with_capacity(2);
    let mut player = plugin.new_player_in(&pool, "player", "any", &Options::default()).unwrap();
    let (sender, ended) = channel();
    thread::spawn(move || sender.send(player.start(&setup())).unwrap());
    assert!(ended.recv_timeout(Duration::from_millis(300)).is_err(), "it waits for a hello");
    pool.close();
    let error = ended.recv_timeout(LONG / 2).unwrap().unwrap_err();
    assert_eq!(error.kind(), FailureKind::StartFailed);
    assert!(error.text().contains("was stopped before its \"hello\""), "{error}");
}

#[test]
fn a_program_is_not_shared_by_different_games() {
    let folder = folder("is reusable", "");
    let plugin = Plugin::load(folder.path(), cache(), &isolation(LONG)).unwrap();
    let pool = ProcessPool::with_capacity(2);
    let said = |game: &str| {
        let mut player = plugin.new_player_in(&pool, "player", game, &Options::default()).unwrap();
        player.start(&setup()).unwrap();
        let table = Table { runs: true, ..Table::default() };
        player.choose_move(&timed(5000), &table).unwrap();
        notes(&table).join(" ")
    };
    assert_eq!(
        ["one", "other", "one", "other"].map(said),
        ["match 1", "match 1", "match 2", "match 2"]
    );
}

#[test]
fn a_script_is_started_by_the_interpreter_in_its_first_line() {
    let check = |script: &str| {
        let folder = tempfile::tempdir().unwrap();
        let manifest = "name = \"faulty\"\ncommand = [\"./player\", \"none\"]\n";
        fs::write(folder.path().join("player.toml"), manifest).unwrap();
        fs::write(folder.path().join("player"), script).unwrap();
        let plugin = Plugin::load(folder.path(), cache(), &isolation(LONG)).unwrap();
        let mut player = plugin.new_player("player", "any", &Options::default()).unwrap();
        player.start(&setup()).unwrap();
    };
    check(&format!("#!/usr/bin/env python3\n{PROGRAM}"));
    let hello = "{\"type\":\"hello\",\"name\":\"shell\"}";
    check(&format!("#!/bin/sh\nread -r line\necho '{hello}'\nwhile read -r line; do :; done\n"));
}

/// A library that the program below finds next to itself.
const SPEECH: &str = "const char *hello(void) { return \"{\\\"type\\\":\\\"hello\\\",\\\"name\\\":\\\"spoken 1\\\"}\"; }";

const SPEAKER: &str = r"
#include <stdio.h>
const char *hello(void);
int main(void) {
    char line[65536];
    while (fgets(line, sizeof line, stdin)) { puts(hello()); fflush(stdout); }
}
";

#[test]
fn a_program_finds_the_libraries_next_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("lib")).unwrap();
    fs::write(at("speech.c"), SPEECH).unwrap();
    fs::write(at("speaker.c"), SPEAKER).unwrap();
    let compile = |arguments: &[&str]| {
        let status = std::process::Command::new("cc").args(arguments).current_dir(&folder).status();
        assert!(status.unwrap().success());
    };
    compile(&["-shared", "-fPIC", "speech.c", "-o", "lib/libspeech.so"]);
    compile(&["speaker.c", "-o", "speaker", "-Llib", "-lspeech", "-Wl,-rpath,$ORIGIN/lib"]);
    fs::write(at("player.toml"), "name = \"speaker\"\ncommand = [\"./speaker\"]\n").unwrap();
    let plugin = Plugin::load(folder.path(), cache(), &isolation(LONG)).unwrap();
    let mut player = plugin.new_player("player", "any", &Options::default()).unwrap();
    player.start(&setup()).unwrap();
    assert_eq!(player.name(), "spoken 1");
}
