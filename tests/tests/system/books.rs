//! Opening books on the command line.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use integration_tests::{Finished, Rival, scratch};
use serde_json::Value;

/// Runs `rival` with these arguments in this home folder.
fn rival(home: &Path, arguments: &[&str]) -> Rival {
    Rival::new(arguments).dir(home).env("HOME", home).env("XDG_DATA_HOME", home.join("data"))
}

/// Runs `rival book build` for English draughts without ballots, using small searches.
fn build(home: &Path, file: &str, positions: &str) -> Rival {
    let arguments = ["book", "build", "checkers", "--nodes", "1000", "--ballots", "0"];
    rival(home, &[&arguments[..], &["--positions", positions, "--out", file]].concat())
}

#[test]
fn a_book_is_built_shown_checked_and_extended() {
    let home = scratch();
    let home = home.path();
    let built = build(home, "a.book", "12").run().exits(0);
    assert!(built.stdout.starts_with("12 positions with their moves, "), "{built}");
    let shown = rival(home, &["book", "show", "a.book"]).run().exits(0).stdout;
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].starts_with("checkers:english: 12 positions with their moves, "), "{shown}");
    assert!(lines[0].contains("1000 nodes each, seed 0, Rival "), "{shown}");
    assert_eq!(lines.len(), 8, "{shown}");
    assert!(!shown.contains(" 1 positions "), "{shown}");
    let best = lines[1].split(' ').next().unwrap_or_default();
    let after = rival(home, &["book", "show", "a.book", best]).run().exits(0).stdout;
    assert!(after.lines().all(|line| line.contains("  depth ")), "{after}");
    let checked = rival(home, &["book", "verify", "a.book"]).run().exits(0).stdout;
    assert!(
        checked.ends_with("20 positions searched again, 0 with a different score\n"),
        "{checked}"
    );
    let more = build(home, "a.book", "20").run().exits(0).stdout;
    assert!(more.starts_with("20 positions with their moves, "), "{more}");
    let other = ["book", "build", "checkers", "--ballots", "2", "--positions", "30", "--out"];
    let refused = rival(home, &[&other[..], &["a.book"]].concat()).run().exits(2).stderr;
    assert!(refused.contains("a.book was started with --ply-cost 0.10 --ballots 0"), "{refused}");
}

#[test]
fn a_book_is_written_as_json() {
    let home = scratch();
    let home = home.path();
    drop(build(home, "a.book", "12").run().exits(0));
    let show = |book: &str, moves: &[&str]| {
        let arguments = [&["book", "show", book, "--json"][..], moves].concat();
        super::object(&rival(home, &arguments).run().exits(0))
    };
    let start = show("a.book", &[]);
    assert_eq!((&start["game"], &start["file"]), (&"checkers:english".into(), &"a.book".into()));
    assert_eq!(start["positions_with_moves"], 12, "{start}");
    assert!(start["positions"].as_u64().is_some_and(|count| count > 12), "{start}");
    assert_eq!(start["position"], "B:W21-32:B1-12");
    let moves = start["moves"].as_array().expect("the moves of the start");
    assert_eq!(moves.len(), 7, "{start}");
    let has_fields =
        |known: &Value| known["move"] == known["line"][0] && known["score"].is_number();
    assert!(moves.iter().all(has_fields), "{start}");
    assert_eq!(show("checkers", &["9-14"])["file"], Value::Null);
    let unknown = ["book", "show", "a.book", "--position", "W:W31:B1", "--json"];
    assert_eq!(rival(home, &unknown).run().exits(3).stdout, "");
}

