//! Tests files with one match or several matches.

use std::fs;
use std::path::PathBuf;

use games_package::Record;
use match_library::{
    FileFormat, MatchFile, SaveTarget, WriteError, check_folder, detected_game, game_of_position,
    save, save_played,
};
use tempfile::TempDir;

const MATCH: &str = "[Game \"tic-tac-toe\"]\n[Result \"*\"]\n\n1. a1 b2 *\n\n";
const ILLEGAL: &str = "[Game \"tic-tac-toe\"]\n[Result \"*\"]\n\n1. a1 a1 *\n\n";

/// A record of Kuhn poker.
const ONE_HAND: &str = r#"rival_record = 1
game = "kuhn-poker:1"
start = "-- -"
final_position = "JK pp"
time_control = "none"
seed = "3"

[ending]
reason = "rules"
payoffs = [-1, 1]
rule = "the higher card wins"

[[seat]]
player = "random"
name = "random"

[[seat]]
player = "random"
name = "random"

[[ply]]
move = "deal-J"
elapsed_us = 0

[[ply]]
move = "deal-K"
elapsed_us = 0

[[ply]]
move = "check"
elapsed_us = 6

[[ply]]
move = "check"
elapsed_us = 24
"#;

fn file(name: &str, text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, text).unwrap();
    (folder, file)
}

/// The error with its causes, without the file's folder.
fn refusal(name: &str, text: &str, number: Option<usize>) -> String {
    let (folder, file) = file(name, text);
    let error = MatchFile::open(&file, None).unwrap().strict(true).load(number).unwrap_err();
    let mut cause: Option<&dyn std::error::Error> = Some(&error);
    let mut causes = Vec::new();
    while let Some(error) = cause {
        causes.push(error.to_string());
        cause = error.source();
    }
    causes.join(": ").replace(&format!("{}/", folder.path().display()), "")
}

#[test]
fn one_of_several_matches_is_selected_by_its_number() {
    let (_folder, file) = file("three.pgn", &[MATCH, ILLEGAL, MATCH].concat());
    let matches = MatchFile::open(&file, None).unwrap();
    assert_eq!(matches.load(Some(3)).unwrap().record.plies.len(), 2);
    assert_eq!(matches.entries().count(), 3);
    assert!(matches.entries().all(|entry| entry.title().starts_with("tic-tac-toe")));
}

#[test]
fn invalid_matches_are_refused_with_their_place() {
    let two = MATCH.repeat(2);
    assert_eq!(refusal("a.pgn", &two, None), "a.pgn: the file has 2 matches");
    assert_eq!(refusal("a.pgn", &two, Some(3)), "a.pgn: no match 3: the file has 2 matches");
    assert_eq!(refusal("a.pgn", MATCH, Some(0)), "a.pgn: no match 0: the file has 1 match");
    assert_eq!(refusal("a.pgn", "", None), "a.pgn: no matches in this file");
    let illegal = refusal("a.pgn", ILLEGAL, None);
    assert!(illegal.starts_with("a.pgn: line 4, column 7: "), "{illegal}");
    let illegal = refusal("a.pgn", &[MATCH, ILLEGAL].concat(), Some(2));
    assert!(illegal.starts_with("a.pgn: match 2: line "), "{illegal}");
    let nameless = refusal("a.pgn", "[Result \"*\"]\n\n1. a1 *\n", None);
    // A PGN file that doesn't name its game is a chess file.
    assert!(nameless.ends_with("no pawn can go to a1"), "{nameless}");
    let without = refusal("a.pdn", "1. 11-15 *\n", None);
    assert_eq!(without, "a.pdn: line 1, column 4: the match doesn't name its game");
    let damaged = refusal("a.toml", "game = 3\n", None);
    assert!(damaged.starts_with("a.toml: not a record: line "), "{damaged}");
}

