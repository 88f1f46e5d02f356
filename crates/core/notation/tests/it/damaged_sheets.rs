//! Tests with damaged PGN: the reader saves the legible part, reports the rest, and stores it as text.

use games_package::{Ending, Mark};
use notation::{Pgn, PlayedSheet, Sheet, SheetFormat};

use crate::sheets::{read_all, read_one};
use crate::table::games::stones;

#[test]
fn a_damaged_match_in_a_file_does_not_hide_the_others() {
    let text = "[White \"A\"]\n1. 3 *\n[White \"B\"]\n1. 3 )\n[White \"C\"]\n1. 2 *\n1. 1 *\n";
    let results: Vec<String> = read_all(text)
        .into_iter()
        .map(|read| read.map_or_else(|error| error, |sheet| sheet.players[0].clone()))
        .collect();
    assert_eq!(results, ["A", "B", "C", ""]);
    let faults = |index: usize| -> Vec<String> {
        let sheet = read_all(text).remove(index).unwrap();
        sheet.faults.iter().map(ToString::to_string).collect()
    };
    assert_eq!(faults(1), ["line 4, column 6: no variation is open"]);
    assert_eq!(faults(2), Vec::<String>::new());
}

#[test]
fn damage_is_repaired_and_named_with_its_place() {
    let check = |text: &str, fault: &str, moves: &[&str], comment: &str| {
        let sheet = read_one(text);
        let faults: Vec<String> = sheet.faults.iter().map(ToString::to_string).collect();
        assert_eq!(faults, [fault], "{text}");
        let texts: Vec<&str> = sheet.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(texts, moves, "{text}");
        let last = sheet.moves.last().map_or(&sheet.preface, |mv| &mv.comment);
        assert_eq!(last, comment, "{text}");
        assert_eq!(sheet.to_record(&*stones(2, 21)).unwrap_err().to_string(), fault, "{text}");
    };
    let tag = "expected a tag, like [White \"name\"]";
    check("[White A]\n1. 3", &format!("line 1, column 8: {tag}"), &["3"], "");
    check("1. 3 {so", "line 1, column 6: a comment that starts here is never closed", &["3"], "so");
    check("1. 3 (2", "line 1, column 8: a variation is never closed", &["3"], "");
    check("(2) 1. 3", "line 1, column 1: a variation before the first move", &["3"], "");
    let nag = "is not a move annotation ($0 to $255)";
    check("1. 3 $x", &format!("line 1, column 6: $x {nag}"), &["3"], "$x");
    check("1. 3 $256 1", &format!("line 1, column 6: $256 {nag}"), &["3", "1"], "");
    check("1. 3 !!! *", "line 1, column 6: !!! is not a move annotation", &["3"], "!!!");
    check("1. 3 [x] *", "line 1, column 6: text in brackets between the moves", &["3"], "[x]");
    let ended = "1. 3 (2 1-0) 1 1/2-1/2";
    check(ended, "line 1, column 9: the result 1-0 in a variation", &["3", "1"], "");
    assert_eq!(read_one(ended).moves[0].others[0][0].comment, "1-0");
    assert_eq!(read_one("[White A]\n1. 3").preface, "[White A]");
    assert_eq!(read_one("(2 1) 1. 3").preface, "(2 1)");
}

#[test]
fn a_damaged_tag_ends_with_its_line() {
    let check = |tag: &str, value: &str| {
        let sheet = read_one(&format!("{tag}\n[Round \"7\"]\n\n1. 3 *"));
        assert_eq!((sheet.tag("Site"), sheet.tag("Round")), (Some(value), Some("7")), "{tag}");
        assert_eq!(sheet.faults.len(), 1, "{tag}");
    };
    check("[Site \"the \"Old\" club\"]", "the \"Old\" club");
    check("[Site \"A", "A");
    check("[Site \"A]", "A");
    check("[Site \"A\"", "A");
}

#[test]
fn text_without_moves_and_tags_is_refused_with_its_place() {
    let check = |text: &str, expected: &str| {
        assert_eq!(read_all(text)[0].as_ref().unwrap_err(), expected, "{text}");
    };
    check("[White A]", "line 1, column 8: expected a tag, like [White \"name\"]");
}

#[test]
fn a_variation_that_is_nested_too_deeply_becomes_text() {
    for (count, end) in [(200, ")".repeat(200) + " 1 {so} *"), (200, String::new())] {
        let sheet = read_one(&format!("1. 3{}{end}", " (2 {)} ; )\n".repeat(count)));
        assert!(sheet.faults[0].to_string().ends_with("more than 100 nested variations"));
        assert_eq!(sheet.moves.len(), if end.is_empty() { 1 } else { 2 });
        let mut line = &sheet.moves;
        for _ in 0..100 {
            line = &line[0].others[0];
        }
        assert!(line[0].comment.contains("(2 {)} ; )\n (2 {)}"), "{}", line[0].comment);
        assert!(Pgn.write(&sheet).is_ok());
    }
}

