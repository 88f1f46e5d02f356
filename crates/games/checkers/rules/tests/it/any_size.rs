//! Tests of English draughts on boards of any size.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

use board_engine::{Game, Leaves, Notation, Status, perft, zobrist};
use checkers::any_size::{CheckersAnySize, SizeError};
use checkers::{Checkers, English};
use conformance::{Effort, crafted_positions_cost_little, obey_the_laws, payoffs_cancel};

fn game(width: u8, height: u8, men_rows: u8) -> CheckersAnySize {
    CheckersAnySize::new(width, height, men_rows).unwrap()
}

#[test]
fn the_game_obeys_the_laws_on_every_kind_of_board() {
    for (width, height, men_rows) in
        [(8, 8, 3), (10, 10, 3), (3, 3, 1), (4, 7, 2), (9, 6, 2), (16, 16, 7), (5, 16, 1)]
    {
        obey_the_laws(&game(width, height, men_rows), Effort::QUICK);
        payoffs_cancel(&game(width, height, men_rows), Effort::QUICK);
    }
}

#[test]
fn crafted_positions_cost_little_on_every_kind_of_board() {
    for (width, height, men_rows) in [(8, 8, 3), (9, 6, 2), (12, 12, 5), (15, 16, 2), (16, 16, 3)] {
        let board = game(width, height, men_rows);
        let checked = crafted_positions_cost_little(&board, Effort::QUICK);
        assert!(checked >= 40, "{checked} positions of {width}x{height}");
    }
}

/// A king in a full grid of enemies on the largest board.
const GRID: &str = "W:WK1:B10-16,26-32,42-48,58-64,74-80,90-96,106-112";

#[test]
fn a_grid_of_enemies_has_a_limited_list_of_parsable_captures() {
    let board = game(16, 16, 3);
    let position = board.parse_position(GRID).unwrap();
    let mut moves = Vec::new();
    board.legal_moves(&position, &mut moves);
    assert_eq!(moves.len(), 1024);
    let mut again = Vec::new();
    board.legal_moves(&position, &mut again);
    assert_eq!(moves, again);
    for &mv in moves.iter().step_by(64) {
        let mut text = String::new();
        board.push_move_among(&position, &moves, mv, &mut text);
        assert_eq!(board.parse_move_among(&position, &moves, &text), Ok(mv), "{text}");
        assert_eq!(board.route(&position, mv).len(), mv.taken().count() as usize + 1);
    }
}

#[test]
fn intermediate_squares_distinguish_captures() {
    let board = game(8, 8, 3);
    let position = board.parse_position("W:WK30:B26,18,17,25,27,19").unwrap();
    let texts = described(&board, &position).0;
    let of_two_rings = ["30x21x14x23x16", "30x21x14x23x32", "30x23x16", "30x23x32", "30x30"];
    assert_eq!(texts, of_two_rings);
    let read = |text: &str| {
        let mv = board.parse_move(&position, text).map_err(|error| error.reason())?;
        Ok::<_, String>(board.format_move(&position, mv))
    };
    for text in &texts {
        assert_eq!(read(text).as_ref(), Ok(text));
    }
    assert_eq!(read("30x14x16").as_deref(), Ok("30x21x14x23x16"));
    assert_eq!(read("30x16"), Err("it may mean 30x21x14x23x16 or 30x23x16".into()));
}

/// The legal moves in a position as strings, in alphabetical order, and whether the game is over.
fn described<G: Notation>(game: &G, position: &G::Position) -> (Vec<String>, bool) {
    let mut moves = Vec::new();
    let status = game.legal_moves(position, &mut moves);
    let mut texts: Vec<String> = moves.iter().map(|&mv| game.format_move(position, mv)).collect();
    texts.sort();
    (texts, status == Status::Ongoing)
}

#[test]
fn on_eight_by_eight_it_is_english_draughts() {
    let (one, other) = (game(8, 8, 3), Checkers::<English>::new());
    assert_eq!(perft(&one, &one.start(), 6, Leaves::Counted), 36_768);
    for seed in 0..40 {
        let (mut here, mut there) = (one.start(), other.start());
        for ply in 0..150 {
            let (texts, goes_on) = described(&one, &here);
            assert_eq!(
                (&texts, goes_on),
                (&described(&other, &there).0, described(&other, &there).1)
            );
            if !goes_on {
                break;
            }
            let index = zobrist::mix(&[seed, ply]) % texts.len() as u64;
            let text = &texts[usize::try_from(index).unwrap()];
            let (mv, same) =
                (one.parse_move(&here, text).unwrap(), other.parse_move(&there, text).unwrap());
            one.play(&mut here, mv);
            other.play(&mut there, same);
        }
    }
}

#[test]
fn a_board_without_room_is_refused_with_the_reason() {
    let why = |width, height, men_rows| {
        CheckersAnySize::new(width, height, men_rows).unwrap_err().to_string()
    };
    assert_eq!(why(2, 8, 3), "the board is 2x8, but each side must be 3 to 16 squares long");
    assert_eq!(why(8, 17, 3), "the board is 8x17, but each side must be 3 to 16 squares long");
    let men = "a board with 8 rows has room for 1 to 3 rows of men on each side, not 4";
    assert_eq!(why(8, 8, 4), men);
    for men_rows in [0, 4, 127, 128, u8::MAX] {
        let error = SizeError::Men { height: 8, men_rows };
        assert_eq!(CheckersAnySize::new(8, 8, men_rows), Err(error));
    }
}

#[test]
fn illegal_moves_are_refused_with_the_rule() {
    let board = game(10, 10, 3);
    let refused = |position: &str, mv: &str| {
        let position = board.parse_position(position).unwrap();
        board.parse_move(&position, mv).unwrap_err().reason()
    };
    assert_eq!(refused("B:W30:B20,21", "20-26"), "the piece on 20 can't move to 26");
    assert_eq!(refused("B:W30:B20", "19-24"), "no piece on 19");
    assert_eq!(refused("B:W30:B20", "30-25"), "30 is White's");
    assert_eq!(refused("W:W28:B23,1", "28-22"), "a piece must be taken: 28x19");
    let malformed = board.parse_move(&board.start(), "51-2").unwrap_err().to_string();
    assert!(malformed.contains("squares from 1 to 50"), "{malformed}");
}