#[test]
fn the_game_can_be_given_if_a_file_omits_it() {
    let (_folder, file) = file("a.pgn", "[Result \"*\"]\n\n1. a1 *\n");
    let loaded = MatchFile::open(&file, Some("tic-tac-toe")).unwrap().load(None).unwrap();
    assert_eq!(loaded.game.name(), "tic-tac-toe:3,3,3");
    let unknown = MatchFile::open(&file, Some("tick")).unwrap_err().to_string();
    assert!(unknown.starts_with("there is no game \"tick\""), "{unknown}");
}

#[test]
fn a_game_is_detected_by_replaying_its_moves() {
    let check = |text: &str, given: Option<&str>, expected: &str| {
        let file = MatchFile::from_bytes(text, given).unwrap().detecting();
        let read = file.load(Some(1)).map(|loaded| loaded.game.name().to_owned());
        let found = read.unwrap_or_else(|_| "none".into());
        assert_eq!(found, expected, "{text} with {given:?}");
    };
    for given in [None, Some("checkers"), Some("chess"), Some("othello")] {
        check("1. e4 e5 2. Nf3 Nc6 *", given, "chess:standard");
        check("1. e4 e5 2. Nf3 Qz9 *", given, "chess:standard");
        check("1. 32-28 19-23 2. 28x19 14x23 *", given, "checkers:international");
        check(MATCH, given, "tic-tac-toe:3,3,3");
        // Only two of these moves are legal in chess, but all are legal in Othello.
        check("d3 c5 f6 f5 e6 e3", given, "othello:8");
    }
    check("1. 11-15 23-18 *", Some("checkers:pool"), "checkers:pool");
    // A wrong move is more likely than a wrong game, and one move fits many games.
    check("1. 11-15 23-18 2. 15-18 *", Some("checkers"), "checkers:english");
    check("1. 11-17 *", Some("checkers"), "none");
    let (_folder, file) = file("a.txt", "1. e4 e5 2. Nf3 *\n");
    assert_eq!(detected_game(&file, Some("checkers")).unwrap(), None);
    assert_eq!(detected_game(&file, Some("chess:75")).unwrap(), Some("chess:75".into()));
    for (name, text, game) in [
        ("b.txt", "1. 11-15 23-19 2. 8-11 22-17 *\n", "checkers:english"),
        ("b.pdn", "[White \"A\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n", "checkers:international"),
    ] {
        let (_folder, file) = self::file(name, text);
        assert_eq!(detected_game(&file, None).unwrap().as_deref(), Some(game), "{text}");
    }
    let position = game_of_position("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", Some("checkers"));
    assert_eq!(position.as_deref(), Some("chess:standard"));
}

#[test]
fn tags_without_moves_belong_to_the_games_notation() {
    for text in ["[White \"A\"]\n[Result \"0-0\"]\n\n0-0\n", "[WhiteElo \"2100\"]\n\n{text} 1-0\n"]
    {
        for (given, expected) in [
            ("checkers", "chess:standard"),
            ("chess:960,11", "chess:960,11"),
            ("othello", "othello:8"),
        ] {
            let file = MatchFile::from_bytes(text, Some(given)).unwrap().detecting();
            assert_eq!(file.load(None).unwrap().game.name(), expected, "{text}");
        }
    }
}

#[test]
fn moves_without_tags_are_read_with_the_game_that_fits() {
    let check = |name: &str, text: &str, game: &str, moves: &str| {
        let (_folder, file) = file(name, text);
        let loaded = MatchFile::open(&file, None).unwrap().load(None).unwrap();
        assert_eq!(loaded.game.name(), game, "{name}: {text}");
        assert_eq!(loaded.record.moves().collect::<Vec<_>>().join(" "), moves);
        assert!(loaded.repairs.is_empty(), "{name}: {text}");
    };
    for name in ["a.pgn", "a.txt"] {
        for text in ["f5d6c3d3c4", "f5 d6 c3 d3 c4\n", "F5D6 C3D3C4"] {
            check(name, text, "othello:8", "f5 d6 c3 d3 c4");
        }
        check(name, "e2e4 e7e5 g1f3 b8c6", "chess:standard", "e4 e5 Nf3 Nc6");
        check(name, "1 e4 e5 2 Nf3", "chess:standard", "e4 e5 Nf3");
    }
    let (_folder, file) = file("a.txt", "f5d6a8c3\n");
    let loaded = MatchFile::open(&file, Some("othello")).unwrap().load(None).unwrap();
    assert!(loaded.is_salvaged());
    assert_eq!(loaded.record.moves().collect::<Vec<_>>(), ["f5", "d6"]);
}

