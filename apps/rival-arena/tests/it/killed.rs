//! Runs of the program that are killed at random moments go on to the tables of a run that was left alone.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::support::{arena, output, run, table};

/// The games of the tournament below.
const GAMES: usize = 240;

/// A tournament of players that look at few positions, into `out`.
fn tournament(folder: &Path, out: &str) -> Command {
    let players = ["alpha-beta", "negascout", "greedy", "random"];
    let mut command = arena(folder, &["tournament", "tic-tac-toe:5,5,4"]);
    command.args(players);
    command.args(["--nodes", "100", "--pairs", "20", "--seed", "3", "--openings", "random:3"]);
    command.args(["--concurrency", "2", "--json", "--out", out]);
    command
}

/// Starts the command, reads this number of lines, and kills it. Returns how many games it has reported.
fn killed_after(lines: usize, mut command: Command) -> usize {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let told =
        BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok).take(lines);
    let games = told.filter(|line| line.contains("game_finished")).count();
    // It may have come to its end just now.
    let _ended = child.kill();
    child.wait().unwrap();
    games
}

#[test]
fn a_run_that_is_killed_goes_on_exactly() {
    let points = if std::env::var_os("RIVAL_DEEP").is_some() { 100 } else { 20 };
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
        assert!(told + rest <= GAMES, "{told} games were told of, and {rest} played again");
        assert_eq!(table(folder.path(), &out), expected, "killed after {told} games");
    }
}

#[test]
fn another_tournament_is_refused_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    output(tournament(folder.path(), "a"));
    let other = ["match", "tic-tac-toe", "greedy", "random", "--pairs", "2", "--out", "a"];
    let refused = run(folder.path(), &other, 3);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(
        message,
        "rival-arena: a holds a tournament with other settings: continue it with rival-arena resume a, or give another --out\n"
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
        "rival-arena: human: nobody sits at a screen here: to play yourself, use rival play\n",
    );
    check(
        &["tournament", "none.toml"],
        3,
        "rival-arena: can't read none.toml: No such file or directory (os error 2)\n",
    );
    check(
        &["table", "nowhere"],
        3,
        "rival-arena: nowhere is no folder of a run: there is no tournament.toml in it\n",
    );
}
