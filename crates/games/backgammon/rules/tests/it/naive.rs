//! A second, exhaustive generator for the plays of a roll.

use std::collections::BTreeSet;

use backgammon::{Backgammon, Board, Phase, Position};
use board_engine::{Game, Leaves, Notation, Status, perft};

use crate::support::{START, moves, numbers, xgid};

/// The mover's points 1 to 24, with its checkers positive and the opponent's negative; 25 is the mover's bar, and 0 its
/// borne-off checkers. The opponent's bar is separate.
type Points = ([i8; 26], i8);

fn points(position: &Position) -> Points {
    let board = position.board();
    let (own, other) =
        (board.checkers(position.mover()), board.checkers(position.mover().opponent()));
    let mut points = [0_i8; 26];
    for place in 0..26 {
        points[place] = own[place].try_into().unwrap();
        if (1..=24).contains(&place) {
            points[place] -= i8::try_from(other[25 - place]).unwrap();
        }
    }
    (points, other[25].try_into().unwrap())
}

fn step((points, other_bar): Points, from: usize, die: usize) -> Option<Points> {
    if points[from] <= 0 || points[25] > 0 && from != 25 {
        return None;
    }
    let (mut points, mut other_bar) = (points, other_bar);
    if die >= from {
        if points[7..].iter().any(|&count| count > 0) {
            return None;
        }
        if die > from && points[from + 1..7].iter().any(|&count| count > 0) {
            return None;
        }
        points[0] += 1;
    } else {
        match points[from - die] {
            ..=-2 => return None,
            -1 => {
                points[from - die] = 1;
                other_bar += 1;
            }
            _ => points[from - die] += 1,
        }
    }
    points[from] -= 1;
    Some((points, other_bar))
}

/// Every maximal line of steps by these dice in this order, with its number of steps and its first die.
fn lines(points: Points, dice: &[usize], steps: usize, found: &mut Vec<(Points, usize)>) {
    let mut ends = true;
    if let Some((&die, rest)) = dice.split_first() {
        for from in 1..=25 {
            if let Some(after) = step(points, from, die) {
                ends = false;
                lines(after, rest, steps + 1, found);
            }
        }
    }
    if ends {
        found.push((points, steps));
    }
}

fn results(points: Points, high: usize, low: usize) -> BTreeSet<Points> {
    let orders =
        if high == low { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let mut found = Vec::new();
    let mut by_high = BTreeSet::new();
    for order in &orders {
        let before = found.len();
        lines(points, order, 0, &mut found);
        if order[0] == high {
            by_high.extend(found[before..].iter().filter(|line| line.1 == 1).map(|line| line.0));
        }
    }
    let most = found.iter().map(|line| line.1).max().unwrap();
    if most == 1 && high != low && !by_high.is_empty() {
        return by_high;
    }
    found.into_iter().filter(|line| line.1 == most).map(|line| line.0).collect()
}

#[test]
fn both_generators_find_the_same_plays() {
    let game = Backgammon::default();
    let (mut compared, mut single_steps, mut passes) = (0, 0, 0);
    for seed in 0..150 {
        let mut draw = numbers(seed);
        let mut position = game.start();
        let mut moves = Vec::new();
        while game.legal_moves(&position, &mut moves) == Status::Ongoing {
            if let Phase::Moving(roll) = position.phase() {
                let expected = results(points(&position), roll.high().into(), roll.low().into());
                let played = moves.iter().map(|&mv| {
                    let mut after = position;
                    game.play(&mut after, mv);
                    flip(after.board(), &position)
                });
                let found: BTreeSet<Points> = played.collect();
                assert_eq!(found.len(), moves.len(), "{position:?}");
                assert_eq!(found, expected, "{position:?}");
                compared += 1;
                if let [backgammon::Move::Play(play), ..] = moves[..] {
                    passes += usize::from(play.is_pass());
                    single_steps += usize::from(play.steps().len() == 1 && !roll.is_double());
                }
            }
            let mv = game.draw_move(&position, &moves, &mut draw).unwrap();
            game.play(&mut position, mv);
        }
    }
    assert!(
        compared > 9_000 && single_steps > 400 && passes > 500,
        "{compared} {single_steps} {passes}"
    );
}

/// The points after a move, still from the point of view of the side that made the move.
fn flip(board: &Board, before: &Position) -> Points {
    let (own, other) = (board.checkers(before.mover()), board.checkers(before.mover().opponent()));
    let point = |place: usize| {
        let opposing = if (1..=24).contains(&place) { other[25 - place] } else { 0 };
        i8::try_from(own[place]).unwrap() - i8::try_from(opposing).unwrap()
    };
    (std::array::from_fn(point), other[25].try_into().unwrap())
}

/// The number of plays for each roll from the start, according to GNU Backgammon 1.07 (`set dice 11`, `hint 999`).
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
    // 30 opening rolls, 15 for each side, and 21 rolls after each play.
    assert_eq!(
        [1, 2, 3].map(|depth| perft(&game, &start, depth, Leaves::Counted)),
        [30, 380, 7980]
    );
}

/// The plays when White rolls these dice, with these checkers for White and for Black, each counted from its own ace
/// point.
fn plays(white: &[(usize, u8)], black: &[(usize, u8)], dice: &str) -> Vec<String> {
    let mut list = moves(&xgid(white, black), &[dice]);
    list.sort();
    list
}

#[test]
fn both_numbers_must_be_played_if_they_can_be() {
    // White's points 7 and 3 are closed, so the 6 is played first.
    assert_eq!(plays(&[(8, 1), (4, 1)], &[(18, 2), (22, 2)], "61"), ["8/1"]);
    // A checker can play either number, but not both: the higher number must be played.
    assert_eq!(plays(&[(13, 1)], &[(23, 2), (24, 2)], "65"), ["13/7"]);
    // Only the lower number is playable.
    assert_eq!(plays(&[(13, 1)], &[(18, 2), (23, 2)], "65"), ["13/8"]);
    // Only one of the four steps is possible, because point 3 is closed.
    assert_eq!(plays(&[(9, 1)], &[(22, 2)], "33"), ["9/6"]);
}

#[test]
fn a_checker_on_the_bar_enters_first() {
    let five_points = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2)];
    assert_eq!(plays(&[(25, 1), (13, 2)], &five_points, "61"), ["bar/18", "bar/19,13/12"]);
    assert_eq!(plays(&[(25, 2), (13, 2)], &five_points, "61"), ["bar/19"]);
    assert_eq!(plays(&[(25, 1), (13, 2)], &five_points, "51"), ["pass"]);
    // Point 18 can be reached through the blot on 19 or through the empty point 24, with different results.
    let by_either_way = ["bar/18", "bar/19*,6/5", "bar/19*/18"];
    assert_eq!(plays(&[(25, 1), (6, 2)], &[(6, 1), (18, 2)], "61"), by_either_way);
}

#[test]
fn checkers_are_borne_off_from_lower_points_if_no_higher_point_is_occupied() {
    let black = [(24, 2)];
    assert_eq!(plays(&[(5, 1), (3, 1)], &black, "65"), ["5/off,3/off"]);
    // White's ace point is closed: the 5 can't be played before the 1.
    assert_eq!(plays(&[(6, 1), (2, 3)], &black, "51"), ["6/off"]);
    // The 1 brings the last checker home first.
    assert_eq!(plays(&[(7, 1), (5, 3)], &black, "61"), ["7/off"]);
    assert_eq!(plays(&[(4, 5)], &black, "66"), ["4/off(4)"]);
}
