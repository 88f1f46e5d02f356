//! Tests of the backgammon evaluations.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod cube;
mod mat;

use backgammon::{Backgammon, Board, Position, Stakes};
use backgammon_players::{BackgammonEntry, BackgammonEvaluator, Chances, Networks};
use board_engine::{Game, Notation, Seat, zobrist};
use conformance::evaluation::obey_the_laws;
use search::{Algorithm, Depth, Limits, Star1, Task};

#[test]
fn the_evaluators_obey_the_laws_for_all_stakes() {
    let matches = [1, 5, 64].map(|points| Stakes::Match { points });
    let money = [false, true].map(|jacoby| Stakes::Money { jacoby });
    for stakes in [Stakes::Single].into_iter().chain(money).chain(matches) {
        obey_the_laws::<BackgammonEntry>(&Backgammon::new(stakes).unwrap());
    }
}

pub(crate) fn game(stakes: Stakes) -> Backgammon {
    Backgammon::new(stakes).unwrap()
}

pub(crate) fn position(stakes: Stakes, start: &str, moves: &[&str]) -> Position {
    let game = game(stakes);
    let mut position = game.parse_position(start).unwrap();
    for text in moves {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    position
}

/// The best move according to a one-ply search.
pub(crate) fn best(
    evaluator: BackgammonEvaluator,
    stakes: Stakes,
    start: &str,
    moves: &[&str],
) -> String {
    let game = game(stakes);
    let position = position(stakes, start, moves);
    let task = Task { game: &game, evaluator: &evaluator, position: &position, history: None };
    let report = Star1.search(&task, &Limits::to_depth(Depth::ONE));
    game.format_move(&position, report.best.unwrap())
}

const START: &str = "4HPwATDgc/ABMA";

/// The opening plays that all books and programs recommend.
#[test]
fn the_networks_make_the_known_opening_plays() {
    let play = |roll: &str| best(BackgammonEvaluator::Learned, Stakes::Single, START, &[roll]);
    for (roll, expected) in [
        ("31", "8/5,6/5"),
        ("42", "8/4,6/4"),
        ("61", "13/7,8/7"),
        ("53", "8/3,6/3"),
        ("65", "24/13"),
    ] {
        assert_eq!(play(roll), expected, "{roll}");
    }
}

#[test]
fn both_evaluations_bear_off_and_hit_when_it_is_obviously_right() {
    for evaluator in [BackgammonEvaluator::Learned, BackgammonEvaluator::Standard] {
        let play = |xgid: &str, roll: &str| {
            let text = format!("XGID={xgid}:0:0:1:00:0:0:0:0:10");
            best(evaluator, Stakes::Single, &text, &[roll])
        };
        // The last two checkers are borne off.
        assert_eq!(play("-BBA-------------------bb-", "65"), "3/off,2/off", "{evaluator:?}");
        // A blot is hit from behind a closed board.
        let hit = play("-BBBBBB-------a-----A---c-", "61");
        assert!(hit.starts_with("20/14*"), "{evaluator:?}: {hit}");
    }
}

/// Numbers from −1 to 1, drawn from a seed.
fn numbers(seed: u64) -> impl FnMut() -> f32 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        f32::from(u16::try_from(zobrist::scramble(state) >> 48).unwrap()) / 32_768.0 - 1.0
    }
}

/// A race, and the start.
fn boards() -> [Board; 2] {
    let mut race = [[0; 26]; 2];
    (race[0][6], race[1][5]) = (8, 7);
    [Board::default(), Board::new(race).unwrap()]
}

#[test]
fn weights_survive_a_round_trip() {
    let networks = Networks::random(numbers(1));
    let weights: Vec<f32> = networks.weights().collect();
    assert_eq!(Networks::from_weights(&weights), Some(networks.clone()));
    assert_eq!(Networks::from_weights(&weights[1..]), None);
    let bytes = networks.to_bytes();
    assert_eq!(Networks::from_bytes(&bytes[1..]), None);
    let small = Networks::from_bytes(&bytes).unwrap();
    for board in boards() {
        let [exact, small] =
            [&networks, &small].map(|networks| networks.chances(&board, Seat::FIRST).win);
        assert!((exact - small).abs() < 1e-3, "{exact} {small}");
    }
}

#[test]
fn networks_learn_their_targets() {
    let mut networks = Networks::random(numbers(2));
    let target = Chances { win: 0.9, win_gammon: 0.3, lose_gammon: 0.02, ..Chances::default() };
    for board in boards() {
        for _ in 0..2_000 {
            networks.learn(&board, Seat::SECOND, target, 0.05);
        }
        let learned = networks.chances(&board, Seat::SECOND).win;
        assert!((learned - target.win).abs() < 0.01, "{learned}");
    }
}
