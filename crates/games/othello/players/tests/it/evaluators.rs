//! Tests of the features that the Othello evaluations count, and of move ordering.

use board_engine::{Game, Notation, Seat, zobrist};
use game_family::CatalogEntry;
use othello::{Goal, Othello, Position};
use othello_players::{OthelloEntry, OthelloEvaluator, OthelloHints};
use search::{Evaluator, Hints, Score, Tension};

fn position(text: &str) -> Position {
    Othello::default().parse_position(text).unwrap()
}

fn value(evaluator: OthelloEvaluator, text: &str) -> Score {
    evaluator.evaluate(&Othello::default(), &position(text), Seat::FIRST)
}

/// A lone black disc on this square, counted from a1 row by row.
fn alone(square: usize) -> String {
    format!("{}X{} X", "-".repeat(square), "-".repeat(63 - square))
}

#[test]
fn discs_count_equally_or_by_their_squares() {
    let check = |square: usize, by_square: i32| {
        assert_eq!(value(OthelloEvaluator::Discs, &alone(square)), Score::new(100));
        assert_eq!(value(OthelloEvaluator::SquareValues, &alone(square)), Score::new(by_square));
    };
    for corner in [0, 7, 56, 63] {
        check(corner, 120);
    }
    check(1, -20);
    check(9, -40);
    check(54, -40);
    check(10, -5);
    check(27, 3);
    check(24, 5);
    check(58, 20);
}

#[test]
fn a_unit_is_eight_discs_in_every_evaluator() {
    let row = "X".repeat(8) + &"-".repeat(56) + " X";
    let eight = value(OthelloEvaluator::Discs, &row);
    assert_eq!(eight.in_units(OthelloEvaluator::Discs.unit()), Score::new(100));
    for evaluator in [OthelloEvaluator::Patterns, OthelloEvaluator::Standard] {
        assert_eq!(evaluator.unit(), 100, "{evaluator:?}");
    }
}

#[test]
fn the_squares_of_a_small_board_are_counted_from_its_own_edges() {
    let game = Othello::new(6, Goal::Win).unwrap();
    let value = |text: &str| {
        let position = game.parse_position(text).unwrap();
        OthelloEvaluator::SquareValues.evaluate(&game, &position, Seat::FIRST)
    };
    assert_eq!(value(&format!("X{} X", "-".repeat(35))), Score::new(120));
    assert_eq!(value(&format!("{}X{} X", "-".repeat(7), "-".repeat(28))), Score::new(-40));
}

/// `text` mirrored left to right.
fn mirror(text: &str) -> String {
    let (squares, side) = text.split_once(' ').unwrap();
    let rows = squares.as_bytes().chunks(8).map(|row| row.iter().rev());
    let squares: String = rows.flatten().map(|&letter| char::from(letter)).collect();
    format!("{squares} {side}")
}

fn with_colors_exchanged(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        })
        .collect()
}

/// Positions from random games.
fn positions(game: &Othello) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut state = 1_u64;
    let mut draw = |count: u32| {
        state += 1;
        u32::try_from(zobrist::scramble(state) % u64::from(count)).unwrap()
    };
    for _ in 0..30 {
        let (mut position, mut scratch) = (game.start(), Vec::new());
        loop {
            positions.push(position);
            if game.play_random(&mut position, &mut scratch, &mut draw).outcome().is_some() {
                break;
            }
        }
    }
    positions
}

#[test]
fn scores_are_symmetric_in_color_and_orientation() {
    let game = Othello::default();
    for position in positions(&game) {
        let text = game.format_position(&position);
        for (info, evaluator) in OthelloEntry::EVALUATORS {
            let score = value(*evaluator, &text);
            assert_eq!(value(*evaluator, &mirror(&text)), score, "{}: {text}", info.name);
            let exchanged = value(*evaluator, &with_colors_exchanged(&text));
            assert_eq!(exchanged, -score, "{}: {text}", info.name);
        }
    }
}

#[test]
fn no_score_exceeds_all_discs() {
    for size in [4, 6, 8] {
        let game = Othello::new(size, Goal::Win).unwrap();
        let most = Score::new(100 * i32::from(size) * i32::from(size) / 8);
        for position in positions(&game) {
            for evaluator in [OthelloEvaluator::Patterns, OthelloEvaluator::Standard] {
                let score = evaluator.evaluate(&game, &position, Seat::FIRST);
                assert!(-most <= score && score <= most, "{score} of {position:?}");
            }
        }
    }
}

