use board_engine::{Game, Notation, Seat, Status, Viewer};
use connect_four::{ConnectFour, ConnectGame};

/// Types moves one after another. Returns the position after these moves, or the reason for refusing one of them.
fn play(position: &str, moves: &str) -> String {
    let game = ConnectFour::default();
    let mut position = game.parse_position(position).unwrap();
    for mv in moves.split(' ') {
        match game.parse_move(&position, mv) {
            Ok(mv) => game.play(&mut position, mv),
            Err(error) => return error.reason(),
        }
    }
    game.format_position(&position)
}

fn refusal(text: &str) -> String {
    ConnectFour::default().parse_position(text).unwrap_err().to_string()
}

const START: &str = "7/7/7/7/7/7 r";

#[test]
fn moves_are_columns_from_the_left() {
    assert_eq!(play(START, "1"), "7/7/7/7/7/r6 y");
    assert_eq!(play(START, "4 4 7 1"), "7/7/7/7/3y3/y2r2r r");
    assert_eq!(play(START, "d D g a"), "7/7/7/7/3y3/y2r2r r");
    assert_eq!(play(START, "d1 D6 g3 a1"), "7/7/7/7/3y3/y2r2r r");
    assert_eq!(play(START, "4.1 4.6 7.3 1.1"), "7/7/7/7/3y3/y2r2r r");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    assert_eq!(play(START, "8"), "there is no column 8");
    assert_eq!(play(START, "h"), "there is no column h");
    assert_eq!(play(START, "2 2 2 2 2 2 2"), "column 2 is full");
    assert_eq!(play(START, "1 2 1 2 1 2 1 2"), "the game is over: four in a row");
    for text in [
        "",
        "0",
        "-1",
        "+1",
        "44",
        "d0",
        "d+1",
        "dd",
        "d111",
        "é",
        "99999999999",
        "4.",
        ".1",
        "4.0",
        "4.x",
        "+4.1",
    ] {
        let reason = play(START, text);
        let malformed = "expected a column from 1 to 7 at column 1";
        assert!(reason == malformed || reason == "there is no column 44", "{text:?}: {reason}");
    }
}

#[test]
fn lines_win_in_all_four_directions_but_not_across_an_edge() {
    let ends = |moves| {
        let game = ConnectFour::default();
        let position = game.parse_position(&play(START, moves)).unwrap();
        let status = game.legal_moves(&position, &mut Vec::new());
        status.outcome().map(|outcome| (outcome.payoff(Seat::FIRST), outcome.reason()))
    };
    let red_wins = Some((1, "four in a row"));
    assert_eq!(ends("1 2 1 2 1 2 1"), red_wins, "up");
    assert_eq!(ends("4 4 5 5 6 6 7"), red_wins, "along");
    assert_eq!(ends("1 2 2 3 3 4 3 4 4 7 4"), red_wins, "rising");
    assert_eq!(ends("7 6 6 5 5 4 5 4 4 1 4"), red_wins, "falling");
    assert_eq!(ends("2 1 3 1 4 1 7 1"), Some((-1, "four in a row")), "the second seat");
    // The bits for one disc at the top of column a and for three at the bottom of column b are adjacent.
    assert_eq!(ends("7 1 1 1 1 1 1 2 7 2 7 2"), None, "over the edge");
}

#[test]
fn a_full_board_is_a_draw() {
    let game = ConnectFour::default();
    let full = "yryryry/yryryry/ryryryr/ryryryr/yryryry/ryryryr r";
    let text = full.to_string();
    let position = game.parse_position(&text).unwrap();
    let Status::Over(outcome) = game.legal_moves(&position, &mut Vec::new()) else {
        panic!("no place is free")
    };
    assert_eq!((outcome.payoffs(), outcome.reason()), (&[0, 0][..], "the board is full"));
}

#[test]
fn malformed_positions_are_refused_with_the_place() {
    let malformed = |text: &str, column: usize, expected: &str| {
        let wanted =
            format!("malformed position \"{text}\" at column {column}: expected {expected}");
        assert_eq!(refusal(text), wanted);
    };
    malformed("", 1, "a space and the side to move, r or y");
    malformed("7/7/7/7/7/7", 12, "a space and the side to move, r or y");
    malformed("7/7/7/7/7/7 x", 13, "the side to move, r or y");
    malformed("7/7/7/7/7/7 ry", 13, "the side to move, r or y");
    malformed("7/7/7/7/7 r", 10, "6 rows, but there are 5");
    malformed("7/7/7/7/7/7/7 r", 13, "the end of 6 rows");
    malformed("7/7/7/7/7/3x3 r", 12, "r, y or a number of empty squares");
    malformed("7/7/7/7/7/8 r", 11, "a row of 7 squares");
    malformed("7/7/7/7/7/6 r", 12, "a row of 7 squares");
}

#[test]
fn unreachable_positions_are_refused_with_a_reason() {
    let impossible = |text: &str, why: &str| {
        assert_eq!(refusal(text), format!("impossible position \"{text}\": {why}"));
    };
    impossible("7/7/7/7/7/rr5 y", "Red has 2 and Yellow has 0, but they take turns and Red starts");
    impossible("7/7/7/7/7/r6 r", "Red has 1 and Yellow has 0, so Yellow is to move");
    impossible("7/7/7/7/r6/7 y", "the disc on 1.2 has nothing below it");
    impossible("7/7/7/7/yyy4/rrrry2 r", "Red has a line but did not move last");
    impossible(
        "7/7/7/7/rrrryyy/rrrryyy y",
        "Red has 8 and Yellow has 6, but they take turns and Red starts",
    );
    impossible(
        "7/7/7/y6/rrrryyy/rrrryyy y",
        "Red has several lines, and no last move completes them all",
    );
}

#[test]
fn other_boards_have_texts_of_their_size() {
    let game = ConnectGame::<u128>::new(12, 2, 4).unwrap();
    let position = game.parse_position("12/10r1 y").unwrap();
    assert_eq!(game.format_position(&position), "12/10r1 y");
    let mv = game.parse_move(&position, "12").unwrap();
    assert_eq!(game.format_move(&position, mv), "12");
}

#[test]
fn a_disc_touches_the_square_where_it_lands() {
    let game = ConnectFour::default();
    let position = game.parse_position("7/7/7/7/7/3r3 y").unwrap();
    let diagram = game.diagram(&position, Viewer::Public);
    for (column, square) in [("1", "1.1"), ("4", "4.2"), ("7", "7.1")] {
        let mv = game.parse_move(&position, column).unwrap();
        let names: Vec<&str> =
            game.route(&position, mv).into_iter().map(|square| diagram.name(square)).collect();
        assert_eq!(names, [square]);
    }
}