#[test]
fn an_illegal_move_ends_its_line_and_the_rest_is_a_comment() {
    let read = |text: &str| {
        let PlayedSheet { record, repairs, .. } = read_one(text).play(&*stones(2, 21)).unwrap();
        let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
        (record, repairs.join("\n"))
    };
    let (record, repairs) = read("1. 3 1 {[%clk 0:01]} 2. 9! {no} (2. 1 2) 2 1-0");
    assert_eq!(record.moves().collect::<Vec<_>>(), ["3", "1"]);
    assert_eq!(record.plies[1].note.remark, "[%clk 0:01] 2. 9! no (2. 1 2) 2");
    assert_eq!(record.ending, Some(Ending::unstated(vec![1, -1])));
    assert!(repairs.starts_with("kept the readable parts: line 1, column 25: "), "{repairs}");
    let (record, repairs) = read("1. 3 (1. 2 1 {[%clk 0:02]} 9 [%x] 3) (9 {so}) 1. 1 *");
    let [line] = &record.variations[..] else { panic!("{repairs}") };
    assert_eq!(line.plies[1].note.remark, "[%clk 0:02] 9 [x] 3");
    assert_eq!(record.plies[0].note.remark, "(9 so)");
    assert_eq!(repairs.lines().count(), 3, "{repairs}");
    let refused = read_one("1. 9 *").play(&*stones(2, 21)).unwrap_err().to_string();
    assert!(refused.starts_with("line 1, column 4: illegal move 9 "), "{refused}");
}

#[test]
fn a_word_between_the_moves_costs_only_itself() {
    let check = |text: &str, remark: &str| {
        let PlayedSheet { record, repairs, .. } = read_one(text).play(&*stones(2, 21)).unwrap();
        assert_eq!(record.moves().collect::<Vec<_>>(), ["3", "1", "2"], "{text}");
        assert_eq!(record.plies[1].note.remark, remark, "{text}");
        assert_eq!(repairs.len(), 1, "{text}: {repairs:?}");
        let refused = read_one(text).to_record(&*stones(2, 21)).unwrap_err().to_string();
        assert!(refused.starts_with("line 1, column 8: malformed move "), "{refused}");
    };
    for word in ["TN", "~", "mate", "Δ", "->", "<xyz>", "\"x\"", "½", "1/2", "and"] {
        check(&format!("1. 3 1 {word} 2. 2 *"), word);
    }
    check("1. 3 1 RR {so [%clk 0:00:09]} 2. 2 *", "RR so [%clk 0:00:09]");
    let second = "1. 3 1 {[%clk 0:00:08]} RR {[%clk 0:00:09]} 2. 2 *";
    let record = read_one(second).play(&*stones(2, 21)).unwrap().record;
    assert_eq!(record.plies[1].note.remark, "RR [clk 0:00:09]");
    let text = "1. 3 1 RR! $14 (1... 2 1) 2. 2 *";
    let record = read_one(text).play(&*stones(2, 21)).unwrap().record;
    let note = &record.plies[1].note;
    assert_eq!((note.mark, note.nags.as_slice()), (Some(Mark::Good), &[14][..]));
    assert_eq!((record.variations.len(), record.variations[0].after), (1, 1));
    // The word may be a move, so later moves can't be checked.
    for word in ["x9", "Nf9", "ed"] {
        let text = format!("1. 3 1 {word} 2. 2 *");
        let record = read_one(&text).play(&*stones(2, 21)).unwrap().record;
        assert_eq!(record.plies.len(), 2, "{text}");
        assert_eq!(record.plies[1].note.remark, format!("{word} 2. 2"));
    }
}

#[test]
fn a_header_survives_even_if_no_move_can_be_read() {
    let read = |text: &str| read_one(text).play(&*stones(2, 21)).unwrap().record;
    let record = read("[White \"A\"]\n{intro} 1. 9 2 *");
    assert_eq!((record.players[0].name.as_str(), record.plies.len()), ("A", 0));
    assert_eq!(record.header.preface, "intro 1. 9 2");
    let record = read("[Event \"Cup\"]\n{intro} well 1. 3 (2... hm 1) 1 *");
    assert_eq!((record.plies.len(), record.header.preface.as_str()), (2, "intro well"));
    assert_eq!(record.variations[0].plies[0].note.preface, "2... hm");
}

#[test]
fn annotations_before_the_first_move_are_named() {
    let fault = |text: &str| read_one(text).faults[0].to_string();
    assert_eq!(fault("$10 1. 3 *"), "line 1, column 1: the annotation $10 before the first move");
    assert_eq!(fault("! 1. 3 *"), "line 1, column 1: the annotation ! before the first move");
}

