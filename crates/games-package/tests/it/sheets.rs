//! Matches in notation files: what is written is read again, and what is damaged is refused with its place.

use std::time::Duration;

use games_package::{
    Comment, EndReason, Ending, Mark, Note, Odds, Pgn, Ply, Record, RecordedPlayer, Sheet,
    SheetFormat, ThinkingLimits, Thought, TimeControl, Valuation, Variation, clock_text,
    parse_clock,
};

use crate::games::{race, stones};
use crate::players::{FIRST, plays_first};
use crate::table::{play, setup};

/// A match of ten stones with something of everything.
fn full_record() -> Record {
    let player = |name: &str| RecordedPlayer {
        spec: format!("{name}:depth=6"),
        name: format!("{name} \"the fox\" \\o/"),
        origin: None,
        odds: Odds::default(),
    };
    let thought = Some(Thought { valuation: Valuation::WinIn(4), depth: 9 });
    let note = Note { thought, mark: Some(Mark::Dubious), remark: "why not 2?".into() };
    let (elapsed, clock) = (Duration::from_millis(1500), Some(Duration::from_millis(59_250)));
    let noted = Ply { elapsed, clock, note, ..Ply::from("3") };
    let inner = Variation { after: 2, plies: vec!["3".into()], variations: Vec::new() };
    let outer =
        Variation { after: 1, plies: vec!["2".into(), "1".into()], variations: vec![inner] };
    let end = Variation { after: 3, plies: vec!["2".into()], variations: Vec::new() };
    Record {
        game: "stones:2".into(),
        players: vec![player("north"), player("south")],
        time_control: "1m+1500ms".parse().unwrap(),
        thinking: ThinkingLimits { depth: Some(6), nodes: Some(1_000_000) },
        pondering: true,
        seed: u64::MAX,
        start: "9/1".into(),
        plies: vec![noted, "1".into(), "1".into()],
        variations: vec![outer, end],
        final_position: "4/2".into(),
        ending: Some(Ending::forfeit(2, FIRST, EndReason::time_expired(FIRST))),
    }
}

fn read_all(text: &str) -> Vec<Result<Sheet, String>> {
    let game = Some("stones:2");
    Pgn.read(text.as_bytes(), game).map(|read| read.map_err(|error| error.to_string())).collect()
}

fn read_one(text: &str) -> Sheet {
    let mut sheets = read_all(text);
    assert_eq!(sheets.len(), 1, "{text}");
    sheets.remove(0).unwrap()
}

fn check_round_trip(record: &Record) {
    let game = stones(2, 21);
    let text = Pgn.write(&Sheet::of(record, &*game)).unwrap();
    let read = Record::from_sheet(&read_one(&text), &*game).unwrap();
    assert_eq!(&read, record, "{text}");
    read.replay(&*game).unwrap();
}

#[test]
fn a_record_is_read_as_it_was_written() {
    check_round_trip(&full_record());
    let endings = [
        None,
        Some(Ending::stopped()),
        Some(Ending::draw_agreed(2)),
        Some(Ending::forfeit(2, FIRST, EndReason::Resigned(FIRST))),
        Some(Ending::unstated(vec![-1, 1])),
        Some(Ending::unstated(vec![0, 0])),
    ];
    for ending in endings {
        check_round_trip(&Record { ending, ..full_record() });
    }
    check_round_trip(&Record {
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: false,
        ..full_record()
    });
}

#[test]
fn the_odds_of_a_seat_are_read_as_they_were_written() {
    let mut record = full_record();
    record.players[0].odds.time_control = Some(TimeControl::Unlimited);
    record.players[1].odds = Odds {
        time_control: Some("40/5m".parse().unwrap()),
        thinking: ThinkingLimits { depth: Some(3), nodes: Some(77) },
    };
    check_round_trip(&record);
}

#[test]
fn a_match_that_was_played_is_read_as_it_was_written() {
    let record = play(setup(stones(2, 7), [plays_first(), plays_first()])).record;
    let game = stones(2, 7);
    let text = Pgn.write(&Sheet::of(&record, &*game)).unwrap();
    let read = Record::from_sheet(&read_one(&text), &*game).unwrap();
    assert_eq!((read.final_position, read.ending), (record.final_position, record.ending));
}

