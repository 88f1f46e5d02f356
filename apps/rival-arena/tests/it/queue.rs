//! Runs over a queue: whatever is killed, the tables are those of a run on one machine.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod support;

use std::path::Path;
use std::process::Command;

use support::{Process, Server, arena};

/// The games of the tournament below.
const GAMES: usize = 480;

/// A tournament of players that look at few positions.
fn tournament(folder: &Path, rest: &[&str]) -> Command {
    let mut command = arena(folder);
    let players = ["alpha-beta", "negascout", "greedy", "random"];
    command.args(["tournament", "tic-tac-toe:6,6,5"]).args(players);
    command.args(["--nodes", "300", "--pairs", "40", "--seed", "3", "--openings", "random:3"]);
    command.args(rest);
    command
}

fn output(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn table(folder: &Path, out: &str) -> String {
    let mut command = arena(folder);
    command.args(["table", out]);
    output(command)
}

fn worker(folder: &Path, server: &Server, name: &str) -> Process {
    let mut command = arena(folder);
    command.args(["worker", &server.url(), "--concurrency", "1", "--name", name]);
    Process::start(command)
}

#[test]
fn workers_the_server_and_the_scheduler_may_be_killed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(tournament(folder, &["--json", "--concurrency", "2", "--out", "here"]));
    let mut server = Server::start(folder);
    let url = server.url();
    let mut workers = ["a", "b", "c"].map(|name| worker(folder, &server, name));
    let queued = ["--json", "--queue", &url, "--lease", "2s"];
    let mut scheduler =
        Process::start(tournament(folder, &[&queued[..], &["--out", "there"]].concat()));
    scheduler.read(40, "game_finished");
    workers[0].kill();
    scheduler.read(40, "game_finished");
    server.kill();
    server.start_again();
    scheduler.read(40, "game_finished");
    scheduler.kill();
    let mut resume = arena(folder);
    resume.args(["resume", "there"]).args(queued);
    let mut resumed = Process::start(resume);
    resumed.read(1, "game_finished");
    resumed.end_well();
    assert_eq!(table(folder, "there"), table(folder, "here"));
    let journal = std::fs::read_to_string(folder.join("there/journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + GAMES, "a line for the settings and one for each game");
}

#[test]
fn a_test_that_is_decided_ends_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    let test = |rest: &[&str]| {
        let mut command = arena(folder);
        command.args(["sprt", "tic-tac-toe:5,5,4", "alpha-beta", "random", "--nodes", "100"]);
        command.args(["--elo0", "0", "--elo1", "100", "--seed", "5", "--openings", "random:2"]);
        command.args(rest);
        command
    };
    let here = output(test(&["--out", "here", "--concurrency", "2"]));
    let mut worker = worker(folder, &server, "w");
    let there = output(test(&["--out", "there", "--queue", &server.url()]));
    assert!(here.contains("H1 is accepted") && here == there, "{here}\n{there}");
    worker.read_messages("is over");
}

#[test]
fn a_player_that_cant_start_stops_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    let mut command = arena(folder);
    command.args(["worker", &server.url(), "--name", "w", "--allow-engines"]);
    let _worker = Process::start(command);
    let mut command = arena(folder);
    command.args(["match", "checkers", "engine:hub:/nowhere/engine", "random", "--out", "out"]);
    command.args(["--queue", &server.url()]);
    let refused = command.output().unwrap();
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(4), "{message}");
    let last = message.lines().last().unwrap();
    assert!(last.contains("can't start") && last.contains("(on the worker w)"), "{message}");
}

#[test]
fn a_worker_runs_no_engines_unless_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    let mut worker = worker(folder, &server, "w");
    let mut command = arena(folder);
    command.args(["match", "checkers", "engine:hub:/nowhere/engine", "random", "--out", "out"]);
    command.args(["--queue", &server.url()]);
    let mut scheduler = Process::start(command);
    let why = "engine:hub:/nowhere/engine needs --allow-engines";
    worker.read_messages(why);
    scheduler.read_messages(&format!("the worker w plays no games: {why}"));
}

#[test]
fn mistakes_get_one_line_and_their_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let check = |url: &str, code, message: &str| {
        let mut command = arena(folder);
        command.args(["match", "tic-tac-toe", "greedy", "random", "--out", "out", "--seed", "1"]);
        let output = command.args(["--queue", url]).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().last()), (Some(code), Some(message)));
    };
    check(
        "nats://me:secret@127.0.0.1:1",
        1,
        "rival-arena: can't reach the queue at nats://127.0.0.1:1: IO error: Connection refused (os error 111)",
    );
    check(
        "https://127.0.0.1",
        2,
        "rival-arena: \"https://127.0.0.1\" is no address of a queue: expected nats://HOST:PORT or tls://HOST:PORT",
    );
    let plain = Server::without_streams();
    check(
        &plain.url(),
        1,
        &format!(
            "rival-arena: the server at {} keeps no streams: start nats-server with -js",
            plain.url()
        ),
    );
}

#[test]
fn a_queue_lets_in_who_may_come_in() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::with_users(folder);
    let url = |who: &str| server.url().replace("//", &format!("//{who}@"));
    let mut command = arena(folder);
    command.args(["worker", &url("worker:w"), "--name", "w"]);
    let _worker = Process::start(command);
    let run = |who: &str, out: &str| {
        let mut command = arena(folder);
        command.args(["match", "tic-tac-toe", "greedy", "random", "--pairs", "20", "--out", out]);
        command.args(["--queue", &url(who)]);
        command
    };
    assert!(output(run("scheduler:s", "out")).contains("20 pairs"));
    let refused = run("scheduler:x", "other").output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    let expected = format!(
        "rival-arena: the queue at {} doesn't let us in: give a name and a password in its address, or --creds FILE",
        server.url()
    );
    assert_eq!((refused.status.code(), said.lines().last()), (Some(1), Some(expected.as_str())));
}
