use board_engine::{Game, Notation, Seat, Status, Viewer};
use tic_tac_toe::{MnkForThree, MnkGame, TicTacToe};

/// The response to a typed move: the next position, or the reason for refusing the move.
fn play(position: &str, mv: &str) -> String {
    let game = TicTacToe::default();
    let mut position = game.parse_position(position).expect("a possible position");
    match game.parse_move(&position, mv) {
        Ok(mv) => {
            game.play(&mut position, mv);
            game.format_position(&position)
        }
        Err(error) => error.reason(),
    }
}

fn refusal_in<G: Notation>(game: &G, position: &str) -> String {
    game.parse_position(position).expect_err("an impossible position").to_string()
}

fn refusal(position: &str) -> String {
    refusal_in(&TicTacToe::default(), position)
}

#[test]
fn moves_are_squares_with_a1_at_the_bottom_left() {
    assert_eq!(play("3/3/3 x", "a1"), "3/3/x2 o");
    assert_eq!(play("3/3/3 x", "c3"), "2x/3/3 o");
    assert_eq!(play("3/3/x2 o", " B2 "), "3/1o1/x2 x");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    assert_eq!(play("3/1x1/3 o", "b2"), "b2 is taken");
    assert_eq!(play("3/1x1/3 o", "d1"), "there is no column d");
    assert_eq!(play("3/1x1/3 o", "a7"), "there is no row 7");
    assert_eq!(play("xxx/oo1/3 o", "a1"), "the game is over: three in a row");
    let square = "expected a column's letter and a row's number, as in b2 at column 1";
    for text in ["", "b", "2b", "b0", "b-1", "b+1", "bb", "b2x", "é2", "b99999999999"] {
        assert_eq!(play("3/3/3 x", text), square, "{text:?}");
    }
}

#[test]
fn positions_are_read_in_both_cases_and_with_any_split_of_runs() {
    let game = MnkGame::<u128>::new(10, 2, 3).unwrap();
    let position = game.parse_position("X9/10 O").unwrap();
    assert_eq!(game.format_position(&position), "x9/10 o");
}

#[test]
fn malformed_positions_are_refused_with_the_place() {
    let malformed = |text: &str, column: usize, expected: &str| {
        let wanted =
            format!("malformed position \"{text}\" at column {column}: expected {expected}");
        assert_eq!(refusal(text), wanted);
    };
    malformed("", 1, "a space and the side to move, x or o");
    malformed("3/3/3", 6, "a space and the side to move, x or o");
    malformed("3/3/3 z", 7, "the side to move, x or o");
    malformed("3/3 x", 4, "3 rows, but there are 2");
    malformed("3/3/3/3 x", 7, "the end of 3 rows");
    malformed("3/1?1/3 x", 4, "x, o or a number of empty squares");
    malformed("3/12/3 x", 3, "a row of 3 squares");
    malformed("3/xoxo/3 x", 6, "a row of 3 squares");
    malformed("3/2/3 x", 4, "a row of 3 squares");
    malformed("3/0x2/3 x", 3, "x, o or a number of empty squares");
}

#[test]
fn unreachable_positions_are_refused_with_a_reason() {
    let impossible = |text: &str, why: &str| {
        assert_eq!(refusal(text), format!("impossible position \"{text}\": {why}"));
    };
    impossible("xx1/3/3 o", "X has 2 and O has 0, but they take turns and X starts");
    impossible("o2/3/3 x", "X has 0 and O has 1, but they take turns and X starts");
    impossible("x2/3/3 x", "X has 1 and O has 0, so O is to move");
    impossible("3/3/3 o", "X has 0 and O has 0, so X is to move");
    impossible("xxx/ooo/3 x", "X has a line but did not move last");
    impossible("xxx/oo1/o2 x", "X has a line but did not move last");
    let game = MnkGame::<u64>::new(4, 4, 3).unwrap();
    assert_eq!(
        refusal_in(&game, "xxx1/o1oo/oo1o/xxx1 x"),
        "impossible position \"xxx1/o1oo/oo1o/xxx1 x\": X has a line but did not move last"
    );
    assert_eq!(
        refusal_in(&game, "xxx1/oo1o/1o1o/xxx1 o"),
        "impossible position \"xxx1/oo1o/1o1o/xxx1 o\": X has several lines, and no last move completes them all"
    );
}

#[test]
fn one_stone_may_complete_two_lines() {
    let game = TicTacToe::default();
    let position = game.parse_position("xxx/xoo/xoo o").unwrap();
    let Status::Over(outcome) = game.legal_moves(&position, &mut Vec::new()) else {
        panic!("X has two lines")
    };
    assert_eq!((outcome.payoff(Seat::FIRST), outcome.reason()), (1, "three in a row"));
}

#[test]
fn lines_do_not_wrap_around_the_edge() {
    let game = TicTacToe::default();
    // c3 a2 b2 would be adjacent if the rows were joined.
    let position = game.parse_position("o1x/xx1/oo1 x");
    let position = position.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.legal_moves(&position, &mut Vec::new()), Status::Ongoing);
}

#[test]
fn three_take_turns_and_one_line_wins() {
    let game = MnkForThree::<u32>::new(4, 4, 3).unwrap();
    let mut position = game.start();
    for text in ["a1", "b1", "c1", "a2", "b2", "c2", "a3"] {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    assert_eq!(game.format_position(&position), "4/x3/xoz1/xoz1 o");
    assert_eq!(game.parse_position("4/x3/xoz1/xoz1 o"), Ok(position));
    let status = game.legal_moves(&position, &mut Vec::new());
    let outcome = status.outcome().unwrap();
    assert_eq!((outcome.payoffs(), outcome.reason()), (&[1, -1, -1][..], "three in a row"));
    let refusal = |text: &str| game.parse_position(text).unwrap_err().reason();
    let turns = "X has 1, O has 0 and Z has 1, but they take turns and X starts";
    assert_eq!(refusal("4/4/4/x1z1 o"), turns);
    assert_eq!(refusal("4/4/4/xo2 x"), "X has 1, O has 1 and Z has 0, so Z is to move");
    assert_eq!(refusal("4/4/4/xo2 y"), "expected the side to move, x, o or z at column 11");
}

#[test]
fn a_stone_only_touches_its_square() {
    let game = MnkGame::<u64>::new(5, 4, 3).unwrap();
    let (start, mut moves) = (game.start(), Vec::new());
    game.legal_moves(&start, &mut moves);
    let diagram = game.diagram(&start, Viewer::Public);
    for mv in moves {
        let route = game.route(&start, mv);
        let names: Vec<&str> = route.iter().map(|&square| diagram.name(square)).collect();
        assert_eq!(names, [game.format_move(&start, mv)]);
    }
}

#[test]
fn a_winning_line_is_marked() {
    let game = TicTacToe::default();
    let won = |position: &str| {
        let diagram = game.diagram(&game.parse_position(position).unwrap(), Viewer::Public);
        diagram.won().iter().map(|&square| diagram.name(square).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(won("oox/1x1/x2 o"), ["c3", "b2", "a1"]);
    assert_eq!(won("oo1/1x1/x2 x"), [""; 0]);
}