#[test]
fn the_text_is_that_of_the_standard() {
    let record = Record {
        players: vec![],
        plies: vec!["3".into(), "1".into(), "1".into()],
        ..full_record()
    };
    let text = Pgn.write(&Sheet::of(&record, &*stones(2, 21))).unwrap();
    let (tags, moves) = text.split_once("\n\n").unwrap();
    assert!(
        tags.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n")
    );
    assert!(tags.contains("[Result \"0-1\"]\n[Game \"stones:2\"]\n[SetUp \"1\"]\n[FEN \"9/1\"]\n"));
    assert_eq!(moves, "1. 3 1 ( 1... 2 2. 1 ( 2. 3 ) ) 2. 1 ( 2. 1 2 ) 0-1\n");
}

#[test]
fn what_others_have_written_is_read() {
    let sheet = read_one(
        "% a remark for programs\n[White \"A\"]\n\n1.3 {[%clk 0:00:09.4] good} 1 $4 (1...2 ; bad\n 2. 1!?) 2 . 1/2-1/2",
    );
    assert_eq!(sheet.players, ["A", ""]);
    assert_eq!(sheet.payoffs, Some(vec![0, 0]));
    let texts: Vec<&str> = sheet.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(texts, ["3", "1", "2"]);
    assert_eq!(sheet.moves[1].mark, Some(Mark::Blunder));
    assert_eq!(sheet.moves[1].others[0][1].mark, Some(Mark::Interesting));
    assert_eq!(sheet.moves[1].others[0][0].comment, "bad");
}

#[test]
fn a_file_has_many_matches_and_a_damaged_one_hides_no_other() {
    let text = "[White \"A\"]\n1. 3 *\n[White \"B\"]\n1. 3 )\n[White \"C\"]\n1. 2 *\n1. 1 *\n";
    let results: Vec<String> = read_all(text)
        .into_iter()
        .map(|read| read.map_or_else(|error| error, |sheet| sheet.players[0].clone()))
        .collect();
    assert_eq!(results, ["A", "line 4, column 6: no variation is open", "C", ""]);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let check = |text: &str, expected: &str| {
        assert_eq!(read_all(text)[0].as_ref().unwrap_err(), expected, "{text}");
    };
    check("[White A]", "line 1, column 8: expected a tag, like [White \"somebody\"]");
    check("[White \"A\"", "line 1, column 11: expected ] at the end of the tag");
    check("[White \"A", "line 1, column 1: a tag that starts here has no end");
    check("1. 3 {so", "line 1, column 6: a comment that starts here has no end");
    check("1. 3 (2", "line 1, column 8: a variation has no end");
    check("(2)", "line 1, column 1: a variation before the first move");
    check("1. 3 $x", "line 1, column 6: expected a number after $");
    let deep = format!("1. 3{}", " (2".repeat(200));
    check(&deep, "line 1, column 306: more than 100 variations within each other");
}

#[test]
fn a_move_that_the_rules_forbid_is_named_with_its_place() {
    let read =
        |text: &str| Record::from_sheet(&read_one(text), &*stones(2, 21)).unwrap_err().to_string();
    let refused = read("1. 3 4");
    assert!(refused.starts_with("line 1, column 6: illegal move 4 "), "{refused}");
    let refused = read("1. 3 1\n(1... 9)");
    assert!(refused.starts_with("line 2, column 7: illegal move 9 "), "{refused}");
    let refused = read("[FEN \"many\"] 1. 3");
    assert!(refused.starts_with("line 1, column 1: malformed position \"many\""), "{refused}");
}

#[test]
fn a_sheet_is_of_its_own_game() {
    let sheet = read_one("[Game \"race\"] 1. 3");
    let refused = Record::from_sheet(&sheet, &*stones(2, 21)).unwrap_err().to_string();
    assert_eq!(refused, "the match is of race, not of stones:2");
    let nameless = Pgn.read(b"1. 3", None).next().unwrap().unwrap();
    let refused = Record::from_sheet(&nameless, &*race()).unwrap_err().to_string();
    assert_eq!(refused, "the file doesn't say which game it is of");
}

