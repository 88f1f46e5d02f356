//! Tests of the crate's public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod cube;
mod identifiers;
mod naive;
mod order;
mod steps;
mod support;
mod texts;

use backgammon::{Backgammon, Stakes};
use board_engine::{Notation, Viewer};
use conformance::{Effort, obey_the_laws, payoffs_cancel};

use self::support::{START, after, game, money, xgid};

/// Few playouts, because doubles have many plays, and the laws make each of them.
const EFFORT: Effort = Effort { playouts: 6, ..Effort::QUICK };

#[test]
fn backgammon_obeys_the_laws_for_all_stakes() {
    let matches = [1, 3, 64].map(|points| Stakes::Match { points });
    let singles = [Stakes::Single, Stakes::Money { jacoby: false }, Stakes::Money { jacoby: true }];
    for stakes in singles.into_iter().chain(matches) {
        let game = Backgammon::new(stakes).unwrap();
        obey_the_laws(&game, EFFORT);
        payoffs_cancel(&game, Effort { plies_max: 3_000, ..Effort::QUICK });
    }
}

fn picture(stakes: Stakes, start: &str, moves: &[&str]) -> String {
    let position = after(stakes, start, moves).unwrap();
    game(stakes).diagram(&position, Viewer::Public).to_string()
}

#[test]
fn points_are_numbered_as_the_mover_counts_them() {
    let white = "\x2013 14 15 16 17 18    19 20 21 22 23 24
 5w  .  .  . 3b  .    5b  .  .  .  . 2w
 5b  .  .  . 3w  .    5w  .  .  .  . 2b
 12 11 10  9  8  7     6  5  4  3  2  1
dice: 3 1
White: 167 pips
Black: 167 pips
";
    assert_eq!(picture(Stakes::Single, START, &["31"]), white);
    let black = "\x2012 11 10  9  8  7     6  5  4  3  2  1
 5w  .  .  . 3b  .    5b  .  .  .  . 2w
 5b  .  .  . 2w  .    4w 2w  .  .  . 2b
 13 14 15 16 17 18    19 20 21 22 23 24
White: 163 pips
Black: 167 pips
";
    assert_eq!(picture(Stakes::Single, START, &["31", "8/5 6/5"]), black);
}

#[test]
fn the_bar_the_checkers_off_the_cube_and_the_score_are_next_to_the_board() {
    let race = xgid(&[(25, 2), (6, 11)], &[(1, 3)]);
    let expected = "\x20 13  14  15  16  17  18      19  20  21  22  23  24
   .   .   .   .   .   .       .   .   .   .   .  3b
   .   .   .   .   .   .     11w   .   .   .   .   .
  12  11  10   9   8   7       6   5   4   3   2   1
White: bar 2w, off 2w
Black: off 12b
dice: 5 4
White: 116 pips
Black: 3 pips
";
    assert_eq!(picture(Stakes::Single, &race, &["54"]), expected);
    let zones = |stakes: Stakes, start: &str, moves: &[&str]| {
        let picture = picture(stakes, start, moves);
        let lines = picture.lines().skip(4).filter(|line| !line.ends_with(" pips"));
        lines.map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(zones(money(), START, &[]), ["cube: 1"]);
    assert_eq!(zones(money(), START, &["double", "take", "52"]), ["Black: cube 2", "dice: 5 2"]);
    let match_to_9 = Stakes::Match { points: 9 };
    let lines = ["White: score 4/9", "Black: cube 2, score 2/9", "dice: 5 2"];
    assert_eq!(zones(match_to_9, "4HPwATDgc/ABMA:QYkqASAAIAAA", &[]), lines);
}
