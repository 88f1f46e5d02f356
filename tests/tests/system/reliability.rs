//! Tests system events while the program plays with an untrusted plugin, and the resulting state.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use integration_tests::{Rival, Running, faulty_plugin, program, scratch};
use pty_process::blocking::{Command, open};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::strangers::{await_end, children};

/// A folder with the plugin `scripted`.
fn folder() -> TempDir {
    let folder = scratch();
    fs::copy(faulty_plugin(), folder.path().join("libscripted.so")).expect("it can be copied");
    folder
}

/// The arguments for a match with a player that thinks forever.
const ENDLESS: [&str; 9] = [
    "--plugins",
    ".",
    "watch",
    "tic-tac-toe",
    "random",
    "scripted/scripted:fault=endless loop",
    "--json",
    "--save",
    "match",
];

fn endless(folder: &Path) -> Running {
    let mut running = Rival::new(ENDLESS).dir(folder).start();
    while !running.line().expect("the match continues").contains("move_played") {}
    running
}

#[test]
fn a_signal_to_end_ends_the_match_its_players_and_leaves_the_record() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let folder = folder();
        let running = endless(folder.path());
        let plugins = children(running.process());
        assert_eq!(plugins.len(), 1);
        kill_process(running.process(), signal).expect("it is running");
        let _ = running.finish().exits(130);
        plugins.into_iter().for_each(await_end);
        let replayed = Rival::new(["replay", "match"]).dir(folder.path()).run().exits(0);
        assert!(replayed.stdout.contains("random"), "{replayed}");
    }
}

#[test]
fn a_closed_terminal_ends_the_match() {
    let folder = folder();
    let (terminal, remote) = open().expect("a terminal can be made");
    let mut child = Command::new(&program().rival)
        .args(ENDLESS)
        .env_clear()
        .env("HOME", folder.path())
        .current_dir(folder.path())
        .spawn(remote)
        .expect("the program can be started");
    let process = Pid::from_child(&child);
    let mut lines = BufReader::new(terminal).lines();
    while !lines.next().expect("the match continues").expect("it is text").contains("move_played") {
    }
    let plugins = children(process);
    assert_eq!(plugins.len(), 1);
    drop(lines);
    await_end(process);
    plugins.into_iter().for_each(await_end);
    let status = child.wait().expect("it has ended");
    // Either the program receives the signal or it can no longer write, whichever happens first.
    assert!(matches!(status.code(), Some(130 | 1)), "{status}");
}
