use board_engine::{Game, Notation, Viewer};
use othello::Othello;

use crate::rules::{START, after, game, position};

fn refusal(position: &str, mv: &str) -> String {
    Othello::default().parse_move(&self::position(position), mv).unwrap_err().reason()
}

#[test]
fn moves_are_squares_with_row_1_at_the_top() {
    let d3 = "-------------------X-------XX------XO---------------------------";
    for text in ["d3", "D3", " d3 "] {
        let game = Othello::default();
        let mut position = game.start();
        let mv = game.parse_move(&position, text).unwrap();
        assert_eq!(game.format_move(&position, mv), "d3");
        game.play(&mut position, mv);
        assert_eq!(game.format_position(&position), format!("{d3} O"));
    }
}

/// A position in which Black has no move and White has g8.
const PASS: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX-- X";

#[test]
fn a_pass_is_parsed_as_programs_write_it() {
    for text in ["pass", "PASS", "Pass", "pa", "PA", "ps", "--"] {
        let game = Othello::default();
        let position = position(PASS);
        let mv = game.parse_move(&position, text).unwrap();
        assert_eq!(game.format_move(&position, mv), "pass");
    }
}

/// The moves in a transcript without spaces, or the reason for refusing the transcript.
fn transcript(position: &str, text: &str) -> Result<String, String> {
    let (game, mut position) = (Othello::default(), self::position(position));
    let (mut moves, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let (mv, after) = game.parse_first_move(&position, rest).map_err(|error| error.reason())?;
        moves.push(game.format_move(&position, mv));
        game.play(&mut position, mv);
        rest = after;
    }
    Ok(moves.join(" "))
}

#[test]
fn transcripts_have_no_blanks_and_may_omit_passes() {
    let check = |position, text, moves: &str| {
        assert_eq!(transcript(position, text), Ok(moves.into()), "{text}");
    };
    check(START, "f5d6c3d3c4f4c5b3c2", "f5 d6 c3 d3 c4 f4 c5 b3 c2");
    check(START, "F5D6", "f5 d6");
    check(START, "f5", "f5");
    for text in ["passg8", "psg8", "--g8", "pag8", "g8"] {
        check(PASS, text, "pass g8");
    }
    check(PASS, "pass", "pass");
}

#[test]
fn invalid_transcripts_are_refused_with_the_reason() {
    let check = |text, reason: &str| assert_eq!(transcript(START, text).unwrap_err(), reason);
    check("f5a1", "a disc on a1 encloses no opposing disc");
    check("f5d6c", "expected a square from a1 to h8, or pass at column 1");
    check("f5xx", "expected a square from a1 to h8, or pass at column 1");
    check("é5", "expected a square from a1 to h8, or pass at column 1");
    check("pass", "a pass is illegal: a disc can be placed, for example on d3");
    check("psf5", "a pass is illegal: a disc can be placed, for example on d3");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    assert_eq!(refusal(START, "d4"), "d4 is taken");
    assert_eq!(refusal(START, "a1"), "a disc on a1 encloses no opposing disc");
    assert_eq!(
        refusal(START, "pass"),
        "a pass is illegal: a disc can be placed, for example on d3"
    );
    assert_eq!(refusal(PASS, "g8"), "no disc can be placed: pass");
    let over = format!("{} X", "X".repeat(64));
    assert_eq!(refusal(&over, "pass"), "the game is over: the board is full");
    for text in ["", "d", "3", "i1", "a9", "a0", "d33", "3d", "dd", "d3d4", "é1", "-", "p"] {
        assert_eq!(refusal(START, text), "expected a square from a1 to h8, or pass at column 1");
    }
}

#[test]
fn smaller_boards_have_their_own_square_names() {
    let game = game(6);
    let position = game.start();
    assert_eq!(game.format_position(&position), "--------------OX----XO-------------- X");
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let texts: Vec<String> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
    assert_eq!(texts, ["c2", "b3", "e4", "d5"]);
    let error = game.parse_move(&position, "g1").unwrap_err();
    assert_eq!(error.reason(), "expected a square from a1 to f6, or pass at column 1");
}

#[test]
fn positions_are_parsed_as_other_programs_write_them() {
    let start = Othello::default().start();
    assert_eq!(Othello::default().format_position(&start), START);
    let rows = "\
        ........ / ........ / ........ / ...ob... / ...bw... / ........ / ........ / ________ / b;";
    let lines = START.as_bytes().chunks(8).map(|row| str::from_utf8(row).unwrap());
    let lines = lines.collect::<Vec<_>>().join("\n");
    let stars = START.replace('X', "*").replace('O', "0");
    for text in [rows, &lines, &stars, &START.to_lowercase(), &START.replace(' ', "")] {
        assert_eq!(position(text), start, "{text}");
    }
}

#[test]
fn invalid_positions_are_refused_with_the_place() {
    let check = |text: &str, column: usize, expected: &str| {
        let error = Othello::default().parse_position(text).unwrap_err();
        assert_eq!(error.reason(), format!("expected {expected} at column {column}"), "{text}");
    };
    let squares = START.trim_end_matches(" X");
    check("", 1, "64 squares, each X, O or -, and the side to move");
    check("X O -", 6, "64 squares, each X, O or -, and the side to move");
    check(&START.replacen('-', "", 1), 66, "the side to move, X or O");
    check(&format!("Z{squares} X"), 1, "X, O or - for a square");
    check(squares, 65, "the side to move, X or O");
    check(&format!("{squares} -"), 66, "the side to move, X or O");
    check(&format!("{squares} XX"), 67, "the end");
    check(&format!("{squares} X; d3"), 69, "the end");
}

#[test]
fn the_picture_has_row_1_at_the_top_and_counts_the_discs() {
    let game = Othello::default();
    let after = after(START, "f5").unwrap();
    let picture = "  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . O X . . .
5 . . . X X X . .
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .
Black: discs 4
White: discs 1
";
    assert_eq!(game.diagram(&after, Viewer::Public).to_string(), picture);
}

#[test]
fn a_disc_touches_its_square_and_a_pass_none() {
    let names = |size: u8, text: &str| -> Vec<String> {
        let game = game(size);
        let position = game.start();
        let diagram = game.diagram(&position, Viewer::Public);
        let mv = game.parse_move(&position, text).unwrap();
        game.route(&position, mv).into_iter().map(|square| diagram.name(square).into()).collect()
    };
    assert_eq!(names(8, "e6"), ["e6"]);
    assert_eq!(names(6, "d5"), ["d5"]);
    let (game, position) = (Othello::default(), position(PASS));
    let pass = game.parse_move(&position, "pass").unwrap();
    assert!(game.route(&position, pass).is_empty());
}
