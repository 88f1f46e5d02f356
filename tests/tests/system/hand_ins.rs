//! `rival plugin check` for a folder with many plugins.

use std::fs;
use std::path::Path;
use std::time::Duration;

use integration_tests::{Finished, Rival, scratch};
use tempfile::TempDir;

use crate::objects;

/// A program that plays the first legal move.
const FIRST: &str = r#"
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "name": "first 1.0"}
    elif message["type"] == "choose":
        answer = {"type": "move", "id": message["id"], "move": message["legal_moves"][0]}
    else:
        continue
    print(json.dumps(answer), flush=True)
"#;

fn write(folder: &Path, hand_in: &str, name: &str, program: &str) {
    let own = folder.join(hand_in);
    fs::create_dir_all(&own).expect("the scratch folder can be written");
    let manifest = format!("name = \"{name}\"\ncommand = [\"python3\", \"player.py\"]\n");
    fs::write(own.join("player.toml"), manifest).expect("it can be written");
    fs::write(own.join("player.py"), program).expect("it can be written");
}

/// Hand-ins: two that work, and one for each common fault.
fn hand_ins() -> TempDir {
    let folder = scratch();
    let inbox = folder.path().join("inbox");
    write(&inbox, "ada", "ada", FIRST);
    write(&inbox, "bob/bob", "bob", FIRST);
    write(&inbox, "cleo", "cleo", "import nowhere\n");
    write(&inbox, "dan", "dan", &FIRST.replace("[0]", "[0] + \"!\""));
    write(&inbox, "eve", "ada", FIRST);
    write(&inbox, "fay", "fay", FIRST);
    fs::write(inbox.join("fay/player.toml"), "name = fay\n").expect("it can be written");
    fs::create_dir(inbox.join("gus <b>")).expect("it can be made");
    folder
}

fn check(folder: &Path, more: &[&str]) -> Finished {
    let arguments = [&["plugin", "check", "inbox", "--game", "tic-tac-toe"], more].concat();
    Rival::new(arguments).dir(folder).within(Duration::from_mins(5)).run()
}

#[test]
fn a_folder_of_hand_ins_gives_one_table() {
    let folder = hand_ins();
    let checked = check(folder.path(), &["--json", "--html", "table.html"]).exits(4);
    let rows = objects(&checked);
    let verdicts: Vec<[&str; 2]> = rows
        .iter()
        .map(|row| ["hand_in", "verdict"].map(|key| row[key].as_str().expect("it is a text")))
        .collect();
    let expected = [
        ["ada", "passed"],
        ["bob", "passed"],
        ["cleo", "failed"],
        ["dan", "failed"],
        ["eve", "passed"],
        ["fay", "refused"],
        ["gus <b>", "refused"],
    ];
    assert_eq!(verdicts, expected, "{checked}");
    let reason = |row: usize| rows[row]["failed"][0]["detail"].as_str().expect("it has a reason");
    let remark = rows[0]["remarks"].as_array().and_then(|remarks| remarks.last());
    let remark = remark.and_then(|remark| remark["detail"].as_str());
    let expected = "ada, eve: all are named \"ada\"; tournaments call them ada@ada, ada@eve";
    assert_eq!(remark, Some(expected), "{checked}");
    assert!(reason(2).contains("nowhere"), "{checked}");
    let failures = rows[2]["failed"].as_array().map(Vec::len);
    assert_eq!(failures, Some(1), "the other checks would repeat the reason: {checked}");
    assert!(reason(3).contains("illegal move"), "{checked}");
    assert!(reason(5).contains("player.toml: line 1"), "{checked}");
    assert!(reason(6).contains("it is empty; add a player.toml"), "{checked}");
    assert!(checked.stderr.contains("4 of 7 plugins failed"), "{checked}");
    let page = fs::read_to_string(folder.path().join("table.html")).expect("it was written");
    assert!(page.contains("3 of 7 plugins passed") && page.contains("gus &lt;b&gt;"), "{page}");
    assert!(!page.contains("<b>") && !page.contains("<script"), "{page}");
}

#[test]
fn the_hand_in_table_is_readable() {
    let folder = hand_ins();
    for broken in ["cleo", "dan", "gus <b>"] {
        fs::remove_dir_all(folder.path().join("inbox").join(broken)).expect("it is there");
    }
    let checked = check(folder.path(), &[]).exits(4);
    let lines: Vec<&str> = checked.stdout.lines().collect();
    assert!(lines[0].starts_with("passed   ada  ada  "), "{checked}");
    assert!(lines[1].trim_start().starts_with("name: ada, eve: "), "{checked}");
    assert!(lines[2].starts_with("passed   bob  bob  "), "{checked}");
    assert!(lines[3].starts_with("passed   eve  ada  "), "{checked}");
    assert!(lines[4].trim_start().starts_with("name: ada, eve: "), "{checked}");
    assert!(lines[5].starts_with("REFUSED  fay"), "{checked}");
    assert!(lines[6].trim_start().starts_with("load: "), "{checked}");
    assert_eq!(lines.last(), Some(&"3 of 4 plugins passed"), "{checked}");
}

#[test]
fn a_missing_flush_is_named() {
    let folder = scratch();
    write(&folder.path().join("inbox"), "ada", "ada", &FIRST.replace(", flush=True", ""));
    let checked = check(folder.path(), &[]).exits(4);
    let why = "no \"hello\" arrived: end each line with a line feed and flush the output";
    assert!(checked.stdout.contains(why), "{checked}");
}

#[test]
fn a_folder_without_plugins_is_refused() {
    let folder = scratch();
    fs::create_dir(folder.path().join("inbox")).expect("it can be made");
    let refused = check(folder.path(), &[]).exits(3);
    let why = "rival: inbox: no player.toml and no plugins; pass a plugin, or a folder that contains a folder for each plugin\n";
    assert_eq!(refused.stderr, why);
}
