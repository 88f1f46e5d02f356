//! Runs that are extended, and runs that are rated together.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{Process, arena, output, run, table};

const GAME: &str = "tic-tac-toe:5,5,4";

/// Plays a match between these players into `out`.
fn play(folder: &Path, players: [&str; 2], pairs: &str, out: &str) {
    let [one, other] = players;
    let arguments = ["match", GAME, one, other, "--pairs", pairs, "--openings", "random:3"];
    run(folder, &[&arguments[..], &["--seed", "5", "--out", out]].concat(), 0);
}

/// The opening for each pair in the journal.
fn openings(folder: &Path, out: &str) -> Vec<String> {
    let journal = fs::read_to_string(folder.join(out).join("journal.jsonl")).unwrap();
    let entries = journal.lines().skip(1).map(|line| serde_json::from_str(line).unwrap());
    let mut sets: Vec<(u64, String)> = entries
        .map(|entry: Value| {
            let moves = entry["moves"].as_str().unwrap().split(' ').take(3);
            (entry["set"].as_u64().unwrap(), moves.collect::<Vec<_>>().join(" "))
        })
        .collect();
    sets.sort();
    sets.dedup();
    sets.into_iter().map(|(_, opening)| opening).collect()
}

/// The error message from a rejected command.
#[track_caller]
fn refusal(folder: &Path, arguments: &[&str], code: i32) -> String {
    String::from_utf8(run(folder, arguments, code).stderr).unwrap()
}

#[test]
fn an_extended_run_plays_new_openings_and_remembers_its_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, ["greedy", "random"], "4", "a");
    let before = fs::read_to_string(folder.join("a/journal.jsonl")).unwrap();
    let mut killed = Process::start(arena(folder, &["resume", "a", "--pairs", "60", "--json"]));
    killed.read(5, "game_finished");
    killed.kill();
    run(folder, &["resume", "a"], 0);
    let after = fs::read_to_string(folder.join("a/journal.jsonl")).unwrap();
    assert!(after.starts_with(&before), "the finished games remain");
    assert_eq!(after.lines().count(), 1 + 120, "a line for the settings and one for each game");
    let openings = openings(folder, "a");
    assert_eq!(openings.len(), 60);
    assert_eq!(openings.iter().collect::<BTreeSet<_>>().len(), 60, "each is used once");
    play(folder, ["greedy", "random"], "4", "a");
    assert_eq!(
        fs::read_to_string(folder.join("a/journal.jsonl")).unwrap(),
        after,
        "the run resumes with its current settings"
    );
    run(folder, &["resume", "a", "--pairs", "60"], 0);
    let said = refusal(folder, &["resume", "a", "--pairs", "59"], 2);
    assert_eq!(said, "rival-arena: a already has 60 pairs; --pairs must be larger\n");
}

#[test]
fn if_openings_of_the_chosen_length_run_out_new_pairs_get_longer_ones() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let chosen = ["match", "tic-tac-toe", "greedy", "random", "--pairs", "10", "--seed", "1"];
    run(folder, &[&chosen[..], &["--out", "a"]].concat(), 0);
    let resumed = run(folder, &["resume", "a", "--pairs", "150"], 0);
    let said = String::from_utf8(resumed.stderr).unwrap();
    assert!(said.contains("openings random:2") && !said.contains("warning"), "{said}");
    let kept = fs::read_to_string(folder.join("a/openings.txt")).unwrap();
    let openings: Vec<&str> = kept.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(openings.iter().collect::<BTreeSet<_>>().len(), openings.len(), "{kept}");
    let plies = |plies: usize| openings.iter().filter(|it| it.split(' ').count() == plies).count();
    // After two plies there are 72 positions, and not all of them are balanced. Existing pairs keep their openings.
    assert!((10..=72).contains(&plies(2)) && plies(3) > 0, "{kept}");
    assert!(openings.len() >= 150, "{kept}");
    run(folder, &["verify", "a"], 0);
}

#[test]
fn a_run_is_not_extended_if_more_pairs_would_change_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let swiss = ["tournament", GAME, "greedy", "random", "--format", "swiss", "--rounds", "2"];
    run(folder, &[&swiss[..], &["--out", "swiss"]].concat(), 0);
    let said = refusal(folder, &["resume", "swiss", "--pairs", "9"], 2);
    assert_eq!(
        said,
        "rival-arena: a swiss can't be extended: pairings depend on the results of whole rounds\n"
    );
}

