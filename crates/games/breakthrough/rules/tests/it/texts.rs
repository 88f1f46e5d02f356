use board_engine::{Game, Notation, Viewer};
use breakthrough::Breakthrough;

/// Types moves one after another. Returns the position after these moves, or the reason for refusing one of them.
fn play(position: &str, moves: &str) -> String {
    let game = Breakthrough::default();
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
    Breakthrough::default().parse_position(text).unwrap_err().reason()
}

const START: &str = "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w";

#[test]
fn a_match_starts_with_two_rows_of_pawns() {
    let game = Breakthrough::default();
    assert_eq!(game.format_position(&game.start()), START);
    let small = Breakthrough::new(5).unwrap();
    assert_eq!(small.format_position(&small.start()), "bbbbb/bbbbb/5/wwwww/wwwww w");
}

#[test]
fn moves_are_two_squares_in_any_usual_form() {
    let expected = "bbbbbbbb/bbbbbbbb/8/8/8/w7/1wwwwwww/wwwwwwww b";
    for text in ["a2a3", "a2-a3", "A2A3", " a2a3 "] {
        assert_eq!(play(START, text.trim()), expected, "{text}");
    }
    let contact = "8/8/8/8/2b5/1w6/8/8 w";
    for text in ["b3xc4", "b3c4", "b3-c4", "b3:c4", "B3XC4"] {
        assert_eq!(play(contact, text), "8/8/8/8/2w5/8/8/8 b", "{text}");
    }
    let game = Breakthrough::default();
    let position = game.parse_position(contact).unwrap();
    let mv = game.parse_move(&position, "b3c4").unwrap();
    assert_eq!(game.format_move(&position, mv), "b3xc4");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    assert_eq!(play(START, "a3a4"), "there is no white pawn on a3");
    assert_eq!(play(START, "a7a6"), "there is no white pawn on a7");
    assert_eq!(play(START, "a1a2"), "a pawn of the same side is on a2");
    assert_eq!(play(START, "a2a4"), "a pawn moves one square straight or diagonally forward");
    assert_eq!(play(START, "a2xa3"), "there is nothing to capture on a3");
    let blocked = "8/8/8/8/1b6/1w6/8/8 w";
    assert_eq!(play(blocked, "b3b4"), "a pawn captures diagonally, never straight ahead");
    assert_eq!(
        play("w7/8/8/8/8/8/1b6/8 b", "b2a1"),
        "the game is over: a pawn reached the last row"
    );
    for text in ["", "a2", "a2a9", "a2i3", "pass", "é2a3", "a2xxa3", "a2a3b4"] {
        let expected = "expected two squares, like a2a3 or a2xb3 at column 1";
        assert_eq!(play(START, text), expected, "{text:?}");
    }
}

#[test]
fn a_pawn_on_the_last_row_or_the_last_capture_wins() {
    let reason = |position: &str, mv: &str| {
        let game = Breakthrough::default();
        let mut position = game.parse_position(position).unwrap();
        let mv = game.parse_move(&position, mv).unwrap();
        game.play(&mut position, mv);
        let status = game.legal_moves(&position, &mut Vec::new());
        status.outcome().map(|outcome| (outcome.payoffs().to_vec(), outcome.reason()))
    };
    let arrival = "a pawn reached the last row";
    assert_eq!(reason("8/1w6/8/8/8/8/6b1/8 w", "b7c8"), Some((vec![1, -1], arrival)));
    assert_eq!(reason("8/1w6/8/8/8/8/6b1/8 b", "g2h1"), Some((vec![-1, 1], arrival)));
    assert_eq!(
        reason("8/8/8/2b5/1w6/8/8/8 w", "b4c5"),
        Some((vec![1, -1], "all pawns are captured"))
    );
    assert_eq!(reason("8/8/8/2b5/1w6/8/8/8 w", "b4b5"), None);
}

#[test]
fn unreachable_positions_are_refused_with_a_reason() {
    assert_eq!(
        refusal("8/8/8/8/8/8/8/8 w"),
        "Black has no pawns, so White has won and can't be to move"
    );
    assert_eq!(refusal("1w6/8/8/8/8/8/b7/8 w"), "White has won on b8 and can't be to move");
    assert_eq!(
        refusal("1w1w4/8/8/8/8/8/2b5/8 b"),
        "White has several pawns on the last row, but the first one won"
    );
    assert_eq!(
        refusal("bbbbbbbb/bbbbbbbb/7b/8/8/8/8/w7 w"),
        "Black has 17 pawns, but a side starts with 16"
    );
    assert_eq!(refusal("8/8/8/8/8/8/8 w"), "expected 8 rows, but there are 7 at column 14");
}

#[test]
fn the_diagram_has_the_coordinates_of_chess() {
    let game = Breakthrough::new(5).unwrap();
    let shown = game.diagram(&game.start(), Viewer::Public).to_string();
    let expected = "5 b b b b b\n4 b b b b b\n3 . . . . .\n2 w w w w w\n1 w w w w w\n  a b c d e\n";
    assert_eq!(shown, expected);
}

#[test]
fn colors_are_reversed_with_the_board() {
    let game = Breakthrough::default();
    let position = game.parse_position("1b6/8/8/3w4/8/8/8/w7 b").unwrap();
    let reversed = game.with_colors_reversed(&position).unwrap();
    assert_eq!(game.format_position(&reversed), "b7/8/8/8/3b4/8/8/1w6 w");
}
