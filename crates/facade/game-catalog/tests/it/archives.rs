//! Files as found in archives: ambiguities are resolved and unreadable parts are reported.

use board_engine::Viewer;
use game_catalog::{sheet_formats, table_game};
use games_package::{Ending, MatchState, Record};
use notation::{Sheet, SheetError};

const GOING_ON: &str = include_str!("archives/going_on.pdn");
const BY_NUMBERS: &str = include_str!("archives/by_numbers.pdn");
const AMBIGUOUS: &str = include_str!("archives/ambiguous.pdn");
const GAME_TYPES: &str = include_str!("archives/game_types.pdn");

fn sheets(text: &str) -> Vec<Result<Sheet, SheetError>> {
    sheet_formats()[0].read(text.as_bytes(), Some("checkers:english")).collect()
}

fn record(sheet: Result<Sheet, SheetError>) -> Result<Record, String> {
    let sheet = sheet.map_err(|error| error.to_string())?;
    let game = table_game(sheet.game.as_deref().unwrap()).unwrap();
    sheet.to_record(&*game).map_err(|error| error.to_string())
}

fn records(text: &str) -> Vec<Result<Record, String>> {
    sheets(text).into_iter().map(record).collect()
}

fn end(record: &Record) -> Box<dyn MatchState> {
    record.replay(&*table_game(&record.game).unwrap()).unwrap()
}

#[test]
fn a_match_continues_after_an_unclaimed_draw() {
    let read = records(GOING_ON);
    let game = table_game("checkers:english").unwrap();
    let ending = |record: &Record| {
        record.ending.as_ref().map(|ending: &Ending| ending.describe(|seat| game.seat_name(seat)))
    };
    let on = read[0].as_ref().unwrap();
    let state = end(on);
    let [passed] = state.passed_draws() else { panic!("{:?}", state.passed_draws()) };
    assert_eq!((passed.after, on.plies.len()), (8, 12));
    assert!(passed.rule.starts_with("threefold repetition"), "{}", passed.rule);
    assert_eq!(ending(on).as_deref(), Some("White wins"));
    // The result in the file takes precedence over a draw, which may not have been claimed.
    let lost = read[1].as_ref().unwrap();
    assert_eq!((ending(lost).as_deref(), end(lost).passed_draws()), (Some("Black wins"), &[][..]));
    let drawn = ending(read[2].as_ref().unwrap()).unwrap();
    assert!(drawn.starts_with("Draw: threefold repetition"), "{drawn}");
    let over = read[3].as_ref().unwrap_err();
    assert!(over.starts_with("line 29, column 10: illegal move 15-19 "), "{over}");
}

#[test]
fn squares_with_letters_are_read_by_number() {
    let read = records(BY_NUMBERS);
    let moves = |record: &Record| record.moves().map(String::from).collect::<Vec<_>>();
    let by_letters = moves(read[0].as_ref().unwrap());
    assert_eq!(by_letters.len(), 6);
    for (index, record) in read.iter().enumerate() {
        let record = record.as_ref().unwrap();
        assert_eq!(
            (moves(record), record.start.as_str()),
            (by_letters.clone(), start()),
            "{index}"
        );
    }
    assert_eq!(read.len(), 9);
}

fn start() -> &'static str {
    "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
}

#[test]
fn an_ambiguous_capture_is_resolved_by_the_following_moves() {
    let read = records(AMBIGUOUS);
    let first = |index: usize| read[index].as_ref().unwrap().plies[0].mv.as_str();
    assert_eq!((first(0), first(1)), ("22x13x6", "22x15x6"));
    let refused = |index: usize| read[index].as_ref().unwrap_err().as_str();
    let undecided = "line 14, column 4: ambiguous move 22x6: it may mean ";
    assert!(refused(2).starts_with(undecided), "{}", refused(2));
    assert!(refused(3).starts_with("line 19, column 22: illegal move 1-2 "), "{}", refused(3));
    let varied = read[4].as_ref().unwrap();
    let variation = &varied.variations[0].plies;
    assert_eq!((first(4), variation[0].mv.as_str()), ("22x13x6", "22x15x6"));
    let _end = end(varied);
}

