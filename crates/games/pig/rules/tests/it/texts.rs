use board_engine::{Game, Notation, Viewer};
use pig::Pig;

/// The response to a typed move: the next position, or the reason for refusing the move.
fn play(position: &str, mv: &str) -> String {
    let game = Pig::default();
    let mut position = game.parse_position(position).unwrap();
    match game.parse_move(&position, mv) {
        Ok(mv) => {
            game.play(&mut position, mv);
            game.format_position(&position)
        }
        Err(error) => error.reason(),
    }
}

#[test]
fn a_turn_continues_until_a_one_or_a_hold() {
    assert_eq!(play("0,0 1 0", "roll"), "0,0 1 0 roll");
    assert_eq!(play("0,0 1 0 roll", "6"), "0,0 1 6");
    assert_eq!(play("0,0 1 6 roll", "1"), "0,0 2 0");
    assert_eq!(play("3,9 2 6", "H"), "3,15 1 0");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    assert_eq!(play("0,0 1 0", "hold"), "the turn total is 0: roll first");
    assert_eq!(play("0,0 1 0 roll", "hold"), "the die is rolling: it shows a number from 1 to 6");
    assert_eq!(play("0,0 1 2", "3"), "the die is not rolling");
    assert_eq!(play("95,0 1 6", "roll"), "the game is over: the goal is reached");
    assert_eq!(play("0,0 1 2", "7"), "expected roll, hold or a number from 1 to 6 at column 1");
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    let refusal = |text: &str| Pig::default().parse_position(text).unwrap_err().reason();
    let form =
        "expected both scores, the player to move and the turn total, as in 31,42 1 8 at column 1";
    for text in ["", "0,0", "0,0 3 0", "0 0 1 0", "0,0 1 0 x", "+1,0 1 0", "00,0 1 0"] {
        assert_eq!(refusal(text), form, "{text:?}");
    }
    assert_eq!(refusal("100,0 1 0"), "a player with 100 points has won");
    assert_eq!(refusal("90,0 1 16"), "the turn total can't be 16 here");
    assert_eq!(refusal("0,0 1 1"), "the turn total can't be 1 here");
    assert_eq!(refusal("95,0 1 5 roll"), "no player rolls after the goal is reached");
}

#[test]
fn the_die_shows_what_was_rolled() {
    let game = Pig::default();
    let shown = |position: &str, mv: &str| {
        let before = game.parse_position(position).unwrap();
        let mv = game.parse_move(&before, mv).unwrap();
        let mut after = before;
        game.play(&mut after, mv);
        game.diagram_after(&before, mv, &after, Viewer::Public).to_string()
    };
    let expected = |score: &str, die: &str| {
        format!("Player 1: score {score}/100\nPlayer 2: score 0/100\n{die}\n")
    };
    assert_eq!(shown("0,0 1 0 roll", "2"), expected("0", "die: 2\nturn total: 2"));
    assert_eq!(shown("0,0 1 6 roll", "1"), expected("0", "die: 1\nturn total: 0"));
    assert_eq!(shown("0,0 1 6", "roll"), expected("0", "die: -\nturn total: 6"));
    assert_eq!(shown("0,0 1 6", "hold"), expected("6", "die: -\nturn total: 0"));
}
