use backgammon::Stakes;
use backgammon_players::BackgammonEvaluator;

use crate::support::best;

const START: &str = "4HPwATDgc/ABMA";

/// The opening plays on which all books and programs agree.
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
fn both_evaluations_bear_off_and_hit_where_nothing_else_makes_sense() {
    for evaluator in [BackgammonEvaluator::Learned, BackgammonEvaluator::Standard] {
        let play = |xgid: &str, roll: &str| {
            let text = format!("XGID={xgid}:0:0:1:00:0:0:0:0:10");
            best(evaluator, Stakes::Single, &text, &[roll])
        };
        // The last two checkers go off.
        assert_eq!(play("-BBA-------------------bb-", "65"), "3/off,2/off", "{evaluator:?}");
        // A blot is hit from behind a closed board.
        let hit = play("-BBBBBB-------a-----A---c-", "61");
        assert!(hit.starts_with("20/14*"), "{evaluator:?}: {hit}");
    }
}