/// Runs a sequential test and expects this exit code.
fn check_sprt(players: [&str; 2], rest: &[&str], code: i32) {
    let folder = tempfile::tempdir().unwrap();
    let test = [
        "sprt",
        GAME,
        players[0],
        players[1],
        "--elo0",
        "0",
        "--elo1",
        "100",
        "--openings",
        "random:3",
    ];
    let arguments = [&test[..], &["--seed", "1", "--out", "test"], rest].concat();
    run(folder.path(), &arguments, code);
    run(folder.path(), &["resume", "test"], code);
    let more = run(
        folder.path(),
        &["resume", "test", "--pairs", "200000"],
        if code == 11 { 0 } else { 2 },
    );
    if code != 11 {
        let said = String::from_utf8(more.stderr).unwrap();
        assert!(said.contains("start a new run"), "{said}");
    }
}

#[test]
fn the_exit_code_of_a_test_reports_the_accepted_hypothesis() {
    check_sprt(["greedy", "random"], &[], 0);
    check_sprt(["random", "greedy"], &[], 10);
    check_sprt(["greedy", "random"], &["--pairs", "2"], 11);
}

#[test]
fn standings_are_printed_during_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let test =
        ["sprt", GAME, "random", "random", "--elo0", "-1", "--elo1", "1", "--pairs", "100000"];
    let rest = ["--openings", "random:3", "--seed", "1", "--json", "--every", "100ms"];
    let mut run = Process::start(arena(folder.path(), &[&test[..], &rest].concat()));
    let mut games = 0;
    for _ in 0..2 {
        let standings: Value = serde_json::from_str(&run.line_with("standings")).unwrap();
        assert_eq!(standings["over"], false);
        assert!(standings["sprt"]["llr"].is_number(), "{standings}");
        assert!(standings["games"].as_u64().unwrap() > games, "{standings}");
        games = standings["games"].as_u64().unwrap();
    }
    run.kill();
}

#[test]
fn a_file_gets_occasional_progress_lines() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", GAME, "random", "random", "--pairs", "100000", "--openings", "random:3"];
    let command =
        arena(folder.path(), &[&arguments[..], &["--seed", "1", "--every", "100ms"]].concat());
    let mut run = Process::start(command);
    run.read_messages(" of 200000 games, Elo ");
    run.kill();
}

/// This player's row in a report.
fn row<'a>(report: &'a Value, name: &str) -> &'a Value {
    let rows = report["players"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap()
}

#[test]
fn runs_are_rated_together_on_an_anchors_scale() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, ["greedy", "random"], "10", "a");
    play(folder, ["alpha-beta:depth=2", "greedy"], "10", "b");
    let rated = output(arena(folder, &["rate", "a", "b", "--anchor", "random=1000", "--json"]));
    let rated: Value = serde_json::from_str(&rated).unwrap();
    assert_eq!(rated["players"].as_array().unwrap().len(), 3);
    assert_eq!(row(&rated, "random")["elo"]["value"], 1000.0);
    assert_eq!(row(&rated, "greedy")["games"], 40, "the games of both runs");
    let alone = output(arena(folder, &["table", "a", "--json"]));
    let alone: Value = serde_json::from_str(&alone).unwrap();
    let one_run = output(arena(folder, &["rate", "a", "--json"]));
    let one_run: Value = serde_json::from_str(&one_run).unwrap();
    assert_eq!(row(&one_run, "greedy")["elo"], row(&alone, "greedy")["elo"]);
    let text = output(arena(folder, &["rate", "a", "b", "--anchor", "random=1000"]));
    assert!(text.contains("+1000 ± "), "{text}");
    let said = refusal(folder, &["rate", "a", "b", "--anchor", "rando=1000"], 2);
    assert!(
        said.starts_with("rival-arena: --anchor: no player \"rando\"; expected one of "),
        "{said}"
    );
    let said = refusal(folder, &["rate", "a", "a"], 3);
    assert_eq!(said, "rival-arena: a and a are the same run; pass it once\n");
}

