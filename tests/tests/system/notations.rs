//! Tests positions, moves and books the way people and other programs write them.

use std::fs;

use integration_tests::{Rival, scratch};

/// Runs `rival moves` with these arguments. Returns the output.
fn moves(arguments: &[&str]) -> String {
    Rival::new([&["moves"][..], arguments].concat()).run().exits(0).stdout
}

#[test]
fn othello_boards_can_begin_with_a_hyphen() {
    let start = "---------------------------OX------XO--------------------------- X";
    let shown = moves(&["othello", "--position", start]);
    assert!(shown.ends_with(&format!("{start}\nd3 c4 f5 e6\n")), "{shown}");
    assert_eq!(moves(&["othello", &format!("--position={start}")]), shown);
    let solved = Rival::new(["solve", "othello:4", "-----OX--XO----- X"]).run().exits(0).stdout;
    assert!(!solved.is_empty(), "{solved}");
    let refused = Rival::new(["solve", "connect-four", "--move"]).run().exits(2).stderr;
    assert!(refused.contains("unexpected argument '--move' found; tip: "), "{refused}");
}

#[test]
fn othello_transcripts_need_no_spaces() {
    let glued = moves(&["othello", "--after", "f5d6c3d3c4f4c5b3c2"]);
    assert_eq!(glued, moves(&["othello", "--after", "f5 d6 c3 d3 c4 f4 c5 b3 c2"]));
    let refused = Rival::new(["moves", "othello", "--after", "f5d6a1"]).run().exits(3).stderr;
    assert!(refused.contains("a disc on a1 encloses no opposing disc"), "{refused}");
}

#[test]
fn chess_positions_can_be_epd() {
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w KQkq e6 bm e4; id \"a; b\"; fmvn 7;";
    let shown = moves(&["chess", "--position", epd]);
    assert!(shown.contains("\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 7\n"), "{shown}");
}

/// Runs `rival convert` on a file with this name and content. Returns the exit code and the output.
fn converted(name: &str, text: &str, to: &str) -> (Option<i32>, String) {
    let folder = scratch();
    fs::write(folder.path().join(name), text).expect("a file can be written");
    let finished = Rival::new(["convert", name, "--to", to]).dir(folder.path()).run();
    (finished.code(), format!("{}{}", finished.stdout, finished.stderr))
}

#[test]
fn files_with_harmless_mistakes_are_read() {
    for fen in ["4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0"] {
        let text = format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1. e4 *\n");
        let (code, shown) = converted("a.pgn", &text, "pgn");
        assert!(code == Some(0) && shown.contains("\n1. e4 *"), "{shown}");
    }
    let text = "[Variant \"American/English\"]\n\n1. c3–d4 b6-c5 ; a pawn\n2. d4xb6 a7×c5 1–0\n";
    let (code, shown) = converted("a.pdn", text, "pdn");
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("1. 11-15 24-19 {a pawn} 2. 15x24 28x19 1-0"), "{shown}");
}

#[test]
fn unsupported_features_are_named() {
    let check = |name: &str, text: &str, expected: &str| {
        let (code, shown) = converted(name, text, "record");
        assert!(code == Some(3) && shown.contains(expected), "{shown}");
    };
    let tag = |variant: &str| format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n");
    check("a.pgn", &tag("Atomic"), "the variant Atomic is not supported");
    check("a.pgn", &tag("Atomic960"), "the variant Atomic960 is not supported");
    check("a.pdn", &tag("Towers"), "the variant Towers is not supported");
    let chess = "[GameType \"0\"]\n\n1. e2-e4 *\n";
    check("a.pdn", chess, "GameType 0 is chess, which belongs in PGN: write the game as PGN");
}

#[test]
fn a_chess_book_is_exchanged_with_other_programs() {
    let home = scratch();
    let rival = |arguments: &[&str]| {
        Rival::new(arguments).dir(home.path()).env("XDG_DATA_HOME", home.path())
    };
    let build =
        ["book", "build", "chess", "--positions", "8", "--nodes", "1000", "--out", "a.book"];
    drop(rival(&build).run().exits(0));
    let export = ["book", "export", "a.book", "--margin", "10", "--out", "a.bin"];
    let exported = rival(&export).run().exits(0).stdout;
    assert_eq!(exported, "a.bin: 8 positions of chess:standard\n");
    let shown = rival(&["book", "show", "a.bin"]).run().exits(0).stdout;
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].contains(" with weights; the Polyglot book a.bin"), "{shown}");
    assert!(lines[1].contains("weight  1001 "), "{shown}");
    let best = lines[1].split(' ').next().unwrap_or_default();
    let scored = rival(&["book", "show", "a.book"]).run().exits(0).stdout;
    assert!(scored.lines().nth(1).is_some_and(|line| line.starts_with(best)), "{scored}");
    let watch = ["watch", "chess", "pvs:book=a.bin", "random", "--nodes", "100", "--plain"];
    drop(rival(&watch).run().exits(0));
    fs::write(home.path().join("b.bin"), "a text").expect("a file can be written");
    let refused = rival(&["book", "show", "b.bin"]).run().exits(3).stderr;
    let expected = "b.bin is not a Polyglot book: its size, 6 bytes, is not a multiple of 16; choose another file";
    assert!(refused.contains(expected), "{refused}");
    let other = rival(&["book", "export", "checkers", "--out", "c.bin"]).run().exits(2).stderr;
    assert!(other.contains("no export format exists for checkers:english books"), "{other}");
    let name = rival(&["book", "export", "a.book", "--out", "c.book"]).run().exits(2).stderr;
    assert!(
        name.contains("c.book is not a file name for a Polyglot book; use one that ends in .bin"),
        "{name}"
    );
}

#[test]
fn othello_matches_are_exchanged_as_ggf() {
    let text = "(;GM[Othello]PB[Ada]PW[Bob]TY[8]RE[?]B[f5]W[d6]B[c3];)\n";
    let (code, shown) = converted("a.ggf", text, "pgn");
    assert!(code == Some(0) && shown.contains("1. f5 d6 2. c3 *"), "{shown}");
    let (code, shown) = converted("a.ggf", text, "ggf");
    let board = "---------------------------O*------*O---------------------------";
    let expected = "(;GM[Othello]PB[Ada]PW[Bob]TY[8]RE[?]";
    assert!(code == Some(0) && shown.contains(expected) && shown.contains(board), "{shown}");
}
