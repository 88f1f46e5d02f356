//! Runs over a queue must produce the same tables as local runs, whichever program is killed.

mod access;
mod builds;
mod docs;
mod liars;
mod moves;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use arena::observer::LiveGame;
use cluster::Access;
use cluster::message::{Build, Pair, PairResult, RunId, Spec};
use cluster::worker::{PairRunner, work};
use integration_tests::{uci_script, write_script};
use serde_json::Value;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::support::{Process, Server, arena, output, table};

/// The number of games in the tournament below.
const GAMES: usize = 480;

/// A tournament of players with small node limits.
fn tournament(folder: &Path, rest: &[&str]) -> Command {
    let players = ["alpha-beta", "negascout", "greedy", "random"];
    let mut command = arena(folder, &["tournament", "tic-tac-toe:6,6,5"]);
    command.args(players);
    command.args(["--nodes", "300", "--pairs", "40", "--seed", "3", "--openings", "random:3"]);
    command.args(rest);
    command
}

fn worker(folder: &Path, server: &Server, name: &str) -> Process {
    let arguments = ["worker", &server.url(), "--concurrency", "1", "--name", name];
    Process::start(arena(folder, &arguments))
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
    let mut resume = arena(folder, &["resume", "there"]);
    resume.args(queued);
    let mut resumed = Process::start(resume);
    resumed.read(1, "game_finished");
    resumed.end_well();
    assert_eq!(table(folder, "there"), table(folder, "here"));
    let journal = std::fs::read_to_string(folder.join("there/journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + GAMES, "a line for the settings and one for each game");
}

#[test]
fn a_decided_test_ends_for_all_workers() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    let test = |rest: &[&str]| {
        let mut command =
            arena(folder, &["sprt", "tic-tac-toe:5,5,4", "alpha-beta", "random", "--nodes", "100"]);
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
fn a_player_that_fails_to_start_stops_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    let worker = ["worker", &server.url(), "--name", "w", "--allow-engines"];
    let _worker = Process::start(arena(folder, &worker));
    let mut command = arena(folder, &["match", "checkers", "engine:hub:/nowhere/engine", "random"]);
    command.args(["--out", "out", "--queue", &server.url()]);
    let refused = command.output().unwrap();
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(4), "{message}");
    let last = message.lines().last().unwrap();
    assert!(last.contains("can't start") && last.contains("(on the worker w)"), "{message}");
}

#[test]
fn deleting_an_engine_on_a_worker_stops_the_run_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = folder.join("engine.sh");
    let at_start = "starts=$(dirname \"$0\")/starts; echo >> \"$starts\"\n\
        [ $(wc -l < \"$starts\") -ne 3 ] || rm \"$0\"";
    write_script(&file, &uci_script(at_start, ""), 0o755);
    let server = Server::start(folder);
    let url = server.url();
    let worker = ["worker", &url, "--name", "w", "--allow-engines", "--concurrency", "1"];
    let _worker = Process::start(arena(folder, &worker));
    let player = format!("engine:uci:{}", file.display());
    let mut command = arena(folder, &["match", "chess", &player, "random"]);
    command.args(["--pairs", "5", "--plies-max", "2", "--openings", "start", "--restart"]);
    let stopped = command.args(["--out", "out", "--queue", &url]).output().unwrap();
    let message = String::from_utf8(stopped.stderr).unwrap();
    assert_eq!(stopped.status.code(), Some(4), "{message}");
    assert!(message.contains("can't start") && message.contains("No such file"), "{message}");
    assert!(message.contains("(on the worker w)"), "{message}");
    let tables = table(folder, "out");
    assert!(tables.contains("unfinished"), "{tables}");
    assert!(!tables.contains("refused") && !tables.contains("start failed"), "{tables}");

    write_script(&file, &uci_script("", ""), 0o755);
    let resume = ["resume", "out", "--allow-engines", "--queue", &url];
    Process::start(arena(folder, &resume)).end_well();
    let journal = std::fs::read_to_string(folder.join("out/journal.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 1 + 10, "a line for the settings and one for each game");
    output(arena(folder, &["verify", "out"]));
}

#[test]
fn a_worker_runs_no_engines_unless_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    let mut worker = worker(folder, &server, "w");
    let mut command = arena(folder, &["match", "checkers", "engine:hub:/nowhere/engine", "random"]);
    command.args(["--out", "out", "--queue", &server.url()]);
    let mut scheduler = Process::start(command);
    let what =
        "\"engine:hub:/nowhere/engine\" starts a program: add --allow-engines if you trust it";
    worker.read_messages(what);
    let settings = std::fs::read_to_string(folder.join("out/tournament.toml")).unwrap();
    let before = settings.split("engine:").next().unwrap();
    let why = format!("its settings: line {}: {what}", before.lines().count());
    scheduler.read_messages(&format!("the worker w plays no games: {why}"));
}

/// A worker that runs an older program and must not play.
struct Old {
    told: Sender<String>,
    is_interrupted: AtomicBool,
}

impl PairRunner for Old {
    fn slots(&self) -> usize {
        1
    }

    fn open_run(&self, _: &RunId, _: &Spec) -> Result<(), String> {
        panic!("a run of another program must not be opened")
    }

    fn play(&self, _: &RunId, _: Pair, _: oneshot::Sender<PairResult>) {}

    fn live_game(&self, _: &RunId) -> Option<LiveGame> {
        None
    }

    fn cancel_run(&self, _: &RunId) {}

    fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    fn note(&self, line: &str) {
        // The test may already have received everything it needs.
        let _heard = self.told.send(line.into());
    }
}

#[test]
fn a_worker_with_another_version_gets_no_pairs_and_both_sides_report_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    let access = Access { url: server.url(), credentials: None, authorities: None };
    let (told, lines) = channel();
    let runner = Arc::new(Old { told, is_interrupted: AtomicBool::new(false) });
    let old = Arc::clone(&runner);
    let worker = std::thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(work(&access, "old", &Build::new("0.0.9"), old, None)).unwrap();
    });
    let mut scheduler =
        Process::start(tournament(folder, &["--out", "out", "--queue", &server.url()]));
    let [own, other] =
        [env!("CARGO_PKG_VERSION"), "0.0.9"].map(|it| format!("{it} (queue protocol 1)"));
    scheduler
        .read_messages(&format!("the worker old plays no games: it is {other}, but this is {own}"));
    let why = format!("its scheduler is {own}, but this worker is {other}");
    let refused = lines.iter().find(|line| line.starts_with("refusing the run"));
    assert!(refused.unwrap().ends_with(&why));
    runner.is_interrupted.store(true, Ordering::Relaxed);
    worker.join().unwrap();
}

