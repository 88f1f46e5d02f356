//! Tests matches that end right after a take-back: saving, continuing, replaying and converting.

use std::fs;
use std::path::Path;

use integration_tests::{Finished, Rival, Terminal, scratch};

/// Runs `rival` with the library in this folder.
fn rival(folder: &Path, arguments: &[&str], input: &str) -> Finished {
    let rival = Rival::new(arguments).dir(folder).env("XDG_STATE_HOME", folder);
    rival.input(input).run()
}

/// Commands that end a match between two people in these ways.
const ENDINGS: [(&str, &str); 4] = [
    ("e4\ne5\nundo\nquit\n", "   also tried: e5\n"),
    ("e4\ne5\nundo\nresign\n", "   also tried: e5\n"),
    ("e4\ne5\nNf3\nundo\ndraw\naccept\nquit\n", "   also tried: Nf3\n"),
    ("e4\nundo\nquit\n", "   also tried: e4\n"),
];

#[test]
fn a_match_that_ends_after_undo_is_saved_and_continued() {
    for (input, tried) in ENDINGS {
        let folder = scratch();
        let folder = folder.path();
        let _ = rival(folder, &["play", "chess", "human", "human", "--plain"], input).exits(0);
        let replayed = rival(folder, &["replay", "match-1", "--plain"], "").exits(0);
        assert!(replayed.stdout.contains(tried), "{input:?}: {replayed}");
        assert_eq!(replayed.stderr, "");
        let resumed = rival(folder, &["play", "--resume", "match-1", "--plain"], "quit\n");
        assert_eq!(resumed.exits(0).stderr, "");
        for to in ["record", "pgn", "json"] {
            let converted = rival(folder, &["convert", "match-1", "--to", to], "").exits(0);
            assert_eq!(converted.stderr, "");
        }
    }
}

#[test]
fn every_saved_format_contains_the_moves_taken_back() {
    for (input, tried) in ENDINGS {
        for file in ["match.toml", "match.pgn"] {
            let folder = scratch();
            let folder = folder.path();
            let play = ["play", "chess", "human", "human", "--plain", "--save", file];
            let _ = rival(folder, &play, input).exits(0);
            let replayed = rival(folder, &["replay", file, "--plain"], "").exits(0);
            assert!(replayed.stdout.contains(tried), "{file} {input:?}: {replayed}");
            assert_eq!(replayed.stderr, "");
        }
    }
}

/// A record in the format used until November 2026. The move e5 was taken back after 1. e4.
const OLD: &str = r#"rival_record = 2
game = "chess:standard"
start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
final_position = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
time_control = "none"
seed = "7"
ending = { reason = "stopped" }
seat = [{ player = "human", name = "White" }, { player = "human", name = "Black" }]
ply = [{ move = "e4", elapsed_us = 0 }]

[[variation]]
after = 0
ply = [{ move = "e5", elapsed_us = 0 }]
"#;

#[test]
fn an_old_file_is_repaired_with_a_warning() {
    let folder = scratch();
    let folder = folder.path();
    fs::write(folder.join("old.toml"), OLD).expect("the scratch folder can be written");
    let moved = "warning: old.toml: moved the variation e5 from the start of the match to after ply 1, \
                 where it was taken back\n";
    let replayed = rival(folder, &["replay", "old.toml", "--plain"], "").exits(0);
    assert!(replayed.stdout.contains("1. White: e4\n"), "{replayed}");
    assert!(replayed.stdout.contains("   also tried: e5\n"), "{replayed}");
    assert_eq!(replayed.stderr, moved);
    let resumed = rival(folder, &["play", "--resume", "old.toml", "--plain"], "c5\nquit\n");
    assert_eq!(resumed.exits(0).stderr, moved);
    // The match was saved in the new format.
    let replayed = rival(folder, &["replay", "old.toml", "--plain"], "").exits(0);
    assert_eq!(replayed.stderr, "");
    assert!(replayed.stdout.contains("c5\n   also tried: e5\n"), "{replayed}");
}

#[test]
fn a_variation_that_breaks_the_rules_is_dropped_with_a_warning() {
    let folder = scratch();
    let folder = folder.path();
    let bad = OLD.replace("\"e5\"", "\"Qh5\"");
    fs::write(folder.join("bad.toml"), bad).expect("the scratch folder can be written");
    let dropped = "bad.toml: dropped a variation: ply 1 of a variation in the record can't be played: \
                   illegal move Qh5 ";
    let arguments: [&[&str]; 4] = [
        &["replay", "bad.toml", "--plain"],
        &["convert", "bad.toml", "--to", "pgn"],
        &["play", "--continue", "bad.toml", "--plain"],
        &["analyze", "--record", "bad.toml", "--depth", "1"],
    ];
    for arguments in arguments {
        let read = rival(folder, arguments, "quit\n").exits(0);
        assert!(read.stderr.contains(dropped), "{arguments:?}: {read}");
    }
    let _ = rival(folder, &["matches", "import", "bad.toml"], "").exits(0);
    let replayed = rival(folder, &["replay", "match-2", "--plain"], "").exits(0);
    assert!(replayed.stderr.starts_with("warning: match-2: dropped a variation: "), "{replayed}");
}

#[test]
fn the_full_screen_shows_repairs() {
    let folder = scratch();
    let file = folder.path().join("old.toml");
    fs::write(&file, OLD).expect("the scratch folder can be written");
    let file = file.to_str().expect("the path is text");
    let mut terminal =
        Terminal::start_at_home(folder.path(), (24, 80), ["play", "chess", "human", "human"]);
    terminal.shows("White to move");
    terminal.types(&format!("load {file}\r"));
    terminal.shows("moved the variation e5");
    terminal.types("quit\r");
    assert_eq!(terminal.finish(), 0);
}
