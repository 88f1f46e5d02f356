//! Runs that are killed at random moments and resumed must end with the tables of an uninterrupted run.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use integration_tests::{Trace, can_cut_power, recorded, trace_time};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::{arena, output, run, table};

/// The number of games in the tournament below.
const GAMES: usize = 240;

/// A tournament of players with small node limits, into `out`.
fn tournament(folder: &Path, out: &str) -> Command {
    let players = ["alpha-beta", "negascout", "greedy", "random"];
    let mut command = arena(folder, &["tournament", "tic-tac-toe:5,5,4"]);
    command.args(players);
    command.args(["--nodes", "100", "--pairs", "20", "--seed", "3", "--openings", "random:3"]);
    command.args(["--concurrency", "2", "--json", "--out", out]);
    command
}

/// Starts the command, reads this number of output lines, and kills the process. Returns the number of reported games.
fn killed_after(lines: usize, mut command: Command) -> usize {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let told =
        BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok).take(lines);
    let games = told.filter(|line| line.contains("game_finished")).count();
    // The run may have ended already.
    let _ended = child.kill();
    child.wait().unwrap();
    games
}

#[test]
fn a_killed_run_resumes_exactly() {
    let points = if std::env::var_os("RIVAL_DEEP").is_some() { 300 } else { 20 };
    let folder = tempfile::tempdir().unwrap();
    let whole = output(tournament(folder.path(), "whole"));
    assert_eq!(whole.matches("game_finished").count(), GAMES);
    let expected = table(folder.path(), "whole");
    let mut chance = ChaCha8Rng::seed_from_u64(9);
    for point in 0..points {
        let out = format!("killed{point}");
        let told = killed_after(chance.random_range(1..GAMES), tournament(folder.path(), &out));
        let rest = output(arena(folder.path(), &["resume", "--json", &out]))
            .matches("game_finished")
            .count();
        assert!(told + rest <= GAMES, "{told} games were reported, and {rest} replayed");
        assert_eq!(table(folder.path(), &out), expected, "killed after {told} games");
    }
}

/// Runs the command to completion. Returns the time when the program reported each game.
fn reported_at(mut command: Command) -> Vec<f64> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let games = lines.filter(|line| line.contains("game_finished"));
    let told = games.map(|_game| trace_time()).collect();
    assert!(child.wait().unwrap().success());
    told
}

#[test]
fn a_run_resumes_exactly_after_a_power_cut() {
    if !can_cut_power() {
        return;
    }
    let cuts = if std::env::var_os("RIVAL_DEEP").is_some() { 100 } else { 8 };
    let (folder, trace) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let home = folder.path().canonicalize().unwrap();
    let told = reported_at(recorded(&tournament(&home, "whole"), trace.path()));
    assert_eq!(told.len(), GAMES);
    let expected = table(&home, "whole");
    let calls = Trace::read(trace.path(), &home);
    let mut chance = ChaCha8Rng::seed_from_u64(10);
    for _ in 0..cuts {
        let games = chance.random_range(0..GAMES);
        let disk = tempfile::tempdir().unwrap();
        calls.cut_at(told[games], &mut |below| chance.random_range(0..below), disk.path());
        let rest = output(arena(disk.path(), &["resume", "--json", "whole"]));
        let rest = rest.matches("game_finished").count();
        assert!(games < GAMES - rest, "{} games were reported, and {rest} replayed", games + 1);
        assert_eq!(table(disk.path(), "whole"), expected, "cut after {} games", games + 1);
    }
}

#[test]
fn another_tournament_is_refused_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    output(tournament(folder.path(), "a"));
    let other = ["match", "tic-tac-toe", "greedy", "random", "--pairs", "2", "--out", "a"];
    let refused = run(folder.path(), &other, 3);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(
        message,
        "rival-arena: a contains a run with different settings; resume it with \"rival-arena resume a\" or pass another --out\n"
    );
}

#[test]
fn mistakes_get_one_line_and_their_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let check = |arguments: &[&str], code, message: &str| {
        let said = String::from_utf8(run(folder.path(), arguments, code).stderr).unwrap();
        assert_eq!(said, message, "{arguments:?}");
    };
    check(
        &["match", "tic-tac-to", "greedy", "random"],
        2,
        "rival-arena: there is no game \"tic-tac-to\": did you mean tic-tac-toe?\n",
    );
    check(
        &["match", "tic-tac-toe", "gredy", "random"],
        2,
        "rival-arena: there is no player \"gredy\": did you mean greedy?\n",
    );
    check(
        &["match", "tic-tac-toe", "human", "random"],
        2,
        "rival-arena: human: a human can't play in a run; use \"rival play\"\n",
    );
    check(
        &["tournament", "none.toml"],
        3,
        "rival-arena: can't read none.toml: No such file or directory (os error 2)\n",
    );
    check(
        &["table", "nowhere"],
        3,
        "rival-arena: nowhere is not a run folder: it has no tournament.toml\n",
    );
}