#[test]
fn each_line_can_be_a_transcript() {
    let check = |text: &str, expected: &[&str]| {
        let (_folder, file) = file("a.txt", text);
        let matches = MatchFile::open(&file, None).unwrap();
        let read = |entry| {
            let loaded = matches.check(entry).unwrap();
            assert!(loaded.repairs.is_empty(), "{text}: {:?}", loaded.repairs);
            loaded.record.moves().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(matches.entries().map(read).collect::<Vec<_>>(), expected, "{text}");
    };
    check("f5d6c3d3c4\nf5f6e6f4\nd3c5f6f5\n", &["f5 d6 c3 d3 c4", "f5 f6 e6 f4", "d3 c5 f6 f5"]);
    check("f5d6c3\nd3c4\nf5f6\n", &["f5 d6 c3 d3 c4", "f5 f6"]);
    check("e2e4 e7e5 g1f3\nd2d4 d7d5\n", &["e4 e5 Nf3", "d4 d5"]);
    check("e4 e5\nNf3 Nc6\n", &["e4 e5 Nf3 Nc6"]);
    check("1. e4 e5 2. Nf3\n1. d4 d5 1-0\n\n1. c4 *\n", &["e4 e5 Nf3", "d4 d5", "c4"]);
}

#[test]
fn a_dropped_castling_right_is_reported() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O *\n";
    let loaded = MatchFile::from_bytes(text, Some("chess")).unwrap().load(None).unwrap();
    let expected =
        "corrected the start: dropped the castling right Q: the king and the rook are not in place";
    assert_eq!(loaded.warnings(), [expected]);
    assert!(!loaded.is_salvaged());
}

#[test]
fn only_a_match_over_the_size_limit_is_refused() {
    let large =
        format!("[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {{{}}} *\n\n", "long ".repeat(4 << 20));
    let small = "[White \"Cid\"]\n[Black \"Dan\"]\n\n1. d4 *\n\n";
    let (_folder, file) = file("a.pgn", &[small, &large, small].concat());
    let matches = MatchFile::open(&file, None).unwrap();
    let read: Vec<_> = matches.entries().map(|entry| matches.check(entry)).collect();
    let [Ok(_), Err(error), Ok(_)] = read.as_slice() else { panic!("{read:?}") };
    let expected = "line 6, column 1: the match Ann against Bob is larger than 16 MiB";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_played_match_is_saved_with_its_date_and_site() {
    let (folder, _) = file("a.toml", "");
    let loaded = MatchFile::from_bytes(MATCH, None).unwrap().load(None).unwrap();
    let target = folder.path().join("a.pgn");
    save_played(&loaded.record, &target).unwrap();
    let text = fs::read_to_string(&target).unwrap();
    assert!(text.contains("[Site \"Rival\"]\n[Date \"2"), "{text}");
    let again = MatchFile::open(&target, None).unwrap().load(None).unwrap();
    save_played(&again.record, &target).unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), text);
    save(&loaded.record, &target).unwrap();
    assert!(fs::read_to_string(&target).unwrap().contains("[Date \"????.??.??\"]"));
}

#[test]
fn a_match_without_a_game_is_listed_by_its_players() {
    let text = "[White \"Tinsley\"]\n[Black \"Chinook\"]\n1. 11-15 23-19 *\n";
    let (_folder, file) = file("old.pdn", text);
    let matches = MatchFile::open(&file, None).unwrap();
    assert_eq!(matches.entries().next().unwrap().title(), "Tinsley – Chinook");
    assert!(matches.load(None).unwrap_err().is_without_game());
    let named = MatchFile::open(&file, Some("checkers")).unwrap();
    assert_eq!(named.load(None).unwrap().record.players[0].name, "Chinook");
}

