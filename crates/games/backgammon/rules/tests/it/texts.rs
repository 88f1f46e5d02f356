use backgammon::{Backgammon, Stakes};
use board_engine::{Game, Notation, Viewer};

use crate::support::{START, after, game, money, xgid};

/// The parsed play for this roll, or the reason for refusing it.
fn read(start: &str, roll: &str, text: &str) -> String {
    let game = Backgammon::default();
    let position = after(Stakes::Single, start, &[roll]).unwrap();
    match game.parse_move(&position, text) {
        Ok(mv) => game.format_move(&position, mv),
        Err(error) => error.reason(),
    }
}

#[test]
fn plays_are_parsed_as_people_write_them() {
    let check = |roll: &str, texts: &[&str], expected: &str| {
        for text in texts {
            assert_eq!(read(START, roll, text), expected, "{text}");
        }
    };
    check("31", &["8/5,6/5", "8/5 6/5", " 6/5, 8/5 ", "6-5 8-5", "8/5;6/5"], "8/5,6/5");
    check("66", &["24/18(2) 13/7(2)", "13/7 24/18 24/18 13/7"], "24/18(2),13/7(2)");
    check("21", &["13/10", "13/11/10", "13/12/10", "13/11 11/10"], "13/10");
    let home = xgid(&[(25, 1), (6, 2), (3, 1)], &[(3, 1), (24, 2)]);
    for text in ["bar/22*,6/5", "Bar/22 6/5", "b/22 6/5", "25/22* 6/5", "6/5 BAR/22"] {
        assert_eq!(read(&home, "31", text), "bar/22*,6/5", "{text}");
    }
    let bearing_off = xgid(&[(6, 1), (5, 1)], &[(3, 1)]);
    for text in ["6/off,5/off", "5/0 6/0", "6/off 5/off", "5/o 6/Off"] {
        assert_eq!(read(&bearing_off, "65", text), "6/off,5/off", "{text}");
    }
}

/// White can move from 13 to 2 through a blot on 8 or on 7.
#[test]
fn a_hit_on_the_way_distinguishes_plays() {
    let blots = xgid(&[(13, 2), (6, 3)], &[(17, 1), (18, 1), (1, 3)]);
    assert_eq!(read(&blots, "65", "13/2"), "it may mean 13/7*/2 or 13/8*/2");
    for text in ["13/8*/2", "13/8/2"] {
        assert_eq!(read(&blots, "65", text), "13/8*/2");
    }
    assert_eq!(read(&blots, "65", "13/7*/2"), "13/7*/2");
    assert_eq!(read(&blots, "65", "13/7 13/8"), "13/8*,13/7*");
    // The short notation means the path through the empty point 7, which hits nothing.
    let one_blot = xgid(&[(13, 2), (6, 3)], &[(17, 1), (1, 3)]);
    assert_eq!(read(&one_blot, "65", "13/2"), "13/2");
    assert_eq!(read(&one_blot, "65", "13/8/2"), "13/8*/2");
}

#[test]
fn illegal_plays_are_refused_with_the_reason() {
    let form = "expected points with / between them, as in 8/5 6/5, bar/20 or 6/off at column 1";
    for text in ["", "hello", "8", "5/8", "8/5(5)", "8/5(", "8/26", "8//5", "8*/5", "8/5 6"] {
        assert_eq!(read(START, "31", text), form, "{text:?}");
    }
    let part = "play as much of 31 as possible, as in 24/23,24/21";
    assert_eq!(read(START, "31", "8/5"), part);
    assert_eq!(
        read(START, "31", "24/20 6/5"),
        "31 can't be played like this; play it as in 24/23,24/21"
    );
    assert_eq!(read(START, "51", "24/19 6/5"), "point 19 is closed");
    assert_eq!(read(START, "31", "9/5"), "no checker on point 9");
    assert_eq!(read(START, "31", "bar/21"), "no checker on the bar");
    assert_eq!(read(START, "31", "pass"), "a checker can move: 24/23,24/21");
    let bar = xgid(&[(25, 1), (13, 1)], &[(3, 2), (6, 2), (4, 2)]);
    assert_eq!(read(&bar, "51", "13/8"), "the checker on the bar enters first, as in bar/20,13/12");
    assert_eq!(read(&bar, "63", "13/7"), "no checker can move with 63: pass");
    assert_eq!(read(&bar, "63", "no move"), "pass");
}

#[test]
fn rolls_are_two_numbers() {
    let game = Backgammon::default();
    let rolled = |position: &str, text: &str| {
        let position = game.parse_position(position).unwrap();
        match game.parse_move(&position, text) {
            Ok(mv) => game.format_move(&position, mv),
            Err(error) => error.reason(),
        }
    };
    for text in ["31", "13", "3-1", "1,3", "3 1"] {
        assert_eq!(rolled(START, text), "31", "{text}");
    }
    let form = "expected the numbers of two dice, as in 31 at column 1";
    for text in ["", "3", "07", "371", "roll"] {
        assert_eq!(rolled(START, text), form, "{text:?}");
    }
    // In the opening, the first number is White's.
    let opening = game.format_position(&game.start());
    assert_eq!((rolled(&opening, "13"), rolled(&opening, "31")), ("13".into(), "31".into()));
    assert_eq!(rolled(&opening, "33"), "doubles in the opening roll are rerolled");
    let after_opening = after(Stakes::Single, &opening, &["13"]).unwrap();
    assert_eq!(game.format_position(&after_opening), format!("{START}:MIEFAAAAAAAA"));
}

#[test]
fn cube_decisions_are_words() {
    let game = game(money());
    let decide = |moves: &[&str], text: &str| {
        let position = after(money(), START, moves).unwrap();
        match game.parse_move(&position, text) {
            Ok(mv) => game.format_move(&position, mv),
            Err(error) => error.reason(),
        }
    };
    for (text, expected) in
        [("r", "roll"), ("No double", "roll"), ("D", "double"), ("redouble", "double")]
    {
        assert_eq!(decide(&[], text), expected);
    }
    for (text, expected) in [("t", "take"), ("accept", "take"), ("d", "drop"), ("pass", "drop")] {
        assert_eq!(decide(&["double"], text), expected);
    }
    assert_eq!(decide(&[], "31"), "expected roll or double at column 1");
    assert_eq!(decide(&["double"], "x"), "expected take or drop at column 1");
    assert_eq!(decide(&[], "take"), "no double is offered: roll or double");
    assert_eq!(decide(&["double"], "roll"), "a double is offered: take or drop");
}

#[test]
fn a_play_touches_the_points_of_each_step() {
    let game = Backgammon::default();
    let touched = |start: &str, moves: &[&str], text: &str| -> Vec<String> {
        let position = after(Stakes::Single, start, moves).unwrap();
        let diagram = game.diagram(&position, Viewer::Public);
        let mv = game.parse_move(&position, text).unwrap();
        game.route(&position, mv).into_iter().map(|square| diagram.name(square).into()).collect()
    };
    assert_eq!(touched(START, &["31"], "8/5 6/5"), ["8", "5", "6", "5"]);
    assert_eq!(touched(START, &["31", "8/5 6/5", "21"], "13/10"), ["13", "11", "10"]);
    let bearing_off = xgid(&[(25, 1), (6, 1)], &[(3, 1)]);
    assert_eq!(touched(&bearing_off, &["61"], "bar/18"), ["bar", "19", "18"]);
    assert_eq!(touched(&xgid(&[(1, 1)], &[(3, 1)]), &["61"], "1/off"), ["1", "off"]);
    assert!(touched(START, &[], "31").is_empty());
}
