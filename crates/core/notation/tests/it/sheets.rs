//! Tests for matches in notation files: written matches can be parsed again, and damaged files are refused with the
//! location of the error.

use std::time::Duration;

use games_package::{
    EndReason, Ending, Header, Mark, Note, Odds, Ply, Record, RecordedPlayer, ThinkingLimits,
    Thought, TimeControl, Valuation, Variation,
};
use notation::{
    Comment, Pgn, RecordFile, Sheet, SheetFormat, clock_text, parse_clock, replace_comment_text,
    without_commands,
};

use crate::table::games::{race, ring, stones};
use crate::{FIRST, SECOND, played};

/// A ten-stone match that uses every feature.
fn full_record() -> Record {
    let player = |name: &str| RecordedPlayer {
        spec: format!("{name}:depth=6"),
        name: format!("{name} \"the fox\" \\o/"),
        origin: None,
        odds: Odds::default(),
    };
    let thought = Some(Thought { valuation: Valuation::WinIn(5), depth: 9 });
    let note = Note {
        thought,
        mark: Some(Mark::Dubious),
        nags: vec![14, 0, 255],
        remark: "why not 2?".into(),
        ..Note::default()
    };
    let (elapsed, clock) = (Duration::from_millis(1500), Some(Duration::from_millis(59_250)));
    let noted = Ply { elapsed, clock, note, ..Ply::from("3") };
    let inner = Variation { after: 2, plies: vec!["3".into()], variations: Vec::new() };
    let mut second = Ply::from("2");
    second.note.preface = "or even".into();
    let outer = Variation { after: 1, plies: vec![second, "1".into()], variations: vec![inner] };
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
        header: Header::default(),
    }
}

pub(crate) fn read_all(text: &str) -> Vec<Result<Sheet, String>> {
    let game = Some("stones:2");
    Pgn.read(text.as_bytes(), game).map(|read| read.map_err(|error| error.to_string())).collect()
}

pub(crate) fn read_one(text: &str) -> Sheet {
    let mut sheets = read_all(text);
    assert_eq!(sheets.len(), 1, "{text}");
    sheets.remove(0).unwrap()
}

fn check_round_trip(record: &Record) {
    let game = stones(2, 21);
    let text = Pgn.write(&Sheet::of(record, &*game)).unwrap();
    let read = read_one(&text).to_record(&*game).unwrap();
    assert_eq!(&read, record, "{text}");
    read.replay(&*game).unwrap();
}

