//! The plays of a roll by a second generator, which tries everything.

use std::collections::BTreeSet;

use backgammon::{Backgammon, Board, Phase, Position};
use board_engine::{Game, Status};

use crate::support::numbers;

/// Points 1 to 24 of the mover, with its checkers positive and the other's negative; 25 is its bar and 0 what is off. The
/// other's bar is apart.
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

/// Every line of steps by these dice in this order that can't go on, with the number of its steps and its first die.
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
                    flipped(after.board(), &position)
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

/// The points after a move, still seen from the side that made it.
fn flipped(board: &Board, before: &Position) -> Points {
    let (own, other) = (board.checkers(before.mover()), board.checkers(before.mover().opponent()));
    let point = |place: usize| {
        let opposing = if (1..=24).contains(&place) { other[25 - place] } else { 0 };
        i8::try_from(own[place]).unwrap() - i8::try_from(opposing).unwrap()
    };
    (std::array::from_fn(point), other[25].try_into().unwrap())
}
