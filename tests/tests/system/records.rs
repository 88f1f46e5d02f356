//! Tests match files: replaying, converting, continuing and annotating.

use std::fs;
use std::path::Path;

use integration_tests::{Finished, Rival, Terminal, scratch};
use serde_json::Value;

use crate::objects;

/// Runs `rival` in this folder.
fn rival(folder: &Path, arguments: &[&str]) -> Rival {
    Rival::new(arguments).dir(folder)
}

/// A folder with `match.toml`, a checkers match that was stopped after six plies.
fn with_match() -> tempfile::TempDir {
    let folder = scratch();
    let arguments = ["play", "checkers", "--seat", "2=human", "--save", "match.toml"];
    let moves = "11-15\n23-19\n8-11\nundo\n9-14\n22-17\n";
    let _ = rival(folder.path(), &arguments).input(moves).run().exits(0);
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_record_keeps_variations_and_a_replay_shows_them() {
    let folder = with_match();
    assert!(read(folder.path(), "match.toml").contains("[[variation]]\nafter = 2\n"));
    let shown = rival(folder.path(), &["replay", "match.toml"]).run().exits(0).stdout;
    assert!(shown.contains("2. Black: 9-14\n   also tried: 8-11\n2… White: 22-17\n"), "{shown}");
    let from = rival(folder.path(), &["replay", "match.toml", "--from", "3"]).run().exits(0).stdout;
    assert!(!from.contains("2. Black") && from.contains("\n2… White: 22-17\n"), "{from}");
    let refused = rival(folder.path(), &["replay", "match.toml", "--from", "5"]).run().exits(2);
    assert_eq!(refused.stderr, "rival: the match has only 4 plies; ply 5 does not exist\n");
}

#[test]
fn a_record_survives_a_round_trip_through_every_format() {
    let folder = with_match();
    let convert = |arguments: &[&str]| {
        rival(folder.path(), &[&["convert"], arguments].concat()).run().exits(0).stdout
    };
    let pdn = convert(&["match.toml", "--to", "pdn"]);
    assert!(pdn.contains("1. 11-15 ") && pdn.contains("( 2. 8-11"), "{pdn}");
    fs::write(folder.path().join("match.pdn"), &pdn).expect("the scratch folder can be written");
    assert_eq!(convert(&["match.pdn", "--to", "pdn"]), pdn);
    let _ = convert(&["match.pdn", "--to", "record", "--out", "again.toml"]);
    let again = read(folder.path(), "again.toml");
    for line in ["game = \"checkers:english\"", "[[variation]]\nafter = 2\n", "move = \"8-11\""] {
        assert!(again.contains(line), "no {line}: {again}");
    }
    let object: Value =
        serde_json::from_str(&convert(&["again.toml", "--to", "json"])).expect("JSON");
    let plies = object["plies"].as_array().expect("the plies").len();
    assert_eq!((plies, object["variations"][0]["after"].as_u64()), (4, Some(2)));
    let refused = rival(folder.path(), &["convert", "match.toml", "--to", "pgn"]).run().exits(2);
    assert_eq!(refused.stderr, "rival: checkers:english can't be written as pgn: use pdn\n");
}

#[test]
fn games_without_their_own_notation_are_written_as_pgn() {
    let folder = scratch();
    let watch = ["watch", "pig:20", "random", "random", "--seed", "3", "--save", "match.toml"];
    let _ = rival(folder.path(), &watch).run().exits(0);
    let pgn = rival(folder.path(), &["convert", "match.toml", "--to", "pgn"]).run().exits(0).stdout;
    assert!(pgn.contains("[Game \"pig:20\"]\n"), "{pgn}");
    fs::write(folder.path().join("match.pgn"), &pgn).expect("the scratch folder can be written");
    let shown = |file: &str| {
        let finished = rival(folder.path(), &["replay", file]).run().exits(0);
        finished.stdout.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(shown("match.pgn"), shown("match.toml"));
    let refused = rival(folder.path(), &["convert", "match.toml", "--to", "pdn"]).run().exits(2);
    assert_eq!(refused.stderr, "rival: pig:20 can't be written as pdn: use pgn\n");
}

/// Three matches. The second match has an illegal move.
const MANY: &str = "[Event \"Spring\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n\
    1. 11-15 23-19 *\n\n\
    [White \"Cid\"]\n[GameType \"21\"]\n1. 11-15 11-15 *\n\n\
    [White \"Dan\"]\n[Black \"Eve\"]\n[GameType \"20\"]\n[Result \"2-0\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n";

#[test]
fn one_of_several_matches_is_chosen_by_its_number() {
    let folder = scratch();
    fs::write(folder.path().join("many.pdn"), MANY).expect("the scratch folder can be written");
    let listed = rival(folder.path(), &["replay", "many.pdn"]).run().exits(2);
    assert_eq!(
        listed.stdout,
        "   1  checkers:english: Bob against Ada, 1 move (Spring)\n   \
           2  checkers:english: ? against Cid, 1 move\n   \
           3  checkers:international: Dan against Eve, 2 moves\n"
    );
    assert_eq!(listed.stderr, "rival: many.pdn: the file has 3 matches; add --game N\n");
    let third = rival(folder.path(), &["replay", "many.pdn", "--game", "3"]).run().exits(0).stdout;
    assert!(third.ends_with("White wins\n"), "{third}");
    let second = rival(folder.path(), &["replay", "many.pdn", "--game", "2"]).run().exits(3);
    let salvaged = "kept the readable parts: line 9, column 10: illegal move 11-15 ";
    assert!(second.stderr.starts_with(&format!("warning: many.pdn: {salvaged}")), "{second}");
    let damaged = "rival: many.pdn: the match is damaged; only part of it was read\n";
    assert!(second.stderr.ends_with(damaged), "{second}");
    let analyze = ["analyze", "many.pdn", "--game", "2", "--depth", "1"];
    let analyzed = rival(folder.path(), &analyze).run().exits(3);
    assert!(analyzed.stderr.ends_with(damaged), "{analyzed}");
    let fourth = rival(folder.path(), &["replay", "many.pdn", "--game", "4"]).run().exits(3);
    assert_eq!(fourth.stderr, "rival: many.pdn: no match 4: the file has 3 matches\n");
    let all = rival(folder.path(), &["convert", "many.pdn", "--to", "json"]).run().exits(3);
    assert_eq!(all.stdout.lines().count(), 3, "{all}");
    let told: Vec<&str> = all.stderr.lines().collect();
    assert!(told[0].starts_with(&format!("warning: many.pdn: match 2: {salvaged}")), "{all}");
    assert_eq!(told[1], "rival: many.pdn: 3 of 3 games read, 1 of them only in part");
    let strict = ["convert", "many.pdn", "--to", "json", "--strict"];
    let all = rival(folder.path(), &strict).run().exits(3);
    assert_eq!(all.stdout.lines().count(), 2, "{all}");
    let told: Vec<&str> = all.stderr.lines().collect();
    assert!(told[0].starts_with("rival: many.pdn: match 2: line 9, column 10: "), "{all}");
    assert_eq!(told[1], "rival: many.pdn: 2 of 3 games read");
}

/// A game that continues after a draw, a readable game, and three unplayable games.
const ARCHIVE: &str = "[White \"\u{1b}]0;t\u{7}Ada\u{202e}\"]\n[GameType \"21\"]\n[FEN \"B:WK32:BK1\"]\n\
    [Result \"0-1\"]\n1. 1-6 32-28 2. 6-1 28-32 3. 1-6 32-28 4. 6-1 28-32 5. 1-5 {\u{1b}[2J} 32-27 0-1\n\n\
    [GameType \"25\"]\n1. 22-18 11-15 *\n\n\
    [GameType \"28\"]\n1. 10-14 23-19 *\n\n[GameType \"28\"]\n1. 9-13 *\n\n[GameType \"77\"]\n1. 9-13 *\n";

#[test]
fn converting_many_games_reports_readable_and_unreadable_ones() {
    let folder = scratch();
    fs::write(folder.path().join("archive.pdn"), ARCHIVE)
        .expect("the scratch folder can be written");
    let convert = |to: &str| rival(folder.path(), &["convert", "archive.pdn", "--to", to]).run();
    let pdn = convert("pdn").exits(3);
    assert_eq!(
        pdn.stderr,
        "rival: archive.pdn: match 3: line 10, column 1: GameType 28 is Portuguese draughts, which is not supported\n\
         rival: archive.pdn: match 5: line 16, column 1: GameType 77 is unknown\n\
         rival: archive.pdn: 2 of 5 games read, 1 of them continues after a draw by the rules\n"
    );
    let is_shown = |text: &str| !text.contains(['\u{1b}', '\u{7}', '\u{202e}']);
    assert!(is_shown(&pdn.stdout) && pdn.stdout.contains("5. 1-5 {\u{fffd}[2J}"), "{pdn}");
    for invented in ["Seed", "Player", "Termination", "Reason"] {
        assert!(!pdn.stdout.contains(invented), "{pdn}");
    }
    let json = objects(&convert("json").exits(3));
    assert_eq!(json[0]["passed_draws"][0]["after"].as_u64(), Some(8));
    assert_eq!(json[1]["plies"][0]["move"], "c3-d4");
    let replay = rival(folder.path(), &["replay", "archive.pdn", "--game", "1"]).run().exits(0);
    let marked = "   a draw by the rules: threefold repetition";
    assert!(replay.stdout.contains(marked) && is_shown(&replay.stdout), "{replay}");
    assert!(replay.stdout.ends_with("White wins\n"), "{replay}");
}

#[test]
fn a_match_that_passed_a_draw_is_continued_and_analyzed() {
    let folder = scratch();
    fs::write(folder.path().join("archive.pdn"), ARCHIVE)
        .expect("the scratch folder can be written");
    let continued = [
        "play",
        "--continue",
        "archive.pdn",
        "--game",
        "1",
        "--from",
        "10",
        "--save",
        "on.toml",
        "--seat",
        "2=human",
    ];
    let _ = rival(folder.path(), &continued).input("5-9\n").run().exits(0);
    let again = rival(folder.path(), &["replay", "on.toml"]).run().exits(0).stdout;
    assert!(again.contains("a draw by the rules") && again.contains("6. Black: 5-9\n"), "{again}");
    let analyze =
        ["analyze", "--record", "archive.pdn", "--game", "1", "--nodes", "50", "--to", "pdn"];
    let marked = rival(folder.path(), &analyze).run().exits(0).stdout;
    assert!(marked.contains("32-27") && !marked.contains("Seed"), "{marked}");
}

#[test]
fn a_person_at_a_terminal_selects_a_match_and_walks_through_it() {
    let folder = scratch();
    let file = folder.path().join("many.pdn");
    fs::write(&file, MANY).expect("the scratch folder can be written");
    let file = file.to_str().expect("a path of plain letters");
    let mut terminal = Terminal::start((60, 100), ["replay", file, "--plain"]);
    terminal.shows("Match [1]: ");
    terminal.types("7\r");
    terminal.shows("Type a number from 1 to 3, or q.");
    terminal.types("3\r");
    terminal.shows("Move 0 of 2: ");
    terminal.types("\r");
    terminal.shows("1. White: 32-28");
    terminal.types("move 2\r");
    terminal.shows("Move 2. 28x19 of 2: ");
    terminal.types("bak\r");
    terminal.shows("Unknown command \"bak\". Did you mean back?");
    terminal.types("back\r");
    terminal.shows("Move 1… 19-23 of 2: ");
    terminal.types("auto 50ms\r");
    terminal.shows("White wins");
    terminal.types("quit\r");
    assert_eq!(terminal.finish(), 0);
}

#[test]
fn a_match_continues_from_any_ply_with_the_same_or_other_players() {
    let folder = with_match();
    let before = read(folder.path(), "match.toml");
    let play = |arguments: &[&str], input: &str| -> Finished {
        rival(folder.path(), &[&["play", "--continue"], arguments].concat()).input(input).run()
    };
    let here = play(&["match.toml"], "last\n").exits(0);
    assert!(here.stdout.contains("The last move was 22-17.\n"), "{here}");
    let from = play(&["match.toml", "--from", "2", "--save", "new.toml"], "9-13\n").exits(0);
    assert!(from.stdout.contains("2. Black: 9-13\n"), "{from}");
    let new = read(folder.path(), "new.toml");
    for tried in ["move = \"9-14\"", "move = \"22-17\"", "move = \"8-11\""] {
        assert!(new.contains(tried), "no {tried}: {new}");
    }
    assert_eq!(read(folder.path(), "match.toml"), before, "the file stays as it is");
    let other =
        play(&["match.toml", "--from", "1", "--seat", "2=random", "--seed", "1"], "").exits(0);
    assert!(other.stdout.contains("\n1… White: "), "{other}");
    let refused = play(&["match.toml", "--from", "9"], "").exits(2);
    assert_eq!(refused.stderr, "rival: --from is too large: the match has 4 plies; use 0 to 4\n");
}

#[test]
fn two_runs_keep_their_matches_apart() {
    let home = scratch();
    let play = |arguments: &[&str], input: &str| {
        Rival::new([&["play"], arguments].concat()).input(input).env("HOME", home.path())
    };
    let mut first = play(&["checkers", "--seat", "2=minimax:depth=20"], "11-15\n").start();
    while !first.line().expect("the move is printed").contains("1. Black: 11-15") {}
    let second = play(&["tic-tac-toe", "--seat", "2=human"], "b2\n").run().exits(0);
    assert!(second.stdout.contains("1. X: b2"), "{second}");
    // The first match is unfinished, so it can be resumed.
    let resumed = play(&["--resume"], "last\n").run().exits(0);
    assert!(resumed.stdout.contains("The last move was b2.\n"), "{resumed}");
    first.kill();
    let third = play(&["tic-tac-toe", "--seat", "2=human"], "c3\n").run().exits(0);
    assert!(third.stdout.contains("1. X: c3"), "{third}");
    let newest = play(&["--resume"], "last\n").run().exits(0);
    assert!(newest.stdout.contains("The last move was c3.\n"), "{newest}");
    let told = ", the newest unfinished match; run \"rival matches\" to list all.\n";
    let first = newest.stdout.lines().next().unwrap_or_default();
    assert!(format!("{first}\n").ends_with(told), "{newest}");
}

#[test]
fn finished_matches_come_last_in_the_list_to_resume() {
    let home = scratch();
    let rival = |arguments: &[&str], input: &str| {
        Rival::new(arguments).input(input).env("HOME", home.path()).run()
    };
    let two = ["play", "tic-tac-toe", "--seat", "2=human"];
    let _ = rival(&two, "b2\n").exits(0);
    let _ = rival(&two, "a1\na2\nb1\nb2\nc1\n").exits(0);
    let resumed = rival(&["play", "--resume"], "last\n").exits(0);
    assert!(resumed.stdout.contains("The last move was b2.\n"), "{resumed}");
    let listed = objects(&rival(&["matches", "--json"], "").exits(0));
    let finished: Vec<_> = listed.iter().map(|kept| kept["finished"].as_bool()).collect();
    assert_eq!(finished, [Some(false), Some(true)], "the resumed match is newer");
    assert_eq!(listed[1]["plies"], 5);
    let _ = rival(&["matches", "delete", "--finished"], "").exits(0);
    let resumed = rival(&["play", "--resume"], "last\n").exits(0);
    assert!(resumed.stdout.contains("The last move was b2.\n"), "{resumed}");
    let _ = rival(&["matches", "delete", "--all"], "").exits(0);
    assert_eq!(rival(&["matches"], "").exits(0).stdout, "No saved matches.\n");
    let _ = rival(&["play", "--resume"], "").exits(3);
}

#[test]
fn a_match_in_progress_is_not_deleted() {
    let home = scratch();
    let rival = |arguments: &[&str]| Rival::new(arguments).env("HOME", home.path());
    let mut playing =
        rival(&["play", "checkers", "--seat", "2=minimax:depth=20"]).input("11-15\n").start();
    while !playing.line().expect("the move is printed").contains("1. Black: 11-15") {}
    let listed = rival(&["matches"]).run().exits(0);
    assert!(listed.stdout.contains("1 move, played now\n"), "{listed}");
    let refused = rival(&["matches", "delete", "1"]).run().exits(1);
    assert_eq!(refused.stderr, "rival: match-1 is in progress and can't be deleted\n");
    let unknown = rival(&["matches", "delete", "x"]).run().exits(2);
    assert_eq!(unknown.stderr, "rival: no saved match \"x\"; run \"rival matches\" to list them\n");
    playing.kill();
    let deleted = rival(&["matches", "delete", "match-1"]).run().exits(0);
    assert_eq!(deleted.stdout, "Deleted match-1.\n");
}

#[test]
fn kept_matches_are_listed_in_pages_shown_resumed_and_exported_by_name() {
    let (home, folder) = (scratch(), scratch());
    let rival = |arguments: &[&str], input: &str| {
        Rival::new(arguments).dir(folder.path()).env("HOME", home.path()).input(input).run()
    };
    let two = ["play", "tic-tac-toe", "--seat", "2=human"];
    for first in ["a1\n", "b2\n", "c3\n"] {
        let _ = rival(&two, first).exits(0);
    }
    let _ = rival(&["play", "checkers", "--seat", "2=human"], "11-15\n").exits(0);
    let listed = rival(&["matches", "--limit", "2", "--page", "2"], "").exits(0).stdout;
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(&names[..2], ["match-2", "match-1"], "{listed}");
    assert!(listed.contains("\n3 to 4 of 4 matches.\n"), "{listed}");
    let draughts = objects(&rival(&["matches", "--json", "--game", "checkers"], "").exits(0));
    assert_eq!((draughts.len(), draughts[0]["name"].as_str()), (1, Some("match-4")));
    let shown = rival(&["replay", "match-2"], "").exits(0).stdout;
    assert!(shown.contains("1. X: b2\n"), "{shown}");
    let resumed = rival(&["play", "--resume", "match-1"], "last\na2\n").exits(0).stdout;
    assert!(resumed.contains("The last move was a1.\n"), "{resumed}");
    let unknown = rival(&["play", "--resume", "match-9"], "").exits(2);
    assert_eq!(unknown.stderr, "rival: no saved match \"match-9\"\n");
    let exported = rival(&["matches", "export", "out"], "").exits(0);
    assert_eq!(exported.stdout, "Wrote 4 matches to out.\n");
    assert!(read(folder.path(), "out/match-1.toml").contains("move = \"a2\""));
    let pdn =
        rival(&["matches", "export", "pdn", "--to", "pdn", "--game", "checkers"], "").exits(0);
    assert_eq!(pdn.stdout, "Wrote 1 match to pdn.\n");
    assert!(read(folder.path(), "pdn/match-4.pdn").contains("1. 11-15"));
    let together = rival(&["matches", "export", "all.pgn", "--game", "tic-tac-toe"], "").exits(0);
    assert_eq!(together.stdout, "Wrote 3 matches to all.pgn.\n");
    let analyzed = rival(&["analyze", "match-2", "--nodes", "10"], "").exits(0);
    assert!(analyzed.stdout.contains("b2"), "{analyzed}");
    let refused = rival(&["matches", "export", "all", "--to", "pdn"], "").exits(1);
    assert!(refused.stderr.ends_with("rival: 1 of 4 matches written to all\n"), "{refused}");
}

#[test]
fn a_match_continues_without_a_usable_library() {
    let home = scratch();
    let folder = home.path().join(".local/state/rival");
    fs::create_dir_all(&folder).expect("the scratch folder can be written");
    fs::write(folder.join("matches.sqlite3"), "no database").expect("the folder can be written");
    let rival = |arguments: &[&str], input: &str| {
        Rival::new(arguments).env("HOME", home.path()).input(input).run()
    };
    let played = rival(&["play", "tic-tac-toe", "--seat", "2=human"], "a1\nb2\nc3\n").exits(0);
    let warnings = played.stdout.matches("Can't save the match: ").count();
    assert!(warnings == 1 && played.stdout.contains("3. X: c3\n"), "{played}");
    let listed = rival(&["matches"], "").exits(1);
    let refused =
        "matches.sqlite3 is damaged or not a database; move it elsewhere to start a new library";
    assert!(listed.stderr.contains(refused) && played.stdout.contains(refused), "{listed}");
    assert_eq!(read(&folder, "matches.sqlite3"), "no database");
}

#[test]
fn damaged_files_are_refused_in_one_line() {
    let folder = scratch();
    let check = |name: &str, content: &[u8], expected: &str| {
        fs::write(folder.path().join(name), content).expect("the scratch folder can be written");
        let refused = rival(folder.path(), &["replay", name]).run().exits(3);
        assert_eq!(refused.stderr, format!("rival: {name}: {expected}\n"));
        let _ = rival(folder.path(), &["convert", name, "--to", "json"]).run().exits(3);
    };
    let place = "not a record: line";
    check("a.toml", b"", &format!("{place} 1, column 1: missing field `rival_record`"));
    check("b.toml", b"rival_record = 1\n\xff", &format!("{place} 2, column 1: not valid UTF-8"));
    check("c.pdn", b"[GameType \"99\"] 1. 11-15 *", "line 1, column 1: GameType 99 is unknown");
    // A PGN file that doesn't name its game is for chess.
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let illegal = format!("line 1, column 4: illegal move a1 in {start}: no pawn can go to a1");
    check("d.pgn", b"1. a1 *", &illegal);
    check("e.pdn", b"\n", "no matches in this file");
}

#[test]
fn a_complete_match_is_analyzed_ply_by_ply() {
    let folder = scratch();
    // O doesn't block the row, and X doesn't complete it immediately.
    let record = ["play", "tic-tac-toe", "--seat", "2=human", "--save", "match.toml"];
    let _ = rival(folder.path(), &record).input("a1\na2\nb1\nb2\nc3\nc2\n").run().exits(0);
    let analyze = ["analyze", "--record", "match.toml", "--depth", "9"];
    let json = rival(folder.path(), &[&analyze[..], &["--json"]].concat()).run().exits(0);
    let found = objects(&json);
    assert_eq!(found.len(), 7, "{json}");
    let marks: Vec<Option<&str>> = found.iter().map(|object| object["mark"].as_str()).collect();
    assert_eq!(marks[4], Some("??"), "{json}");
    assert_eq!((found[4]["played"].as_str(), found[4]["move"].as_str()), (Some("c3"), Some("c1")));
    assert!(found.iter().all(|object| object["final"] == true), "{json}");
    let text = rival(folder.path(), &analyze).run().exits(0).stdout;
    assert!(text.contains("5. X: c3??  loss in "), "{text}");
    assert!(text.contains("; better was c1: win in 1\n"), "{text}");
    assert!(text.contains("even |"), "{text}");
    let lines = rival(folder.path(), &[&analyze[..], &["--lines", "3"]].concat()).run().exits(0);
    let third = lines.stdout.split("5. X: c3??").nth(1).unwrap_or_default();
    assert!(third.contains("\n    1. win in 1, depth ") && third.contains("\n    3. "), "{lines}");
    let json = rival(folder.path(), &[&analyze[..], &["--lines", "3", "--json"]].concat());
    let found = objects(&json.run().exits(0));
    assert_eq!(found[4]["lines"].as_array().map(Vec::len), Some(3), "{found:?}");
    assert_eq!(found[4]["lines"][0]["move"], "c1");
    let save = [&analyze[..], &["--save", "marked.pgn"]].concat();
    let _ = rival(folder.path(), &save).run().exits(0);
    // The line breaks depend on the time that the moves took.
    let marked = read(folder.path(), "marked.pgn").replace('\n', " ");
    assert!(marked.contains("c3?? {") && marked.contains("( 3. c1 "), "{marked}");
    let again = rival(folder.path(), &["replay", "marked.pgn"]).run().exits(0).stdout;
    assert!(again.contains("5. X: c3?? (loss in "), "{again}");
}

#[test]
fn a_match_is_explored_and_moves_are_tried() {
    let folder = with_match();
    let arguments = ["analyze", "--record", "match.toml", "--interactive", "--depth", "3"];
    let words =
        "last\nback\n22-18\nup\nmove 1\n9-13\nlines\nmistakes\nmoves\ngraf\nsave new.pdn\nhelp\n";
    let said = rival(folder.path(), &arguments).input(words).run().exits(0).stdout;
    for expected in [
        "Move 2… 22-17 of 2: ",
        "Next: 22-17\n",
        "New variation; type up to go back.\n",
        "Move 2… 22-18, in a variation: ",
        "That is not possible: ",
        "Searching for the best lines; type stop to stop.\n",
        "Analyzing 2 moves in the background.\n",
        "1. 11-15 23-19 2. 9-14 22-17 (2 variations)\n",
        "Unknown command \"graf\". Did you mean graph?\n",
        "Saved to new.pdn.\n",
        "The match is analyzed: ",
    ] {
        assert!(said.contains(expected), "no \"{expected}\": {said}");
    }
    let saved = read(folder.path(), "new.pdn");
    assert!(saved.contains("22-18"), "{saved}");
}

#[test]
fn commands_of_the_full_screen_work_from_a_pipe() {
    let folder = scratch();
    // The second-to-last move overlooks the opponent's win.
    let moves = "1. b2 a1 2. c1 c3 3. a3 *";
    fs::write(folder.path().join("match.pgn"), format!("[Game \"tic-tac-toe\"]\n\n{moves}\n"))
        .expect("the scratch folder can be written");
    let analyze = ["analyze", "--record", "match.pgn", "--interactive", "--depth", "9"];
    let words = "moments\nwait\nfind\nlines\nc3\na3\nnote better\nmark !\nup\ndelete\nfind\n\
        solution\nsave new.pgn\n";
    let said = rival(folder.path(), &analyze).input(words).run().exits(0).stdout;
    for expected in [
        "Analyzing the match first; key moments follow.\n",
        "The match is analyzed: 1 move is marked; type mistakes to list them.\n4. O: c3??",
        "Find a better move than c3, or type solution.\n",
        "The lines are hidden until you find the move.\n",
        "c3 is wrong. Try again, or type solution.\n",
        "a3 is the best move. Type find to continue.\n",
        "Noted.\n",
        "a3!\n",
        "This is the match itself; only variations can be deleted.\n",
        "The better move was a3. Type find to continue.\n",
        "Saved to new.pgn.\n",
    ] {
        assert!(said.contains(expected), "no \"{expected}\": {said}");
    }
    assert!(read(folder.path(), "new.pgn").contains("better"));
}

#[test]
fn a_replay_by_words_continues_as_an_analysis() {
    let folder = with_match();
    let replay = ["replay", "match.toml", "--interactive"];
    let words = "\nnext\nhelp\n12-16\nup\nquit\nnext\n";
    let said = rival(folder.path(), &replay).input(words).run().exits(0).stdout;
    for expected in [
        "Move 1… 23-19 of 2: ",
        "starts an analysis",
        "New variation; type up to go back.\n",
        "Move 2. 12-16, in a variation: ",
    ] {
        assert!(said.contains(expected), "no \"{expected}\": {said}");
    }
    assert!(!said.contains("Move 2. 9-14 of 2: "), "{said}");
}

#[test]
fn an_analysis_is_interrupted_at_once() {
    let folder = with_match();
    let file = folder.path().join("match.toml");
    let file = file.to_str().expect("a path of plain letters");
    for arguments in
        [&["analyze", "--record", file][..], &["analyze", "--record", file, "--time", "1m"]]
    {
        let mut terminal = Terminal::start((60, 100), arguments);
        if arguments.len() == 3 {
            terminal.shows("after move 0 of 2");
            terminal.types("lines\r");
            terminal.shows("positions");
        } else {
            terminal.shows("checkers:english: ");
        }
        terminal.types("\x03");
        assert_eq!(terminal.finish(), 130, "{arguments:?}");
    }
}