#[test]
fn an_unknown_game_is_an_error() {
    let told: Vec<Option<String>> = sheets(GAME_TYPES)
        .into_iter()
        .map(|sheet| match record(sheet) {
            Ok(_) => None,
            Err(why) => Some(why.split_once(": ").unwrap().1.to_owned()),
        })
        .collect();
    let expected = [
        None,
        Some("GameType 28 is Portuguese draughts, which is not supported"),
        Some("GameType 77 is unknown"),
        Some(
            "GameType \"draughts\" can't be read: expected a number, or a form like 20,W,10,10,N2,0",
        ),
        Some("GameType \"20,W,8,8,N2,0\" has board size 8×8, not 10×10 as in international"),
        Some("GameType \"23,W,8,8,N2,0\" has White as the starting side, not Black as in pool"),
        Some("GameType \"21,B,8,8,N1,1\" has the invert flag 1, not 0 as in english"),
        Some(
            "GameType \"20,W,10,10,S0,0\" has chess notation, not draughts notation as in international",
        ),
        None,
        None,
    ];
    assert_eq!(told, expected.map(|text| text.map(String::from)));
    assert!(
        matches!(sheets(GAME_TYPES)[1], Err(SheetError::UnknownGame { place, .. }) if place.line == 6)
    );
    let by_letters = record(sheets(GAME_TYPES).remove(8)).unwrap();
    assert_eq!(by_letters.moves().collect::<Vec<_>>(), ["32-28", "19-23"]);
}

#[test]
fn no_tags_are_added_or_lost() {
    let source = "[Event \"?\"]\n[White \"Ada\"]\n[Black \"Bob\"]\n[GameType \"21\"]\n[Result \"1-0\"]\n\
        [Winner \"Black\"]\n1. 11-15 23-19 2. 8-11 *\n";
    let record = records(source).remove(0).unwrap();
    let game = table_game(&record.game).unwrap();
    let text = sheet_formats()[0].write(&Sheet::of(&record, &*game)).unwrap();
    let written: Vec<&str> = text.lines().filter(|line| line.starts_with('[')).collect();
    let known: Vec<&str> = source.lines().filter(|line| line.starts_with('[')).collect();
    assert_eq!(written, known, "{text}");
    let plain = records("[GameType \"21\"]\n[Result \"1-0\"]\n1. 11-15 1-0\n").remove(0).unwrap();
    let mut sheet = Sheet::of(&plain, &*game);
    assert!(!sheet_formats()[0].write(&sheet).unwrap().contains("Winner"));
    sheet_formats()[0].describe(&mut sheet);
    assert!(sheet_formats()[0].write(&sheet).unwrap().contains("[Winner \"Black\"]"));
    assert_eq!(record.final_position, end(&record).position(Viewer::Arbiter));
}

#[test]
fn the_strings_in_files_have_no_control_characters() {
    let source = "[White \"\u{1b}]0;t\u{7}A\u{202e}da\"]\n[Event \"\u{200b}\"]\n[GameType \"21\"]\n\
        1. 11-15 {\u{1b}[2J so} *\n";
    let sheet = sheets(source).remove(0).unwrap();
    assert_eq!(sheet.players[1], "\u{fffd}]0;t\u{fffd}A\u{fffd}da");
    assert_eq!(
        (sheet.tag("Event"), sheet.moves[0].comment.as_str()),
        (Some("\u{200b}"), "\u{fffd}[2J so")
    );
    let wild = Sheet { players: vec!["\u{1b}c".into()], ..sheet };
    let text = sheet_formats()[0].write(&wild).unwrap();
    assert!(text.contains("[Black \"\u{fffd}c\"]"), "{text}");
}
