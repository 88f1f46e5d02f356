//! Tests the verdicts on the page about reliability as a script sees them: in the event, the record, and the exit code.

use std::fs;
use std::path::Path;

use integration_tests::{Finished, Rival, faulty_plugin, scratch};
use serde_json::Value;
use tempfile::TempDir;

use crate::objects;

/// The verdict for a plugin without a fault that counts.
const PLAYS: &str = "plays on";

/// The page's rows: a quoted fault in the first column and its verdict in the second.
fn rows() -> Vec<(&'static str, &'static str)> {
    let page = include_str!("../../../docs/operator/reliability.md");
    let row = |line: &'static str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        Some((cells.next()?.strip_suffix('`')?, cells.next()?))
    };
    page.lines().filter_map(row).collect()
}

/// A folder with the plugin `scripted`, and a configuration with a low memory limit.
fn folder() -> TempDir {
    let folder = scratch();
    fs::copy(faulty_plugin(), folder.path().join("libscripted.so")).expect("it can be copied");
    fs::write(folder.path().join("small.toml"), "[isolation]\nmemory_mib = 300\n")
        .expect("it can be written");
    folder
}

/// A match against the plugin. The match is short if it is played to its end, and otherwise long enough for every fault
/// to appear.
fn play(folder: &Path, fault: &str, verdict: &str) -> Finished {
    let player = format!("scripted/scripted:fault={fault}");
    let game = if verdict == PLAYS { "tic-tac-toe" } else { "tic-tac-toe:10,10,10" };
    let mut arguments = vec!["--plugins", ".", "watch", game, "random", &player];
    arguments.extend(["--json", "--seed", "1", "--save", "match"]);
    match verdict {
        "timed out" => arguments.extend(["--time", "300ms"]),
        "out of memory" => arguments.extend(["--config", "small.toml"]),
        _ => {}
    }
    let code = if verdict == PLAYS { 0 } else { 4 };
    let finished = Rival::new(arguments).dir(folder).run().exits(code);
    if verdict != PLAYS {
        let told = format!("rival: the player of O ({player}) failed: {verdict}: ");
        assert!(finished.stderr.lines().any(|line| line.starts_with(&told)), "{finished}");
    }
    finished
}

/// The verdict on the player from the end of the match, in the page's words. The verdict consists of the end reason
/// and, for any fault except lateness, the fault kind. A late player can also have a fault kind.
fn verdict<'a>(reason: Option<&'a str>, failure: Option<&'a str>) -> &'a str {
    match (reason, failure) {
        (Some("player failed"), Some(failure)) => failure,
        (Some("timed out"), None | Some("timed out")) => "timed out",
        (Some(_), None) => PLAYS,
        _ => panic!("{reason:?} and {failure:?} don't fit together"),
    }
}

fn check(folder: &Path, fault: &str, expected: &str) {
    let finished = play(folder, fault, expected);
    let events = objects(&finished);
    let ended = events.last().expect("a match has events");
    assert_eq!(ended["event"], "match_ended", "{fault}: {finished}");
    let told = verdict(ended["reason"].as_str(), ended["failure"].as_str());
    assert_eq!(told, expected, "{fault}: {finished}");
    let text = fs::read_to_string(folder.join("match")).expect("it was saved");
    let record: toml::Table = text.parse().expect("it is TOML");
    let entry = |key: &str| record["ending"].get(key).and_then(toml::Value::as_str);
    assert_eq!(verdict(entry("reason"), entry("failure")), expected, "{fault}: {text}");
    let says_why = entry("detail").is_some_and(|detail| !detail.is_empty());
    assert_eq!(says_why, expected != PLAYS, "{fault}: {text}");
    let is_plain = |c: char| c == '\n' || !c.is_control();
    let replayed = Rival::new(["replay", "match"]).dir(folder).run().exits(0);
    for text in [&finished.stdout, &finished.stderr, &replayed.stdout] {
        assert!(text.chars().all(is_plain) && !text.contains('\u{202e}'), "{fault}: {text:?}");
    }
}

/// Whether this system supports all the restrictions that verdicts depend on.
fn is_confined(folder: &Path) -> bool {
    let listed = Rival::new(["--plugins", ".", "plugins", "--json"]).dir(folder).run().exits(0);
    let is_scripted = |row: &&Value| row["name"] == "scripted";
    let row = objects(&listed).into_iter().find(|row| is_scripted(&row)).expect("it is listed");
    row["runs"].as_str().is_some_and(|runs| runs.ends_with(", confined"))
}

/// Plays with each fault with a verdict that satisfies `is_wanted`.
fn check_all(is_wanted: fn(&str) -> bool) {
    let folder = folder();
    if !is_confined(folder.path()) {
        return;
    }
    let rows: Vec<_> = rows().into_iter().filter(|row| is_wanted(row.1)).collect();
    assert!(rows.len() > 9, "{rows:?}");
    for (fault, verdict) in rows {
        check(folder.path(), fault, verdict);
    }
}

#[test]
fn a_harmless_plugin_plays_its_match_to_the_end() {
    check_all(|verdict| verdict == PLAYS);
}

#[test]
fn a_plugin_that_does_not_answer_in_time_loses_with_that_verdict() {
    check_all(|verdict| verdict == "timed out");
}

#[test]
fn a_failing_plugin_loses_with_the_name_of_its_fault() {
    check_all(|verdict| verdict != PLAYS && verdict != "timed out");
}