#[test]
fn moves_of_games_elsewhere_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    let _worker = worker(folder, &server, "w");
    let url = server.url();
    let mut command = arena(folder, &["match", "checkers", "alpha-beta", "pvs", "--time", "100ms"]);
    command.args(["--pairs", "50", "--json", "--out", "out", "--queue", &url]);
    let mut scheduler = Process::start(command);
    let mut next =
        || -> Value { serde_json::from_str(&scheduler.line_with("\"event\":\"moves\"")).unwrap() };
    let mut before = next();
    loop {
        let after = next();
        assert_eq!(after["worker"], "w");
        let players = after["players"].as_array().unwrap();
        assert!(players.iter().all(|name| *name == "alpha-beta" || *name == "pvs"), "{after}");
        let newest = after["newest"].as_array().unwrap().len() as u64;
        assert!(newest == after["plies"].as_u64().unwrap().min(40), "{after}");
        if after["id"] == before["id"] && after["plies"].as_u64() > before["plies"].as_u64() {
            return;
        }
        before = after;
    }
}

#[test]
fn mistakes_get_one_line_and_their_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let check = |url: &str, code, message: &str| {
        let mut command = arena(folder, &["match", "tic-tac-toe", "greedy", "random"]);
        command.args(["--out", "out", "--seed", "1"]).env("RIVAL_QUEUE", url);
        let output = command.output().unwrap();
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
        "rival-arena: invalid queue address \"https://127.0.0.1\": expected nats://HOST:PORT or tls://HOST:PORT",
    );
    let plain = Server::without_streams();
    check(
        &plain.url(),
        1,
        &format!(
            "rival-arena: the server at {} has no JetStream; start nats-server with -js",
            plain.url()
        ),
    );
}