#[test]
fn existing_books_are_listed() {
    let home = scratch();
    let home = home.path();
    let shipped = rival(home, &["book", "list"]).run().exits(0).stdout;
    assert!(shipped.starts_with("checkers:english: 1381 positions with their "), "{shipped}");
    assert!(shipped.lines().all(|line| line.ends_with("; the shipped book")));
    let build = ["book", "build", "tic-tac-toe", "--nodes", "1000", "--positions", "5"];
    drop(rival(home, &build).run().exits(0));
    fs::write(home.join("data/rival/books/other.book"), "9-14").expect("it can be written");
    let listed = rival(home, &["book", "list"]).run().exits(0);
    let (own, rest) = listed.stdout.split_once('\n').unwrap_or_default();
    assert!(own.starts_with("tic-tac-toe:3,3,3: 5 positions with their moves, "), "{listed}");
    assert!(own.ends_with("books/tic-tac-toe-3,3,3.book"), "{listed}");
    assert_eq!(rest, shipped, "{listed}");
    assert!(listed.stderr.contains("other.book is not a Rival opening book"), "{listed}");
}

/// If a search finds a different score, for example because of different weights, the existing books are outdated.
/// `crates/engine/learning/learned/MANIFEST.toml` has the commands for rebuilding them.
#[test]
fn the_shipped_books_are_reproducible() {
    let folder = scratch();
    for variant in ["english", "international", "russian", "brazilian"] {
        let game = format!("checkers:{variant}");
        let checked = rival(folder.path(), &["book", "verify", &game]).run().exits(0).stdout;
        assert!(checked.ends_with(" searched again, 0 with a different score\n"), "{checked}");
    }
}

/// Waits until the file exists.
fn wait_for(file: &Path) {
    let until = Instant::now() + Duration::from_mins(2);
    while !file.exists() {
        assert!(Instant::now() < until, "{} doesn't come", file.display());
        thread::yield_now();
    }
}

#[test]
fn a_killed_or_interrupted_builder_resumes_to_the_same_book() {
    let home = scratch();
    let home = home.path();
    drop(build(home, "whole.book", "48").run().exits(0));
    let killed = build(home, "killed.book", "100000").start();
    wait_for(&home.join("killed.book"));
    killed.kill();
    let interrupted = build(home, "interrupted.book", "100000").start();
    wait_for(&home.join("interrupted.book"));
    interrupted.interrupt();
    let said = interrupted.finish().exits(130).stderr;
    assert!(said.contains("run the same command to continue"), "{said}");
    let whole = fs::read(home.join("whole.book")).expect("it was built");
    for file in ["killed.book", "interrupted.book"] {
        let shown = rival(home, &["book", "show", file]).run().exits(0).stdout;
        let done = shown.split(' ').nth(1).and_then(|count| count.parse().ok()).unwrap_or(0);
        if (1..48).contains(&done) {
            drop(build(home, file, "48").run().exits(0));
            assert!(fs::read(home.join(file)).expect("it is there") == whole, "{file} from {done}");
        }
    }
}

#[test]
fn other_files_are_refused_by_name() {
    let home = scratch();
    let home = home.path();
    drop(build(home, "a.book", "4").run().exits(0));
    let bytes = fs::read(home.join("a.book")).expect("it was built");
    fs::write(home.join("cut.book"), &bytes[..bytes.len() / 2]).expect("it can be written");
    fs::write(home.join("text.book"), "9-14 22-18\n").expect("it can be written");
    let check = |arguments: &[&str], code, expected: &str| {
        let said = rival(home, arguments).run().exits(code).stderr;
        assert!(said.contains(expected), "{expected}: {said}");
    };
    let missing =
        "missing.book does not exist; build a book with `rival book build`, or choose another file";
    check(&["book", "show", "missing.book"], 3, missing);
    check(&["book", "show", "cut.book"], 3, "cut.book is damaged (it can't be unpacked");
    check(&["book", "verify", "text.book"], 3, "text.book is not a Rival opening book");
    let other = ["book", "build", "checkers:russian", "--positions", "5", "--out", "a.book"];
    check(&other, 3, "a.book is a book for checkers:english, not checkers:russian");
    check(&["book", "show", "a.book", "9-10"], 3, "9-10");
    check(&["book", "show", "checkers:frisian"], 3, "rival book build checkers:frisian");
    check(&["book", "show", "backgammon"], 2, "no opening book for backgammon:single: books need");
    check(&["book", "build", "pig", "--positions", "5", "--out", "p.book"], 2, "pig");
    let watch = |option: &str| {
        vec!["watch", "checkers", "random"]
            .into_iter()
            .map(String::from)
            .chain([format!("pvs:nodes=50,{option}")])
            .collect::<Vec<_>>()
    };
    let missing = format!("pvs: option book=missing.book: {missing}");
    for (option, expected) in [
        ("book=cut.book", "pvs: option book=cut.book: cut.book is damaged ("),
        ("book=missing.book", missing.as_str()),
        ("book=", "pvs: option book can't be \"\": expected none, auto or a FILE"),
        ("book=auto,book-margin=much", "book-margin"),
    ] {
        let arguments = watch(option);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        check(&arguments, 2, expected);
    }
}