#[test]
fn a_record_survives_a_round_trip() {
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
fn a_seats_odds_survive_a_round_trip() {
    let mut record = full_record();
    record.players[0].odds.time_control = Some(TimeControl::Unlimited);
    record.players[1].odds = Odds {
        time_control: Some("40/5m".parse().unwrap()),
        thinking: ThinkingLimits { depth: Some(3), nodes: Some(77) },
    };
    check_round_trip(&record);
}

#[test]
fn a_played_match_survives_a_round_trip() {
    let record = played(stones(2, 7), TimeControl::Unlimited);
    let game = stones(2, 7);
    let text = Pgn.write(&Sheet::of(&record, &*game)).unwrap();
    let read = read_one(&text).to_record(&*game).unwrap();
    assert_eq!((read.final_position, read.ending), (record.final_position, record.ending));
}

#[test]
fn the_text_follows_the_standard() {
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
    assert_eq!(moves, "1. 3 1 ( {or even} 1... 2 2. 1 ( 2. 3 ) ) 2. 1 ( 2. 1 2 ) 0-1\n");
}

#[test]
fn files_of_other_programs_are_read() {
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
fn moves_may_be_followed_by_commas_and_full_stops() {
    let texts: Vec<String> =
        read_one("1. 3, 1, 2. 2,! *").moves.into_iter().map(|mv| mv.text).collect();
    assert_eq!(texts, ["3", "1", "2"]);
}

#[test]
fn the_result_comes_from_the_tag_or_else_from_the_moves() {
    let payoffs =
        |tag: &str, token: &str| read_one(&format!("[Result \"{tag}\"]\n1. 3 {token}")).payoffs;
    let (first, second, draw) = (Some(vec![1, -1]), Some(vec![-1, 1]), Some(vec![0, 0]));
    for odd in ["?", "", "White wins", "*", "3-0"] {
        assert_eq!(payoffs(odd, "1-0"), first, "{odd}");
    }
    for tag in ["1-0 ", "1:0", "1 - 0", "1–0"] {
        assert_eq!(payoffs(tag, "*"), first, "{tag}");
    }
    for tag in ["½-½", "1/2", "1/2 - 1/2"] {
        assert_eq!(payoffs(tag, "*"), draw, "{tag}");
    }
    assert_eq!(payoffs("1-0", "0-1"), first);
    assert_eq!(payoffs("?", "0 - 1"), second);
    assert_eq!(payoffs("?", "0.5-0.5"), draw);
}

#[test]
fn forfeits_are_results() {
    let check = |text: &str, payoffs: [i16; 2]| {
        let sheet = read_one(text);
        assert_eq!(sheet.payoffs, Some(payoffs.to_vec()), "{text}");
        assert_eq!((sheet.moves.len(), sheet.tag("Termination")), (0, Some("forfeit")), "{text}");
        let record = sheet.to_record(&*stones(2, 21)).unwrap();
        let written = Pgn.write(&Sheet::of(&record, &*stones(2, 21))).unwrap();
        assert!(written.contains("[Termination \"forfeit\"]"), "{written}");
        assert_eq!(read_one(&written).payoffs, Some(payoffs.to_vec()), "{written}");
    };
    for win in ["+--", "+/-", "+:-"] {
        check(&format!("[White \"A\"]\n[Result \"{win}\"]\n\n*\n"), [1, -1]);
        check(&format!("[White \"A\"]\n\n{win}\n"), [1, -1]);
    }
    for loss in ["--+", "-/+", "-:+"] {
        check(&format!("[White \"A\"]\n[Result \"{loss}\"]\n\n{loss}\n"), [-1, 1]);
    }
}

#[test]
fn tags_with_unknown_values_survive() {
    let text = "[Event \"Cup\"]\n[Result \"*\"]\n[Winner \"Ann\"]\n[TakenBack \"yes\"]\n\
                [Termination \"unterminated\"]\n\n1. 3 *\n";
    let record = read_one(text).to_record(&*stones(2, 21)).unwrap();
    let written = Pgn.write(&Sheet::of(&record, &*stones(2, 21))).unwrap();
    for tag in ["[Winner \"Ann\"]", "[TakenBack \"yes\"]", "[Termination \"unterminated\"]"] {
        assert_eq!(written.matches(tag).count(), 1, "{tag}: {written}");
    }
}

#[test]
fn all_annotations_survive_a_round_trip() {
    let sheet = read_one("1. 3 $0 $14 $3 1! $2 ?? ({c} $5 2 $255 {d}) *");
    let [first, second] = &sheet.moves[..] else { panic!("two moves") };
    assert_eq!((first.mark, &first.nags[..]), (Some(Mark::Brilliant), &[0, 14][..]));
    assert_eq!((second.mark, &second.nags[..]), (Some(Mark::Good), &[2, 4][..]));
    let other = &second.others[0][0];
    assert_eq!((other.preface.as_str(), &other.nags[..]), ("c $5", &[255][..]));
    let written = Pgn.write(&sheet).unwrap();
    assert!(
        written.ends_with("1. 3!! $0 $14 1! $2 $4 ( {c $5} 1... 2 $255 {d} ) *\n"),
        "{written}"
    );
}

#[test]
fn tags_survive_every_format() {
    let text = "[Event \"Cup\"]\n[Date \"2020.01.02\"]\n[Result \"1-0\"]\n[WhiteElo \"2100\"]\n\
                [Termination \"Normal\"]\n[Mine \"a\"]\n[Mine \"b\"]\n\n{so} 1. 3 1-0\n";
    let game = stones(2, 21);
    let record = read_one(text).to_record(&*game).unwrap();
    let names: Vec<&str> = record.header.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Event", "Date", "WhiteElo", "Termination", "Mine", "Mine"]);
    let toml = Record::from_text(&record.to_text()).unwrap();
    assert_eq!(toml, record);
    let written = Pgn.write(&Sheet::of(&toml, &*game)).unwrap();
    assert_eq!(read_one(&written).to_record(&*game).unwrap(), record, "{written}");
    assert!(written.contains("[Mine \"a\"]\n[Mine \"b\"]\n"), "{written}");
    assert!(!written.contains("Reason"), "{written}");
}

#[test]
fn a_double_forfeit_is_a_result() {
    let sheet = read_one("[White \"A\"]\n[Result \"0-0\"]\n\n0-0\n");
    assert_eq!((sheet.moves.len(), &sheet.payoffs), (0, &Some(vec![-1, -1])));
    let record = sheet.to_record(&*stones(2, 21)).unwrap();
    let written = Pgn.write(&Sheet::of(&record, &*stones(2, 21))).unwrap();
    assert!(written.contains("[Result \"0-0\"]") && written.ends_with("\n\n0-0\n"), "{written}");
    assert_eq!(read_one(&written).payoffs, Some(vec![-1, -1]));
}

#[test]
fn an_illegal_move_is_named_with_its_place() {
    let read = |text: &str| read_one(text).to_record(&*stones(2, 21)).unwrap_err().to_string();
    let refused = read("1. 3 4");
    assert!(refused.starts_with("line 1, column 6: illegal move 4 "), "{refused}");
    let refused = read("1. 3 1\n(1... 9)");
    assert!(refused.starts_with("line 2, column 7: illegal move 9 "), "{refused}");
    let refused = read("[FEN \"many\"] 1. 3");
    assert!(refused.starts_with("line 1, column 1: malformed position \"many\""), "{refused}");
}

#[test]
fn a_sheet_belongs_to_its_own_game() {
    let sheet = read_one("[Game \"race\"] 1. 3");
    let refused = sheet.to_record(&*stones(2, 21)).unwrap_err().to_string();
    assert_eq!(refused, "the match's game is race, not stones:2");
    let nameless = Pgn.read(b"1. 3", None).next().unwrap().unwrap();
    let refused = nameless.to_record(&*race()).unwrap_err().to_string();
    assert_eq!(refused, "the file doesn't name its game");
}

#[test]
fn a_repeat_count_belongs_to_its_move() {
    let texts = |text: &str| -> Vec<(String, usize)> {
        let moves = read_one(text).moves;
        moves.into_iter().map(|mv| (mv.text, mv.others.len())).collect()
    };
    let written = "1. 8/5(2),6/3(2)! (1. 24/21 (2) ) 31 *";
    assert_eq!(texts(written), [("8/5(2),6/3(2)".into(), 1), ("31".into(), 0)]);
    let moves = ["8/5(2),6/3(2)", "24/18(2)"]
        .map(|text| notation::SheetMove { text: text.into(), ..Default::default() });
    let sheet = Sheet { moves: moves.to_vec(), ..Sheet::default() };
    let text = Pgn.write(&sheet).unwrap();
    assert!(text.ends_with("\n1. 8/5(2),6/3(2) 24/18(2) *\n"), "{text}");
}

#[test]
fn ambiguous_text_is_not_written() {
    for text in ["a b", "7.", "a{", "b!", "", "(2)", "8/5(12)", "8/5(2"] {
        let mv = notation::SheetMove { text: text.into(), ..Default::default() };
        let refused = Pgn.write(&Sheet { moves: vec![mv], ..Sheet::default() }).unwrap_err();
        assert_eq!(refused.to_string(), format!("pgn cannot express the move \"{text}\""));
    }
}

#[test]
fn a_move_that_looks_like_a_result_is_read_as_a_move() {
    let mv = |text: &str| notation::SheetMove { text: text.into(), ..Default::default() };
    let moves = ["1-0", "0-1", "3", "1/2-1/2", "*"].map(mv).to_vec();
    let text = Pgn.write(&Sheet { moves, ..Sheet::default() }).unwrap();
    assert!(text.ends_with("\n1.1-0 1...0-1 2. 3 2...1/2-1/2 3.* *\n"), "{text}");
    let read = read_one(&text);
    let texts: Vec<&str> = read.moves.iter().map(|mv| mv.text.as_str()).collect();
    assert_eq!(texts, ["1-0", "0-1", "3", "1/2-1/2", "*"]);
}

#[test]
fn damage_is_harmless() {
    let text = Pgn.write(&Sheet::of(&full_record(), &*stones(2, 21))).unwrap();
    let check = |bytes: &[u8]| {
        for sheet in Pgn.read(bytes, None).take(100).flatten() {
            if let Ok(record) = sheet.to_record(&*stones(2, 21)) {
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
fn clocks_survive_a_round_trip() {
    for (ms, text) in [(0, "0:00:00"), (9_400, "0:00:09.4"), (3_723_001, "1:02:03.001")] {
        let time = Duration::from_millis(ms);
        assert_eq!((clock_text(time).as_str(), parse_clock(text)), (text, Some(time)));
    }
    for text in ["", "x", "1:2:3:4", ":", "1:", "-1", "1.x", "1.", "99999999999"] {
        assert_eq!(parse_clock(text), None, "{text}");
    }
}

#[test]
fn a_comment_keeps_what_was_not_understood() {
    let comment = Comment::parse("[%eval +0.32] d=17 n=5 [%cal Ga1] so [%clk later]");
    let thought = Some(Thought { valuation: Valuation::Centi(32), depth: 17 });
    assert_eq!(comment.thought, thought);
    let text = "[%eval +0.32] d=17 n=5 [%cal Ga1] so [%clk later]";
    assert_eq!((comment.remark.as_str(), comment.to_text().as_str()), (text, text));
    assert_eq!(without_commands(text), "d=17 n=5 so");
    assert_eq!(replace_comment_text("a [%clk 1:30] b [%foo]", "new"), "new [%clk 1:30] [%foo]");
    assert_eq!(replace_comment_text("[%foo 007", ""), "");
    let standard = Comment::parse("[%clk 0:01:30] [%eval 0.30] so");
    assert_eq!(standard.remark, "so");
}

#[test]
fn a_changed_value_replaces_its_command() {
    let mut comment = Comment::parse("so [%foo 07] [%eval +0.32] d=17 [%clk 1:30] [%eval 9.00]");
    comment.thought = Some(Thought { valuation: Valuation::LossIn(2), depth: 0 });
    assert_eq!(comment.to_text(), "so [%foo 07] [%eval #-2] [%clk 1:30] [%eval 9.00]");
    comment.elapsed = Some(Duration::from_secs(1));
    comment.clock = Some(Duration::from_secs(2));
    let text = "[%emt 0:00:01] so [%foo 07] [%eval #-2] [%clk 0:00:02] [%eval 9.00]";
    assert_eq!(comment.to_text(), text);
    (comment.thought, comment.clock) = (None, None);
    let text = "[%emt 0:00:01] so [%foo 07] [%eval +0.32] d=17 [%clk 1:30] [%eval 9.00]";
    assert_eq!(comment.to_text(), text);
}

#[test]
fn no_command_in_a_comment_is_lost() {
    let check = |text: &str| assert_eq!(Comment::parse(text).to_text(), text);
    check("[%eval 1.03,23]");
    check("[%eval #-3,9] so");
    check("[%emt 0:00:00]");
    check("[%clk 0:01:00] [%clk 0:02:00]");
    check("[%eval 0.20] [%eval 0.30]");
    check("[%eval 0.20,x]");
    check("a [%eval 0.2] b [%clk 1:30] c [%foo 007][%emt 5] d");
    check("[%eval #4294967295]");
    check("[%eval 0.30] [%clk 0:03:00.50]");
}

#[test]
fn values_are_written_from_whites_point_of_view() {
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
    let values = |moves: &[notation::SheetMove]| -> Vec<String> {
        moves.iter().map(|mv| mv.comment.clone()).collect()
    };
    assert_eq!(values(&sheet.moves), ["[%eval 0.32,3]", "[%eval -0.32,3]", "[%eval #1,3]"]);
    assert_eq!(
        values(&sheet.moves[1].others[0]),
        ["[%eval #1,3]", "[%eval -0.07,3]"],
        "the second seat moves first in this variation"
    );
    check_round_trip(&Record { players: full_record().players, ..record });
}

#[test]
fn a_file_has_the_end_of_a_match_or_none() {
    let ending = |tags: &str, result: &str| {
        let text = format!("[Game \"ring\"]\n{tags}\n1. left {result}\n");
        let sheet = Pgn.read(text.as_bytes(), None).next().unwrap().unwrap();
        sheet.to_record(&*ring()).unwrap().ending
    };
    let unstated = Some(Ending::unstated(vec![1, -1]));
    assert_eq!(ending("", "1-0"), unstated);
    assert_eq!(ending("[Termination \"normal\"]", "1-0"), unstated);
    assert_eq!(ending("[Termination \"abandoned\"]", "1-0"), unstated);
    assert_eq!(ending("[Termination \"abandoned\"]", "*"), Some(Ending::stopped()));
    assert_eq!(ending("", "1/2-1/2"), Some(Ending::unstated(vec![0, 0])));
    assert_eq!(ending("", "*"), None);
    let resigned = Ending::forfeit(2, SECOND, EndReason::Resigned(SECOND));
    assert_eq!(ending("[Reason \"Left wins: Right resigned\"]", "1-0"), Some(resigned));
    let late = Ending::forfeit(2, FIRST, EndReason::time_expired(FIRST));
    assert_eq!(ending("[Termination \"time forfeit\"]", "0-1"), Some(late));
}

#[test]
fn a_sheet_adds_nothing_to_its_source() {
    let text = "[Game \"ring\"]\n1. left right left 1-0\n";
    let sheet = Pgn.read(text.as_bytes(), None).next().unwrap().unwrap();
    let read = sheet.to_record(&*ring()).unwrap();
    let sheet = Sheet::of(&read, &*ring());
    assert_eq!((sheet.tags, sheet.payoffs), (Vec::new(), Some(vec![1, -1])));
}

#[test]
fn a_sheet_has_no_control_characters() {
    let text = "[White \"\u{1b}]0;t\u{7}\u{202e}\"]\n1. 3 {\u{1b}[2J\u{200b}so}\u{9b} *\n";
    let sheet = Pgn.read(text.as_bytes(), Some("stones:2")).next().unwrap().unwrap();
    assert_eq!(sheet.players[0], "\u{fffd}]0;t\u{fffd}\u{fffd}");
    assert_eq!(sheet.moves[0].comment, "\u{fffd}[2J\u{200b}so");
    assert_eq!(sheet.moves[1].text, "\u{fffd}");
    let wild = Sheet { players: vec!["\u{1b}c".into()], ..Sheet::default() };
    assert!(Pgn.write(&wild).unwrap().contains("[White \"\u{fffd}c\"]"));
}

#[test]
fn commands_in_comments_are_not_broken() {
    let command = "[%csl Ra1,Ga2,Ya3 b 4]";
    let comment = format!("{}[%clk 0:00:09] {command}", "a word ".repeat(9));
    let text = Pgn.write(&read_one(&format!("1. 3 {{{comment}}} *"))).unwrap();
    assert!(text.contains("[%clk 0:00:09]") && text.contains(command), "{text}");
}