#[test]
fn patterns_apply_to_the_usual_board_and_other_boards_use_standard() {
    let values = |size, seed: usize| {
        let game = Othello::new(size, Goal::Win).unwrap();
        let position = positions(&game)[seed];
        [OthelloEvaluator::Patterns, OthelloEvaluator::Standard]
            .map(|evaluator| evaluator.evaluate(&game, &position, Seat::FIRST))
    };
    let [patterns, standard] = values(6, 20);
    assert_eq!(patterns, standard);
    let [patterns, standard] = values(8, 30);
    assert_ne!(patterns, standard);
}

#[test]
fn a_corner_is_good_and_a_neighbor_of_an_empty_corner_is_bad() {
    for evaluator in [OthelloEvaluator::Patterns, OthelloEvaluator::Standard] {
        check_corner(evaluator);
    }
}

fn check_corner(evaluator: OthelloEvaluator) {
    let score = |text: &str| value(evaluator, text).value();
    let row_2_to_8 = "\
        --OOOX--\
        --OXOO--\
        -OOXXOX-\
        --OXOXX-\
        --OOXX--\
        ---OX---\
        --------";
    let [corner, x_square, neither] = ["X-------", "--------", "--------"];
    let corner = score(&format!("{corner}{row_2_to_8} O"));
    let beside = score(&format!("{x_square}{} O", row_2_to_8.replacen("--OOOX", "-XOOOX", 1)));
    let neither = score(&format!("{neither}{row_2_to_8} O"));
    assert!(corner > neither + 50, "{corner}, {neither}");
    assert!(beside < neither, "{beside}, {neither}");
}

#[test]
fn only_a_pass_is_noisy() {
    let game = Othello::default();
    let start = game.start();
    assert_eq!(OthelloHints.tension(&game, &start), Tension::Calm);
    let mut moves = Vec::new();
    game.legal_moves(&start, &mut moves);
    assert!(!moves.iter().any(|&mv| OthelloHints.is_noisy(&game, &start, mv)));
    // Black has no move; White has g8.
    let passing = position(&format!("{}X-- X", "O".repeat(61)));
    assert_eq!(OthelloHints.tension(&game, &passing), Tension::Unknown);
    game.legal_moves(&passing, &mut moves);
    assert!(OthelloHints.is_noisy(&game, &passing, moves[0]));
    // The rules end the game here.
    let over = position(&format!("{} X", "O".repeat(64)));
    assert_eq!(OthelloHints.tension(&game, &over), Tension::Unknown);
}

/// A position in which Black can take the corner a1, the square b2 next to the corner, and more.
const CHOICE: &str = "\
    -OX-----\
    --------\
    --O-----\
    ---OX---\
    ---***--\
    ---OXO--\
    --------\
    -------- X";

/// The moves with their ranks, best first.
fn rank_moves(rank: impl Fn(&Position, othello::Move) -> i32) -> Vec<(i32, String)> {
    let (game, position) = (Othello::default(), position(CHOICE));
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let mut ranked: Vec<(i32, String)> =
        moves.iter().map(|&mv| (rank(&position, mv), game.format_move(&position, mv))).collect();
    ranked.sort_by_key(|(rank, _)| -rank);
    ranked
}

#[test]
fn corners_are_first_and_their_neighbors_last() {
    let game = Othello::default();
    let greedy = rank_moves(|position, mv| OthelloEntry::rank(&game, position, mv));
    assert_eq!(greedy.first().unwrap().1, "a1");
    assert!(["b2", "g7"].contains(&greedy.last().unwrap().1.as_str()), "{greedy:?}");
    let searched = rank_moves(|position, mv| OthelloHints.rank(&game, position, mv));
    assert_eq!(searched.first().unwrap().1, "a1");
    assert!(searched.iter().all(|(rank, _)| rank.abs() <= 1_000));
}

#[test]
fn among_equal_squares_the_greedy_player_flips_the_most_discs() {
    let game = Othello::default();
    // Both moves go to squares of the same kind.
    let position = position(
        "--------\
         --------\
         XOO-----\
         --------\
         --------\
         --XO----\
         --------\
         -------- X",
    );
    let rank = |text: &str| {
        OthelloEntry::rank(&game, &position, game.parse_move(&position, text).unwrap())
    };
    assert_eq!(rank("d3") - rank("e6"), 1);
}
