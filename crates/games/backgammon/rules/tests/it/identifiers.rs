use backgammon::{Backgammon, Cube, Phase, Roll, Stakes};
use board_engine::{Game, Notation, Seat};

use crate::support::{START, after, game, money, xgid};

/// The formatted position parsed from `text`, or the reason for refusing it.
fn read(stakes: Stakes, text: &str) -> String {
    let game = game(stakes);
    match game.parse_position(text) {
        Ok(position) => game.format_position(&position),
        Err(error) => error.reason(),
    }
}

#[test]
fn positions_have_the_identifiers_of_gnu_backgammon() {
    // The starting position's identifiers, as in the manual and on each board that the program shows.
    let start = Backgammon::default().start();
    assert_eq!(Backgammon::default().format_position(&start), format!("{START}:cAgAAAAAAAAA"));
    // As shown by GNU Backgammon 1.07's `show board` after these moves in a money game without the Jacoby rule.
    let check = |moves: &[&str], expected: &str| {
        let start = format!("{START}:cAkAAAAAAAAE");
        let position = after(money(), &start, moves).unwrap();
        assert_eq!(game(money()).format_position(&position), expected, "{moves:?}");
    };
    check(&[], "4HPwATDgc/ABMA:cAkAAAAAAAAE");
    check(&["double"], "4HPwATDgc/ABMA:cBEAAAAAAAAE");
    check(&["roll", "31", "8/5 6/5"], "sGfwATDgc/ABMA:MAEAAAAAAAAE");
    check(&["roll", "31", "8/5 6/5", "roll", "66"], "sGfwATDgc/ABMA:MAEbAAAAAAAE");
    let moves = ["roll", "31", "8/5 6/5", "roll", "66", "24/18(2) 13/7(2)"];
    check(&moves, "4NvBwQCwZ/ABMA:cAkAAAAAAAAE");
}

#[test]
fn match_ids_contain_the_score_the_cube_and_the_dice() {
    // The manual's example: a match to 9 at 2 to 4, the cube at 2 with player 0, player 1 to play 52.
    let text = "4HPwATDgc/ABMA:QYkqASAAIAAA";
    let position = after(Stakes::Match { points: 9 }, text, &[]).unwrap();
    assert_eq!((position.score(Seat::FIRST), position.score(Seat::SECOND)), (4, 2));
    assert_eq!(position.cube(), Cube { value: 2, owner: Some(Seat::SECOND) });
    assert_eq!(position.phase(), Phase::Moving(Roll::new(5, 2).unwrap()));
    assert_eq!((position.mover(), position.is_crawford()), (Seat::FIRST, false));
    assert_eq!(read(Stakes::Match { points: 9 }, text), text);
}

#[test]
fn other_forms_are_parsed() {
    let start = "4HPwATDgc/ABMA:cAkAAAAAAAAA";
    for text in [
        "4HPwATDgc/ABMA",
        " 4HPwATDgc/ABMA:cAkAAAAAAAAA ",
        "GNUBGID 4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
    ] {
        assert_eq!(read(Stakes::Single, text), start, "{text}");
    }
    let to_play = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:52:0:0:0:0:10";
    assert_eq!(read(Stakes::Single, to_play), "4HPwATDgc/ABMA:MIEKAAAAAAAA");
    let offered = "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:4:2:0:9:10";
    assert_eq!(read(Stakes::Match { points: 9 }, offered), "4HPwATDgc/ABMA:ARkgASAAIAAA");
    let crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:2:1:7:10";
    assert_eq!(read(Stakes::Match { points: 7 }, crawford), "4HPwATDgc/ABMA:8AngACAAMAAA");
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let form = "expected a position ID, or one with a match ID, as in 4HPwATDgc/ABMA:cAkAAAAAAAAA at column 1";
    for text in [
        "",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABMA:cAkAAAAAAAA!",
        "4HPwATDgc/ABMA:cAkAAAAAAAAA x",
        "XGID=",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10",
    ] {
        assert_eq!(read(Stakes::Single, text), form, "{text:?}");
    }
    let single = |text: &str| read(Stakes::Single, text);
    let start = |match_id: &str| single(&format!("{START}:{match_id}"));
    let to_7 = |text: &str| read(Stakes::Match { points: 7 }, text);
    assert_eq!(start("QYkqASAAIAAA"), "the ID is for a match to 9, but this is a single game");
    assert_eq!(
        to_7(&format!("{START}:QYkqASAAIAAA")),
        "the ID is for a match to 9, but this is a match to 7"
    );
    let single_game = "the ID is for a single game, but this is a match to 7";
    assert_eq!(to_7(&format!("{START}:cAkAAAAAAAAA")), single_game);
    assert_eq!(start("cAkAAAAAAAAA roll"), "there is nothing to decide before this roll");
    assert_eq!(start("QQkAAAAAAAAA"), "this game is played without the cube");
    assert_eq!(start("cAoAAAAAAAAA"), "neither side has borne off all checkers");
    assert_eq!(start("cAwAAAAAAAAA"), "no side may double here");
    assert_eq!(single("////////////AA:cAkAAAAAAAAA"), "a side has more than 15 checkers");
    assert_eq!(single("AAAAAAAAAAAAAA"), "both sides have borne off all checkers");
    let closed = (1..=6).map(|point| (point, 2)).chain([(25, 1)]).collect::<Vec<_>>();
    let both = "both sides are closed out: neither can ever move";
    assert_eq!(single(&xgid(&closed, &closed)), both);
    let xgid = |fields: &str| to_7(&format!("XGID=-b----E-C---eE---c-e----B-:{fields}:7:10"));
    assert_eq!(xgid("0:0:1:00:7:0:0"), "a side with enough points has won the match");
    assert_eq!(xgid("0:0:1:00:8:0:0"), "a score of 8 in a match to 7");
    assert_eq!(
        xgid("0:0:1:00:5:0:1"),
        "in the Crawford game, one side must be one point from winning"
    );
    assert_eq!(xgid("1:1:1:00:6:0:1"), "the cube can't be turned in the Crawford game");
    assert_eq!(xgid("0:1:1:00:0:0:0"), "a cube at 1 has no owner");
    assert_eq!(xgid("7:1:1:00:0:0:0"), "the cube shows at most 64");
    assert_eq!(xgid("1:1:-1:D:0:0:0"), "the mover can't double");
}