#[test]
fn the_file_name_determines_the_format_of_a_saved_match() {
    let (folder, file) = file("a.pgn", MATCH);
    let loaded = MatchFile::open(&file, None).unwrap().load(None).unwrap();
    for name in ["b.toml", "b", "b.pgn"] {
        let written = folder.path().join(name);
        save(&loaded.record, &written).unwrap();
        let again = MatchFile::open(&written, None).unwrap().load(None).unwrap();
        assert_eq!(again.record.plies.len(), 2, "{name}");
    }
    let other = save(&loaded.record, &folder.path().join("b.pdn"));
    let is_other = matches!(&other, Err(WriteError::OtherNotation { own, .. }) if own == "pgn");
    assert!(is_other, "{other:?}");
    assert!(FileFormat::named("txt").is_none());
}

#[test]
fn a_match_keeps_the_comment_before_its_first_move_in_its_notation() {
    let matches = [
        ("a.pdn", "{so} [GameType \"21\"] {it began} 1. 11-15 *"),
        ("a.pgn", "{so} [Game \"tic-tac-toe\"] {it began} 1. a1 *"),
    ];
    for (name, text) in matches {
        let (_folder, file) = file(name, text);
        let loaded = MatchFile::open(&file, None).unwrap().load(None).unwrap();
        save(&loaded.record, &file).unwrap();
        let written = fs::read_to_string(&file).unwrap();
        assert!(written.contains("{so} {it began} 1. "), "{written}");
        assert!(!written.contains("[ \""), "{written}");
    }
}

#[test]
fn a_file_in_utf_16_is_read() {
    let units = format!("\u{feff}[Event \"Köln\"]\n{MATCH}");
    let (_folder, file) = file("a.pgn", "");
    fs::write(&file, units.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>()).unwrap();
    let matches = MatchFile::open(&file, None).unwrap();
    let tags = matches.load(None).unwrap().record.header.tags;
    assert!(tags.contains(&("Event".into(), "Köln".into())), "{tags:?}");
}

#[test]
fn a_missing_folder_is_reported_before_the_match() {
    let (folder, file) = file("a.pgn", MATCH);
    check_folder(&file).unwrap();
    check_folder("a.toml".as_ref()).unwrap();
    let missing = folder.path().join("none/a.toml");
    let refused = check_folder(&missing).unwrap_err().to_string();
    assert!(refused.ends_with("none is not a folder"), "{refused}");
    let loaded = MatchFile::open(&file, None).unwrap().load(None).unwrap();
    assert!(SaveTarget::file(missing).save(&loaded.record).is_err());
    SaveTarget::nowhere().save(&loaded.record).unwrap();
}

#[test]
fn a_match_is_saved_as_an_animated_svg_with_its_players_and_moves() {
    let (folder, file) = file("a.pgn", MATCH);
    let loaded = MatchFile::open(&file, None).unwrap().load(None).unwrap();
    let written = folder.path().join("a.svg");
    save(&loaded.record, &written).unwrap();
    let picture = fs::read_to_string(written).unwrap();
    for part in ["<svg", "<animate", "1. a1", "2. b2", "class=\"ended\"", "class=\"player\""] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
}

#[test]
fn a_picture_of_a_match_only_shows_hands_after_the_end() {
    let (_folder, file) = file("a.toml", ONE_HAND);
    let loaded = MatchFile::open(&file, None).unwrap().load(None).unwrap();
    let format = FileFormat::named("svg").unwrap();
    let mut record = loaded.record;
    let picture = |record: &Record| format.text(record, &*loaded.game).unwrap();
    let over = picture(&record);
    assert!(over.contains("deal-J") && over.contains(">K</text>"), "{over}");
    record.ending = None;
    record.plies.truncate(3);
    let unfinished = picture(&record);
    for hidden in ["deal-J", "deal-K", ">J</text>", ">K</text>"] {
        assert!(!unfinished.contains(hidden), "{hidden}: {unfinished}");
    }
    assert!(unfinished.contains("class=\"back\""), "{unfinished}");
}