#[test]
fn a_number_of_times_belongs_to_its_move() {
    let texts = |text: &str| -> Vec<(String, usize)> {
        let moves = read_one(text).moves;
        moves.into_iter().map(|mv| (mv.text, mv.others.len())).collect()
    };
    let written = "1. 8/5(2),6/3(2)! (1. 24/21 (2) ) 31 *";
    assert_eq!(texts(written), [("8/5(2),6/3(2)".into(), 1), ("31".into(), 0)]);
    let moves = ["8/5(2),6/3(2)", "24/18(2)"]
        .map(|text| games_package::SheetMove { text: text.into(), ..Default::default() });
    let sheet = Sheet { moves: moves.to_vec(), ..Sheet::default() };
    let text = Pgn.write(&sheet).unwrap();
    assert!(text.ends_with("\n1. 8/5(2),6/3(2) 24/18(2) *\n"), "{text}");
}

#[test]
fn what_would_be_read_otherwise_is_not_written() {
    for text in ["1-0", "*", "a b", "7.", "a{", "b!", "", "(2)", "8/5(12)", "8/5(2"] {
        let mv = games_package::SheetMove { text: text.into(), ..Default::default() };
        let refused = Pgn.write(&Sheet { moves: vec![mv], ..Sheet::default() }).unwrap_err();
        assert_eq!(refused.to_string(), format!("pgn has no form for the move \"{text}\""));
    }
}

#[test]
fn no_damage_does_harm() {
    let text = Pgn.write(&Sheet::of(&full_record(), &*stones(2, 21))).unwrap();
    let check = |bytes: &[u8]| {
        for sheet in Pgn.read(bytes, None).take(100).flatten() {
            if let Ok(record) = Record::from_sheet(&sheet, &*stones(2, 21)) {
                record.replay(&*stones(2, 21)).unwrap();
            }
        }
    };
    for end in 0..text.len() {
        check(&text.as_bytes()[..end]);
    }
    for index in 0..text.len() {
        for change in [1, 0x20, 0x80, 0xff] {
            let mut bytes = text.as_bytes().to_vec();
            bytes[index] ^= change;
            check(&bytes);
        }
    }
}

#[test]
fn clocks_are_read_as_they_are_written() {
    for (ms, text) in [(0, "0:00:00"), (9_400, "0:00:09.4"), (3_723_001, "1:02:03.001")] {
        let time = Duration::from_millis(ms);
        assert_eq!((clock_text(time).as_str(), parse_clock(text)), (text, Some(time)));
    }
    for text in ["", "x", "1:2:3:4", ":", "1:", "-1", "1.x", "1.", "99999999999"] {
        assert_eq!(parse_clock(text), None, "{text}");
    }
}

#[test]
fn a_comment_keeps_what_it_does_not_understand() {
    let comment = Comment::parse("[%eval +0.32] d=17 n=5 [%cal Ga1] so [%clk later]");
    let thought = Some(Thought { valuation: Valuation::Centi(32), depth: 17 });
    assert_eq!(comment.thought, thought);
    assert_eq!(comment.remark, "n=5 [%cal Ga1] so [%clk later]");
    assert_eq!(comment.to_text(), "[%eval +0.32] d=17 n=5 [%cal Ga1] so [%clk later]");
}

#[test]
fn values_are_written_as_white_sees_them_whoever_moves() {
    let noted = |mv: &str, valuation| Ply {
        note: Note { thought: Some(Thought { valuation, depth: 3 }), ..Note::default() },
        ..Ply::from(mv)
    };
    let other = Variation {
        after: 1,
        plies: vec![noted("2", Valuation::LossIn(2)), noted("1", Valuation::Centi(-7))],
        variations: vec![],
    };
    let record = Record {
        players: vec![],
        plies: vec![
            noted("3", Valuation::Centi(32)),
            noted("1", Valuation::Centi(32)),
            noted("1", Valuation::WinIn(1)),
        ],
        variations: vec![other],
        ..full_record()
    };
    let sheet = Sheet::of(&record, &*stones(2, 21));
    let values = |moves: &[games_package::SheetMove]| -> Vec<String> {
        moves.iter().map(|mv| mv.comment.clone()).collect()
    };
    assert_eq!(values(&sheet.moves), ["[%eval +0.32] d=3", "[%eval -0.32] d=3", "[%eval #+1] d=3"]);
    assert_eq!(
        values(&sheet.moves[1].others[0]),
        ["[%eval #+2] d=3", "[%eval -0.07] d=3"],
        "the second seat moves first in this variation"
    );
    check_round_trip(&Record { players: full_record().players, ..record });
}