#[test]
fn a_damaged_user_book_is_named_once_and_the_shipped_one_is_used() {
    let home = scratch();
    let home = home.path();
    let own = "data/rival/books/checkers-english.book";
    drop(build(home, own, "5").run().exits(0));
    let bytes = fs::read(home.join(own)).expect("it was built");
    fs::write(home.join(own), &bytes[..bytes.len() / 2]).expect("it can be written");
    let check = |arguments: &[&str], input: &str| {
        let run = rival(home, arguments).input(input).run().exits(0);
        let named = "checkers-english.book is damaged (it can't be unpacked";
        assert_eq!(run.stderr.matches(named).count(), 1, "{run}");
        assert!(run.stderr.contains("; remove it and build it again, or choose another"), "{run}");
        run.stdout
    };
    let play = ["play", "checkers", "--plain"];
    drop(check(&[&play[..], &["--first", "--level", "master"]].concat(), "quit\n"));
    let seats = ["--seat", "1=pvs", "--seat", "2=human", "--thinking", "--nodes", "50"];
    let played = check(&[&play[..], &seats].concat(), "quit\n");
    // A book move needs no nodes.
    assert!(played.contains(" 0 nodes"), "{played}");
    let hint = check(&[&play[..], &["--seat", "2=random"]].concat(), "hint\nquit\n");
    assert!(hint.contains(" in the book."), "{hint}");
    let analyzed = check(&["analyze", "checkers", "--depth", "3"], "");
    assert!(analyzed.ends_with(" in the book\n"), "{analyzed}");
    // The book's content can't be shown, and the file must not be overwritten.
    let refused = |arguments: &[&str]| {
        let said = rival(home, arguments).run().exits(3).stderr;
        assert!(said.contains("; remove it and build it again, or choose another file"), "{said}");
    };
    refused(&["book", "show", "checkers"]);
    refused(&["book", "build", "checkers", "--positions", "5"]);
}

/// The moves in a match from `rival watch --json`, each with the number of searched nodes.
fn watched(home: &Path, player: &str, seed: &str, save: &str) -> Finished {
    let arguments = ["watch", "checkers", player, "random", "--nodes", "50", "--json"];
    rival(home, &[&arguments[..], &["--seed", seed, "--save", save]].concat()).run().exits(0)
}

/// The first move in a saved match.
fn first_move(home: &Path, file: &str) -> String {
    let shown = rival(home, &["replay", file, "--plain"]).run().exits(0).stdout;
    let found =
        shown.lines().find_map(|line| line.split_whitespace().find(|word| word.contains('-')));
    found.unwrap_or_default().to_owned()
}

#[test]
fn a_matchs_seed_selects_book_moves_and_repeats_the_match() {
    let home = scratch();
    let home = home.path();
    drop(build(home, "a.book", "10").run().exits(0));
    let player = "pvs:book=a.book,book-margin=100";
    let mut first = Vec::new();
    for seed in ["1", "2", "3", "4", "5", "6"] {
        drop(watched(home, player, seed, "one.toml"));
        drop(watched(home, player, seed, "other.toml"));
        let moves = |file: &str| -> Vec<String> {
            let text = fs::read_to_string(home.join(file)).expect("it was saved");
            let plies = text.lines().filter(|line| line.trim_start().starts_with("move"));
            plies.map(String::from).collect()
        };
        assert!(!moves("one.toml").is_empty() && moves("one.toml") == moves("other.toml"));
        first.push(first_move(home, "one.toml"));
    }
    first.sort();
    first.dedup();
    assert!(first.len() > 1, "{first:?}");
}

