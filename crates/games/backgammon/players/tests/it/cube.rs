use backgammon::{Backgammon, Stakes};
use backgammon_players::BackgammonEvaluator::{Learned, Standard};
use board_engine::Seat;
use search::Evaluator;

use crate::{best, game, position};

const MONEY: Stakes = Stakes::Money { jacoby: false };

const START: &str = "4HPwATDgc/ABMA";
/// A position in which White bears off the last checker with any roll.
const WON: &str = "XGID=-A----------------------b-:0:0:1:00:0:0:0:0:10";

#[test]
fn cube_decisions_follow_from_the_winning_chances() {
    for evaluator in [Learned, Standard] {
        let decide = |start: &str, moves: &[&str]| best(evaluator, MONEY, start, moves);
        assert_eq!(decide(START, &[]), "roll");
        assert_eq!(decide(START, &["double"]), "take");
        assert_eq!(decide(WON, &[]), "double");
        assert_eq!(decide(WON, &["double"]), "drop");
    }
}

/// White is far ahead in a race.
#[test]
fn cube_decisions_depend_on_the_match_score() {
    let stakes = Stakes::Match { points: 7 };
    let decide = |score: &str| {
        let text = format!("XGID=-BBBCC------------cccbb---:0:0:1:00:{score}:0:7:10");
        best(Learned, stakes, &text, &[])
    };
    assert_eq!(decide("0:0"), "double");
    // White needs one more point and gains nothing by doubling.
    assert_eq!(decide("6:1"), "roll");
    // Black needs one more point, so White gains from doubling.
    assert_eq!(decide("1:6"), "double");
}

#[test]
fn evaluations_estimate_payoffs() {
    let value = |stakes: Stakes, moves: &[&str]| {
        let position = position(stakes, START, moves);
        let score = Learned.evaluate(&game(stakes), &position, Seat::FIRST);
        f64::from(score.value()) / f64::from(Evaluator::<Backgammon>::payoff_scale(&Learned))
    };
    // The side on roll is ahead by about 0.07 points.
    let start = value(Stakes::Single, &[]);
    assert!((0.02..0.13).contains(&start), "{start}");
    assert!(value(MONEY, &["double"]) < value(MONEY, &[]), "it is too early to double");
    assert!(value(MONEY, &["double", "drop"]).abs() < 4.0);
    let score = |white: u8, black: u8| {
        let stakes = Stakes::Match { points: 7 };
        let text = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:{white}:{black}:0:7:10");
        Learned.evaluate(&game(stakes), &position(stakes, &text, &[]), Seat::FIRST)
    };
    assert!(
        score(5, 2) > score(3, 2) && score(3, 2) > score(2, 4),
        "the score of the match counts"
    );
}
