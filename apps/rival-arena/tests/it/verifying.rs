//! Tests the verification of journals.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{arena, output, run, table};

/// A tournament with a second round that depends on the first round's results.
pub(crate) fn swiss(folder: &Path, out: &str) -> Command {
    let players = ["alpha-beta", "negascout", "greedy", "random"];
    let mut command = arena(folder, &["tournament", "tic-tac-toe:5,5,4"]);
    command.args(players).args(["--format", "swiss", "--rounds", "2", "--nodes", "100"]);
    command.args(["--pairs", "3", "--seed", "3", "--openings", "random:3", "--out", out]);
    command
}

#[test]
fn a_journal_is_checked_and_every_command_names_a_wrong_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(swiss(folder, "a"));
    let tables = table(folder, "a");
    let verified = |code| {
        let output = run(folder, &["verify", "a"], code);
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [said, _] = verified(0);
    assert_eq!(
        said,
        "a/journal.jsonl: 24 of 24 games, all consistent with the rules and the schedule\n"
    );
    let path = folder.join("a/journal.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.clone() + "{\"id\":\"01").unwrap();
    let [said, _] = verified(0);
    assert!(
        said.contains("a/journal.jsonl: the last line is incomplete; resume removes it"),
        "{said}"
    );
    let mut lines: Vec<String> = whole.lines().map(Into::into).collect();
    lines[20] = lines[20].replacen("\"payoffs\":[", "\"payoffs\":[ ", 1);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    let [said, failed] = verified(1);
    let fault = "a/journal.jsonl, line 21: wrong checksum: the line was damaged or modified";
    assert_eq!(said.lines().next(), Some(fault));
    assert_eq!(failed, "rival-arena: 1 fault in a/journal.jsonl\n");
    let advice = "delete the line to replay its game";
    let why = format!(
        "rival-arena: a/journal.jsonl, line 21: wrong checksum: the line was damaged or modified; {advice}\n"
    );
    for command in ["resume", "table", "report", "games", "training"] {
        let refused = run(folder, &[command, "a"], 3);
        assert_eq!(String::from_utf8(refused.stderr).unwrap(), why, "{command}");
    }
    lines.remove(20);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    run(folder, &["resume", "a"], 0);
    assert_eq!(table(folder, "a"), tables);
    verified(0);
    let absent = run(folder, &["verify", "nowhere"], 3);
    let said = String::from_utf8(absent.stderr).unwrap();
    assert!(said.ends_with("nowhere is not a run folder: it has no tournament.toml\n"));
}