#[test]
fn a_persons_opponent_uses_the_users_book_but_a_measurement_does_not() {
    let home = scratch();
    let home = home.path();
    let own = "data/rival/books/checkers-english.book";
    drop(build(home, own, "10").run().exits(0));
    let played = |player: &str| {
        let seat = format!("1={player}");
        let arguments = ["play", "checkers", "--seat", &seat, "--seat", "2=human", "--thinking"];
        rival(home, &[&arguments[..], &["--nodes", "50", "--plain"]].concat())
            .input("quit\n")
            .run()
            .stdout
    };
    // A book move needs no nodes.
    let (with, without) = (played("pvs"), played("pvs:book=none"));
    assert!(with.contains(" 0 nodes") && !without.contains(" 0 nodes"), "{with}\n{without}");
    let arena =
        ["match", "checkers", "pvs", "random", "--nodes", "5", "--pairs", "1", "--seed", "1"];
    let journal = |player: &str, out: &str| {
        let mut arguments = arena.to_vec();
        arguments[2] = player;
        let run = Rival::arena([&arguments[..], &["--out", out]].concat()).dir(home);
        drop(run.env("XDG_DATA_HOME", home.join("data")).run().exits(0));
        let journal = home.join(out).join("journal.jsonl");
        moves_in(&fs::read_to_string(journal).expect("it was played"))
    };
    assert_eq!(journal("pvs", "plain"), journal("pvs:book=none", "none"));
    assert_ne!(journal("pvs:book=none", "none-again"), journal("pvs:book=auto", "own"));
}

/// The moves in each journal game, in any game order.
fn moves_in(journal: &str) -> Vec<String> {
    let lines = journal.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut moves: Vec<String> =
        lines.filter_map(|line| line["moves"].as_str().map(String::from)).collect();
    assert_eq!(moves.len(), 2, "{journal}");
    moves.sort();
    moves
}

#[test]
fn hints_and_analyses_quote_a_book() {
    let home = scratch();
    let home = home.path();
    drop(build(home, "data/rival/books/checkers-english.book", "10").run().exits(0));
    let text = rival(home, &["analyze", "checkers", "--depth", "3"]).run().exits(0).stdout;
    let last = text.lines().last().unwrap_or_default();
    assert!(last.ends_with(" in the book") && last.contains(" ("), "{text}");
    let json = rival(home, &["analyze", "checkers", "--depth", "3", "--json"]).run().exits(0);
    let objects = super::objects(&json);
    let book = objects.last().and_then(|last| last["book"].as_array()).expect("moves of the book");
    assert_eq!(book.len(), 7, "{json}");
    assert!(book.iter().all(|known| known["move"] == known["line"][0] && known["depth"].is_u64()));
    // The moves from a book file are not mixed with moves from a much larger book.
    drop(build(home, "small.book", "2").run().exits(0));
    let with = ["analyze", "checkers", "--depth", "3", "--json", "--player", "pvs:book=small.book"];
    let json = rival(home, &with).run().exits(0);
    let objects = super::objects(&json);
    let book = objects.last().and_then(|last| last["book"].as_array()).expect("moves of the book");
    let is_small = |known: &Value| known["positions"].as_u64().is_some_and(|count| count <= 1);
    assert!(book.iter().all(is_small), "{json}");
    let unknown = ["analyze", "checkers", "--position", "W:WK14:BK23", "--depth", "3", "--json"];
    assert!(!rival(home, &unknown).run().exits(0).stdout.contains("\"book\""));
    let play = ["play", "checkers", "--seat", "2=random", "--plain"];
    let talk = rival(home, &play).input("hint\nquit\n").run().stdout;
    assert!(talk.contains("The best move is ") && talk.contains(" in the book."), "{talk}");
}
