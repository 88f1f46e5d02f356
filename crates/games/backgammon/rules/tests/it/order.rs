//! Tests the order of the move list with a generator that makes every play and compares the results.

use backgammon::{Backgammon, Board, Move, Phase, Position, Roll, Step};
use board_engine::{Game, Notation, Seat};

use crate::support::{numbers, xgid};

/// A play and the checkers after it.
type Line = (Vec<Step>, Board);

/// The plays for the roll: one per result, given by the first path to the result, with steps from higher places first.
fn plain(board: &Board, seat: Seat, roll: Roll) -> Vec<Vec<Step>> {
    let (high, low) = (roll.high(), roll.low());
    let orders =
        if high == low { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let mut found: Vec<Line> = Vec::new();
    for dice in &orders {
        add_lines(seat, dice, (Vec::new(), *board), &mut found);
    }
    let longest = found.iter().map(|(steps, _)| steps.len()).max().unwrap();
    found.retain(|(steps, _)| steps.len() == longest);
    let is_by = |step: &Step, die: u8| board.step(seat, step.from(), die) == Some(*step);
    if longest == 1 && found.iter().any(|(steps, _)| is_by(&steps[0], high)) {
        found.retain(|(steps, _)| is_by(&steps[0], high));
    }
    let mut plays: Vec<Line> = Vec::new();
    for line in found {
        if plays.iter().all(|(_, after)| *after != line.1) {
            plays.push(line);
        }
    }
    plays.into_iter().map(|(steps, _)| steps).collect()
}

/// Adds all longest continuations with these dice in this order.
fn add_lines(seat: Seat, dice: &[u8], line: Line, found: &mut Vec<Line>) {
    let mut is_end = true;
    if let Some((&die, rest)) = dice.split_first() {
        for from in (1..=25).rev() {
            let Some(step) = line.1.step(seat, from, die) else { continue };
            is_end = false;
            let (mut steps, mut board) = line.clone();
            steps.push(step);
            board.make(seat, step);
            add_lines(seat, rest, (steps, board), found);
        }
    }
    if is_end {
        found.push(line);
    }
}

/// Compares the generator's list with the plain list. Returns the number of plays.
fn check(position: &Position, roll: Roll) -> usize {
    let game = Backgammon::default();
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let listed: Vec<Vec<Step>> = moves
        .iter()
        .map(|mv| match mv {
            Move::Play(play) => play.steps().to_vec(),
            _ => unreachable!("a roll is played"),
        })
        .collect();
    let expected = plain(position.board(), position.mover(), roll);
    assert_eq!(listed, expected, "{}", game.format_position(position));
    expected.len()
}

/// Puts some of a side's checkers on places from 1 to `highest` and on the bar, if `is_free` allows the place.
fn checkers(
    draw: &mut impl FnMut(u32) -> u32,
    highest: u32,
    is_free: impl Fn(usize) -> bool,
) -> Vec<(usize, u8)> {
    let mut counts = [0_u8; 26];
    for _ in 0..=draw(15) {
        let place = if draw(25) == 0 { 25 } else { draw(highest) as usize + 1 };
        if place == 25 || is_free(place) {
            counts[place] += 1;
        }
    }
    (1..26).map(|place| (place, counts[place])).filter(|&(_, count)| count > 0).collect()
}

#[test]
fn plays_are_listed_in_the_order_of_their_first_steps() {
    let game = Backgammon::default();
    let (mut positions, mut plays) = (0, 0);
    for seed in 0..600 {
        let mut draw = numbers(seed);
        let highest = [6, 7, 12, 24][draw(4) as usize];
        let white = checkers(&mut draw, highest, |_| true);
        let black =
            checkers(&mut draw, 24, |place| white.iter().all(|&(own, _)| own != 25 - place));
        // Skips positions of finished games and positions without a legal move.
        let Ok(start) = game.parse_position(&xgid(&white, &black)) else { continue };
        for roll in Roll::all() {
            let mut position = start;
            game.play(&mut position, Move::Rolled(roll));
            assert_eq!(position.phase(), Phase::Moving(roll));
            positions += 1;
            plays += check(&position, roll);
        }
    }
    assert!(positions > 8_000 && plays > 100_000, "{positions} {plays}");
}

#[test]
fn rolls_are_drawn_in_the_order_of_their_list() {
    let game = Backgammon::default();
    let opening = game.start();
    let mut rolling = opening;
    for mv in [Move::Rolled(Roll::new(3, 1).unwrap()), Move::Play(backgammon::Play::default())] {
        game.play(&mut rolling, mv);
    }
    for (position, ways) in [(opening, 60), (rolling, 36)] {
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        for way in 0..ways {
            let mut draw = |count| {
                assert_eq!(count, ways);
                way
            };
            let (mut expected, mut drawn) = (position, position);
            let mv = game.draw_move(&position, &moves, &mut draw).unwrap();
            game.play(&mut expected, mv);
            game.play_random(&mut drawn, &mut Vec::new(), &mut draw);
            assert_eq!(drawn, expected, "{way}");
        }
    }
}