#[test]
fn a_result_that_contradicts_the_rules_is_reported_and_written() {
    let text = "[Game \"stones:2\"]\n[Result \"0-1\"]\n[FEN \"3/1\"]\n\n1. 3 0-1\n";
    let PlayedSheet { record, repairs, .. } = read_one(text).play(&*stones(2, 21)).unwrap();
    let won = record.ending.clone().and_then(|ending| ending.payoffs).unwrap();
    let stated = Ending::unstated(won.iter().map(|payoff| -payoff).collect());
    let read = |payoffs: &[i16]| if payoffs[0] > 0 { "1-0" } else { "0-1" };
    let text = text.replace("0-1", read(stated.payoffs.as_deref().unwrap()));
    let played = read_one(&text).play(&*stones(2, 21)).unwrap();
    assert_eq!(played.record.ending, record.ending);
    let written = Pgn.write(&Sheet::of(&played.record, &*stones(2, 21))).unwrap();
    let stated = read(stated.payoffs.as_deref().unwrap());
    assert!(written.contains(&format!("[Result \"{stated}\"]")), "{repairs:?}");
    assert!(written.ends_with(&format!(" {stated}\n")), "{written}");
    let [repair] = &played.repairs[..] else { panic!("{:?}", played.repairs) };
    assert!(repair.to_string().contains("line 2, column 1: the file says \""), "{repair}");
}

#[test]
fn a_damaged_first_tag_belongs_to_its_game() {
    let text = "[Event Open]\n[White \"A\"]\n\n1. 3 1-0\n\n[Event Open]\n[White \"B\"]\n\n1. 2 *\n";
    let sheets: Vec<Sheet> = read_all(text).into_iter().map(Result::unwrap).collect();
    let read: Vec<_> =
        sheets.iter().map(|sheet| (sheet.players[0].as_str(), sheet.preface.as_str())).collect();
    assert_eq!(read, [("A", "[Event Open]"), ("B", "[Event Open]")]);
}

#[test]
fn a_damaged_character_costs_no_more_than_itself() {
    let text = "[Event \"Café\"]\n[White \"Müller 日本\"]\n\n1. 3 {ü";
    let bytes = text.as_bytes();
    let sheet = Pgn.read(&bytes[..bytes.len() - 1], Some("stones:2")).next().unwrap().unwrap();
    assert_eq!(sheet.tag("Event"), Some("Café"));
    assert_eq!(sheet.players[0], "Müller 日本");
    assert_eq!(sheet.moves[0].comment, "\u{fffd}");
    let faults: Vec<String> = sheet.faults.iter().map(ToString::to_string).collect();
    let unclosed = "line 4, column 6: a comment that starts here is never closed";
    let encoding = "line 4, column 7: expected UTF-8; invalid bytes were replaced with U+FFFD";
    assert_eq!(faults, [unclosed, encoding]);
    // The damage is reported for its own match.
    let two = b"1. 3 {\xc3\xa9} *\n1. 2 {\xc3\xa9\xff} *\n";
    let sheets: Vec<Sheet> = Pgn.read(two, Some("stones:2")).map(Result::unwrap).collect();
    assert_eq!(sheets.iter().map(|sheet| sheet.faults.len()).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_header_survives_an_unreadable_start() {
    let text = "[White \"Ann\"]\n[Event \"Oslo\"]\n[SetUp \"1\"]\n[FEN \"9/";
    let sheet = read_one(text);
    let PlayedSheet { record, repairs, .. } = sheet.play(&*stones(2, 21)).unwrap();
    assert_eq!(record.players[0].name, "Ann");
    assert_eq!(record.header.tags[0], ("Event".into(), "Oslo".into()));
    assert_eq!(record.header.preface, "FEN: 9/");
    assert_eq!(repairs.len(), 2, "{repairs:?}");
    assert!(sheet.to_record(&*stones(2, 21)).is_err());
    let with_moves = read_one("[White \"Ann\"]\n[FEN \"9/\"]\n1. 3 *\n");
    assert!(with_moves.play(&*stones(2, 21)).is_err());
}

#[test]
fn a_cut_tag_keeps_its_escaped_quotes() {
    let check = |text: &str, value: &str| {
        let sheet = read_one(text);
        assert_eq!(sheet.tag("Event"), Some(value), "{text}");
        assert_eq!(sheet.faults.len(), 1, "{text}");
    };
    check(r#"[Event "the \"great\" ma"#, "the \"great\" ma");
    check(r#"[Event "the \""#, "the \"");
    check(r#"[Event "a \\" b]"#, "a \\");
}

#[test]
fn annotations_need_no_space_after_them() {
    let sheet = read_one("1. 3$1 2$16!? 3$x");
    let moves: Vec<&str> = sheet.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(moves, ["3", "2", "3"]);
    let sheet = read_one("1. 3$12! *");
    assert_eq!((sheet.moves[0].nags.clone(), sheet.moves[0].mark), (vec![12], Some(Mark::Good)));
}

#[test]
fn tags_with_the_signs_of_symbols_are_tags() {
    let sheet = read_one("[White \"A\"]\n[X_odd-tag \"7\"]\n[X:y+z=# \"8\"]\n\n1. 3 *\n");
    assert_eq!(sheet.tag("X_odd-tag"), Some("7"));
    assert_eq!((sheet.faults.len(), &*sheet.preface), (0, ""));
    let text = Pgn.write(&sheet).unwrap();
    assert!(text.contains("[X_odd-tag \"7\"]\n[X:y+z=# \"8\"]\n"), "{text}");
}
