//! Tests that files are written as they were read.

use games_package::Record;
use notation::{Pgn, RecordFile, Sheet, SheetFormat, without_commands};

use crate::sheets::{read_all, read_one};
use crate::table::games::stones;

/// Reads the match as a record, stores it as TOML, and writes it again.
fn rewritten(text: &str) -> String {
    let record = read_one(text).play(&*stones(2, 21)).unwrap().record;
    let stored = Record::from_text(&record.to_text()).unwrap();
    assert_eq!(stored, record, "{text}");
    let written = Pgn.write(&Sheet::of(&stored, &*stones(2, 21))).unwrap();
    let again = read_one(&written).play(&*stones(2, 21)).unwrap().record;
    assert_eq!(Pgn.write(&Sheet::of(&again, &*stones(2, 21))).unwrap(), written, "{text}");
    written
}

#[test]
fn invisible_characters_survive() {
    let invisible = "رضا\u{200c}زاده a\u{ad}b\u{a0}c\u{200b}\u{200e}\u{2028}\u{3000}\u{feff}d";
    let text =
        format!("[White \"{invisible}\"]\n[Site \"\t{invisible} \"]\n1. 3 {{{invisible}}} *\n");
    let written = rewritten(&text);
    for part in text.lines() {
        assert!(written.contains(part), "{part}: {written}");
    }
    // Outside of comments and tags, they separate words.
    let moves = read_one("\u{200e}1. 3\u{200b} \u{feff}1 \u{200f}*").moves;
    assert_eq!(moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>(), ["3", "1"]);
}

#[test]
fn the_layout_of_comments_survives() {
    for comment in [
        "{a} {b}",
        "{two  spaces,\ttab}",
        "{a line\nanother\n\n  a paragraph}",
        "{[%clk 0:01:00]} {good}",
        "{good} {[%clk 0:01:00] [%eval 0.30]}",
        "{[%eval 0.30]  [%clk 0:01:00]\n}",
        "{\u{a0}x\u{a0}}",
    ] {
        let moves =
            format!("{comment} 1. 3 {comment} ( {comment} 1. 2 {comment} ) 1... 1 {comment} *\n");
        let written = rewritten(&format!("[White \"A\"]\n\n{moves}"));
        let expected = comment.replace("\n}", "}");
        assert_eq!(written.matches(&expected).count(), 5, "{moves}: {written}");
    }
    assert!(rewritten("1. 3 {} { } {a\r\nb} ; c}\n *").ends_with("\n\n1. 3 {a\nb} {c)} *\n"));
    let words = "a word ".repeat(60);
    assert!(rewritten(&format!("1. 3 {{{words}}} *")).contains(&format!("{{{}}}", words.trim())));
    let text = read_one("1. 3 {[%clk 1:00]  a } {b\n c} *").moves[0].comment.clone();
    assert_eq!(without_commands(&text), "a b c");
}

#[test]
fn a_comment_cannot_begin_a_game() {
    let mut sheet = read_one("1. 3 *");
    sheet.moves[0].comment = "as in\n\n [Event \"x\"]\n\nyes".into();
    let text = Pgn.write(&sheet).unwrap();
    let read: Vec<_> = read_all(&text).into_iter().map(Result::unwrap).collect();
    assert_eq!(read.len(), 1, "{text}");
    assert_eq!(read[0].moves[0].comment, "as in\n [Event \"x\"]\nyes");
}

#[test]
fn empty_tags_survive() {
    let tags = "[Event \"\"]\n[Round \"\"]\n[White \"\"]\n[Black \" \"]\n[Result \"\"]\n[FEN \"\"]\n[Mine \"\"]";
    let written = rewritten(&format!("{tags}\n\n1. 3 1-0\n"));
    for tag in tags.lines() {
        assert_eq!(written.matches(tag).count(), 1, "{tag}: {written}");
    }
    assert!(written.ends_with("\n\n1. 3 1-0\n"), "{written}");
}

#[test]
fn the_stated_result_survives() {
    // The first line ends the game.
    let start = "[FEN \"3/1\"]\n";
    for moves in ["1. 3", "1. 1 1 2. 1"] {
        for tag in ["1-0", "0-1", "1/2-1/2", "*", "0-0", "White wins", "+--", "2-0"] {
            for end in ["1-0", "0-1", "1/2-1/2", "*"] {
                let start = if moves == "1. 3" { start } else { "" };
                let text = format!("[Result \"{tag}\"]\n{start}\n{moves} {end}\n");
                let written = rewritten(&text);
                assert!(written.contains(&format!("[Result \"{tag}\"]\n")), "{text}: {written}");
                assert!(written.ends_with(&format!("\n\n{moves} {end}\n")), "{text}: {written}");
            }
        }
    }
    let untagged = rewritten(&format!("{start}1. 3 *"));
    assert!(untagged.contains("[Result \"*\"]\n") && untagged.ends_with(" *\n"), "{untagged}");
    assert!(rewritten("[Result \"1-0\"]\n\n+--\n").ends_with("\n\n1-0\n"));
}
