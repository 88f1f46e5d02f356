use backgammon::Backgammon;
use board_engine::{Leaves, Notation, perft};

use crate::support::{START, moves, xgid};

/// The number of plays of each roll from the start, as GNU Backgammon 1.07 lists them (`set dice 11`, `hint 999`).
#[test]
fn the_start_has_the_plays_that_other_programs_list() {
    let expected = [
        [42, 15, 16, 14, 8, 10],
        [15, 75, 17, 18, 8, 14],
        [16, 17, 73, 17, 9, 14],
        [14, 18, 17, 52, 9, 14],
        [8, 8, 9, 9, 4, 7],
        [10, 14, 14, 14, 7, 11],
    ];
    for (one, counts) in (1..=6).zip(expected) {
        for (other, count) in (1..=6).zip(counts) {
            assert_eq!(moves(START, &[&format!("{one}{other}")]).len(), count, "{one}{other}");
        }
    }
    let game = Backgammon::default();
    let start = game.parse_position(&format!("{START}:cAgAAAAAAAAA")).unwrap();
    // 30 opening rolls, the plays of 15 of them by each side, and 21 rolls after each.
    assert_eq!(
        [1, 2, 3].map(|depth| perft(&game, &start, depth, Leaves::Counted)),
        [30, 380, 7980]
    );
}

/// The plays where White has these checkers and Black those, each from the own ace point, and White rolls these dice.
fn plays(white: &[(usize, u8)], black: &[(usize, u8)], dice: &str) -> Vec<String> {
    let mut list = moves(&xgid(white, black), &[dice]);
    list.sort();
    list
}

#[test]
fn both_numbers_must_be_played_if_they_can_be() {
    // White's points 7 and 3 are closed: the 6 goes first.
    assert_eq!(plays(&[(8, 1), (4, 1)], &[(18, 2), (22, 2)], "61"), ["8/1"]);
    // Either number can be played alone: the higher one must be.
    assert_eq!(plays(&[(13, 1)], &[(23, 2), (24, 2)], "65"), ["13/7"]);
    // Only the lower one can be played.
    assert_eq!(plays(&[(13, 1)], &[(18, 2), (23, 2)], "65"), ["13/8"]);
    // One of four, and then point 3 is closed.
    assert_eq!(plays(&[(9, 1)], &[(22, 2)], "33"), ["9/6"]);
}

#[test]
fn a_checker_on_the_bar_enters_first() {
    let five_points = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)];
    assert_eq!(plays(&[(25, 1), (13, 2)], &five_points, "61"), ["bar/18", "bar/19,13/12"]);
    assert_eq!(plays(&[(25, 2), (13, 2)], &five_points, "61"), ["bar/19"]);
    assert_eq!(plays(&[(25, 1), (13, 2)], &five_points, "51"), ["pass"]);
    // Point 18 is reached through the blot on 19 or through the empty point 24, and that is not the same.
    let by_either_way = ["bar/18", "bar/19*,6/5", "bar/19*/18"];
    assert_eq!(plays(&[(25, 1), (6, 2)], &[(6, 1), (18, 2)], "61"), by_either_way);
}

#[test]
fn checkers_are_borne_off_from_lower_points_if_no_higher_one_is_taken() {
    let black = [(24, 2)];
    assert_eq!(plays(&[(5, 1), (3, 1)], &black, "65"), ["5/off,3/off"]);
    // White's ace point is closed, so that the 5 can't be played before the 1.
    assert_eq!(plays(&[(6, 1), (2, 3)], &black, "51"), ["6/off"]);
    // The 1 brings the last checker home first.
    assert_eq!(plays(&[(7, 1), (5, 3)], &black, "61"), ["7/off"]);
    assert_eq!(plays(&[(4, 5)], &black, "66"), ["4/off(4)"]);
}
