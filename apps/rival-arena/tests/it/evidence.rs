//! Tests which games count as statistical evidence in reports.

use serde_json::Value;

use crate::support::{arena, output, run};

/// Two deterministic players.
const MATCH: [&str; 8] = [
    "match",
    "tic-tac-toe:5,5,4",
    "alpha-beta:depth=2",
    "negascout:depth=1",
    "--pairs",
    "6",
    "--seed",
    "1",
];

#[test]
fn a_game_repeated_many_times_is_shown_once() {
    let folder = tempfile::tempdir().unwrap();
    let played =
        run(folder.path(), &[&MATCH[..], &["--openings", "start", "--out", "a"]].concat(), 0);
    let tables = String::from_utf8(played.stdout).unwrap();
    assert!(tables.contains("distinct"), "{tables}");
    assert!(tables.contains("2 of 12 games are distinct\n"), "{tables}");
    let duel = "6 pairs, 1 of them distinct; repeated games add no evidence\n";
    assert!(tables.contains(duel), "{tables}");
    let told = String::from_utf8(played.stderr).unwrap();
    let warning = "warning: 1 opening for up to 6 pairs per encounter: identical pairs from the same opening count once\n";
    assert!(told.contains(warning), "{told}");
    let standings = output(arena(folder.path(), &["table", "a", "--json"]));
    let standings: Value = serde_json::from_str(&standings).unwrap();
    assert_eq!((&standings["games"], &standings["distinct_games"]), (&12.into(), &2.into()));
    assert_eq!(standings["players"][0]["distinct_games"], 2);
}

#[test]
fn every_pair_has_its_own_opening_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let played = run(folder.path(), &[&MATCH[..], &["--out", "a"]].concat(), 0);
    let told = String::from_utf8(played.stderr).unwrap();
    assert!(told.contains("seed 1, openings random:2, move limit 1m, journal in a\n"), "{told}");
    assert!(!told.contains("warning"), "{told}");
    let dice = ["match", "pig", "random", "random", "--pairs", "6", "--seed", "1", "--out", "b"];
    let told = String::from_utf8(run(folder.path(), &dice, 0).stderr).unwrap();
    assert!(told.contains("seed 1, openings start, move limit 1m, journal in b\n"), "{told}");
    assert!(!told.contains("warning"), "{told}");
}

#[test]
fn chips_are_counted_in_addition_to_wins() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["match", "kuhn-poker:1", "random", "random", "--pairs", "20"];
    let arguments = [&players[..], &["--seed", "4", "--out", "a"]].concat();
    let tables = String::from_utf8(run(folder.path(), &arguments, 0).stdout).unwrap();
    assert!(tables.lines().next().unwrap().contains("payoff"), "{tables}");
    let standings = output(arena(folder.path(), &["table", "a", "--json"]));
    let standings: Value = serde_json::from_str(&standings).unwrap();
    let sums = [0, 1].map(|row| standings["players"][row]["payoff"]["sum"].as_i64().unwrap());
    assert_eq!(sums[0], -sums[1]);
    let mean = &standings["players"][0]["payoff"]["mean"];
    assert!(mean["value"].as_f64().unwrap() > 0.0 && mean["error"].as_f64().unwrap() > 0.0);
    let [value, error] = ["value", "error"].map(|part| mean[part].as_f64().unwrap());
    let shown = format!("{value:+.3} ± {error:.3}");
    let page = std::fs::read_to_string(folder.path().join("a/report.html")).unwrap();
    let rated = output(arena(folder.path(), &["rate", "a"]));
    for (text, head) in [(&tables, "payoff"), (&page, ">Payoff<"), (&rated, "payoff")] {
        assert!(text.contains(head) && text.contains(&shown), "{shown}: {text}");
    }
    let rated = output(arena(folder.path(), &["rate", "a", "--json"]));
    let rated: Value = serde_json::from_str(&rated).unwrap();
    assert_eq!(rated["players"][0]["payoff"]["mean"], *mean);
}

#[test]
fn gammons_are_counted_and_plain_wins_are_not_counted_twice() {
    let folder = tempfile::tempdir().unwrap();
    let with = |game: &str, out: &str| {
        let players = ["match", game, "random", "random", "--pairs", "2", "--seed", "1", "--out"];
        run(folder.path(), &[&players[..], &[out]].concat(), 0);
        let page = std::fs::read_to_string(folder.path().join(out).join("report.html")).unwrap();
        let tables = output(arena(folder.path(), &["table", out]));
        let standings = output(arena(folder.path(), &["table", out, "--json"]));
        let standings: Value = serde_json::from_str(&standings).unwrap();
        let has_mean = standings["players"][0]["payoff"]["mean"].is_object();
        [page.contains(">Payoff<"), tables.contains("payoff"), has_mean]
    };
    assert_eq!(with("backgammon", "points"), [true; 3]);
    assert_eq!(with("pig", "wins"), [false; 3]);
}

#[test]
fn games_after_the_end_of_a_test_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let players = ["sprt", "tic-tac-toe", "alpha-beta", "random", "--elo0", "0", "--elo1", "50"];
    let how = ["--openings", "start", "--seed", "1", "--concurrency", "4", "--out", "a"];
    run(folder.path(), &[&players[..], &how].concat(), 0);
    let standings = output(arena(folder.path(), &["table", "a", "--json"]));
    let standings: Value = serde_json::from_str(&standings).unwrap();
    assert_eq!(standings["sprt"]["verdict"], "h1");
    let games = usize::try_from(standings["games"].as_u64().unwrap()).unwrap();
    let written = output(arena(folder.path(), &["games", "a"]));
    assert_eq!(written.matches("[Result ").count(), games);
    let page = std::fs::read_to_string(folder.path().join("a/report.html")).unwrap();
    assert_eq!(page.matches("<details ").count(), games.min(1000));
}