#[test]
fn unconnected_runs_are_not_rated_together() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, ["greedy", "random"], "2", "a");
    play(folder, ["alpha-beta:depth=1", "alpha-beta:depth=2"], "2", "b");
    let said = refusal(folder, &["rate", "a", "b"], 3);
    assert!(said.starts_with("rival-arena: no games connect greedy and alpha-beta"), "{said}");
    let other = ["match", "tic-tac-toe", "greedy", "random", "--pairs", "2", "--out", "c"];
    run(folder, &other, 0);
    let said = refusal(folder, &["rate", "a", "c"], 3);
    assert_eq!(
        said,
        "rival-arena: a plays tic-tac-toe:5,5,4, but c plays tic-tac-toe:3,3,3; pass runs of the same game\n"
    );
}

#[test]
fn sets_shared_by_two_runs_are_rated_once() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let elo = |runs: &[&str]| {
        let rated = output(arena(folder, &[&["rate", "--json"], runs].concat()));
        let rated: Value = serde_json::from_str(&rated).unwrap();
        row(&rated, "alpha-beta:depth=1")["elo"].clone()
    };
    let chance = ["match", "pig", "random", "greedy", "--seed", "5"];
    for (pairs, out, dice) in [("3", "a", "c"), ("6", "b", "d")] {
        play(folder, ["alpha-beta:depth=1", "negascout:depth=2"], pairs, out);
        run(folder, &[&chance[..], &["--pairs", pairs, "--out", dice]].concat(), 0);
    }
    assert_eq!(
        elo(&["a", "b"]),
        elo(&["b"]),
        "the longer run contains the pairs of the shorter run"
    );
    assert_ne!(elo(&["a"]), elo(&["b"]));
    let rated = |runs: &[&str]| output(arena(folder, &[&["rate"], runs].concat()));
    let ratings = |text: &str| -> Vec<String> {
        text.lines().filter_map(|line| Some(line.split_once('±')?.1.trim().into())).collect()
    };
    assert_eq!(ratings(&rated(&["c", "d"])), ratings(&rated(&["d"])), "in games with dice too");
}

#[test]
fn players_with_the_same_name_but_different_settings_are_distinguished() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = |nodes| {
        format!(
            "game = '{GAME}'\npairs = 2\nseed = 4\nopenings = 'random:3'\n[[player]]\nname = 'Ada'\n\
             player = 'alpha-beta'\nnodes = {nodes}\n[[player]]\nplayer = 'random'\n"
        )
    };
    for (out, nodes) in [("a", 50), ("b", 500)] {
        fs::write(folder.join("t.toml"), file(nodes)).unwrap();
        run(folder, &["tournament", "t.toml", "--out", out], 0);
    }
    let text = output(arena(folder, &["rate", "a", "b"]));
    assert!(text.contains("Ada [alpha-beta, 50 nodes]"), "{text}");
    assert!(text.contains("Ada [alpha-beta, 500 nodes]"), "{text}");
    let said = refusal(folder, &["rate", "a", "b", "--anchor", "Ada=0"], 2);
    assert!(said.contains("--anchor: \"Ada\" is ambiguous"), "{said}");
    run(folder, &["rate", "a", "b", "--anchor", "Ada [alpha-beta, 50 nodes]=-100"], 0);
}

#[test]
fn tables_show_endings_and_the_advantage_of_the_first_move() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), ["greedy", "random"], "10", "a");
    let text = table(folder.path(), "a");
    assert!(text.contains("moves first and scores "), "{text}");
    assert!(text.contains("how games ended  "), "{text}");
    let report = output(arena(folder.path(), &["table", "a", "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    let endings = report["endings"].as_array().unwrap();
    let games: u64 = endings.iter().map(|ending| ending["games"].as_u64().unwrap()).sum();
    assert_eq!(games, 20);
    assert_eq!(report["first_seat"]["pairs"], 10);
    assert!(report["first_seat"]["elo"]["error"].is_number());
    let page = fs::read_to_string(folder.path().join("a/report.html")).unwrap();
    assert!(page.contains("How games ended") && page.contains("moves first and scores"));
}

#[test]
fn a_player_without_games_is_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), ["greedy", "random"], "1", "a");
    let journal = folder.path().join("a/journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.lines().next().unwrap().to_owned() + "\n").unwrap();
    let text = table(folder.path(), "a");
    assert!(!text.contains('±'), "{text}");
    assert!(text.contains("greedy against random, no complete pair yet\n"), "{text}");
    let report = output(arena(folder.path(), &["table", "a", "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    assert!(row(&report, "greedy")["elo"].is_null());
}
