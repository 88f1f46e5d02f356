//! What the networks see of a position. All of it is seen from the side that is about to roll.

mod shots;

use backgammon::{BAR, Board, Checkers, OFF, POINTS};
use board_engine::Seat;

use crate::chances::Chances;

pub(crate) use self::shots::hitting_rolls;

/// For each side, four inputs a point, the bar and what is off; then the [`extras`].
pub(crate) const CONTACT_INPUTS: usize = 2 * SIDE_INPUTS + 2 * EXTRAS + 1;
const SIDE_INPUTS: usize = 4 * POINTS + 2;
const EXTRAS: usize = 6;

/// For each side, the points, what is off, whether anything is, and the pips.
pub(crate) const RACE_INPUTS: usize = 2 * RACE_SIDE_INPUTS;
const RACE_SIDE_INPUTS: usize = POINTS + 3;

/// Passes the inputs of a position in which checkers can be hit.
pub(crate) fn each_of_contact(board: &Board, roller: Seat, add: &mut dyn FnMut(usize, f32)) {
    let sides = [roller, roller.opponent()];
    for (index, &seat) in sides.iter().enumerate() {
        each_of_points(board.checkers(seat), index * SIDE_INPUTS, add);
    }
    for (index, &seat) in sides.iter().enumerate() {
        let first = 2 * SIDE_INPUTS + index * EXTRAS;
        let all = extras(board, seat).into_iter().enumerate();
        all.for_each(|(extra, value)| add(first + extra, value));
    }
    let rears = sides.map(|seat| f32::from(board.rear(seat)));
    add(2 * SIDE_INPUTS + 2 * EXTRAS, (rears[0] + rears[1] - 25.0) / 24.0);
}

/// A blot, a made point, a third checker and the ones above have an input each (Tesauro, "Practical Issues in Temporal
/// Difference Learning", 1992).
fn each_of_points(checkers: &Checkers, first: usize, add: &mut dyn FnMut(usize, f32)) {
    for (point, &count) in checkers[1..=POINTS].iter().enumerate() {
        let input = first + 4 * point;
        match count {
            0 => {}
            1 => add(input, 1.0),
            2.. => {
                add(input + 1, 1.0);
                if count > 2 {
                    add(input + 2, 1.0);
                }
                if count > 3 {
                    add(input + 3, f32::from(count - 3) / 2.0);
                }
            }
        }
    }
    let [bar, off] = [BAR, OFF].map(|place| checkers[usize::from(place)]);
    if bar > 0 {
        add(first + 4 * POINTS, f32::from(bar) / 2.0);
    }
    if off > 0 {
        add(first + 4 * POINTS + 1, f32::from(off) / 8.0);
    }
}

/// Pips, hitting rolls, points made at home, the longest prime before the other's rear checker, and where the own rear
/// checker is with how many are behind the other's prime; each about 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn extras(board: &Board, seat: Seat) -> [f32; EXTRAS] {
    let own = board.checkers(seat);
    let home = own[1..=6].iter().filter(|&&count| count >= 2).count() as f32;
    let rear = board.rear(seat.opponent());
    let prime = longest_prime_before(own, 25 - rear.min(25)) as f32;
    let back: u8 = own[19..].iter().sum();
    [
        board.pips(seat) as f32 / 100.0,
        hitting_rolls(board, seat) as f32 / 36.0,
        home / 6.0,
        prime / 6.0,
        f32::from(board.rear(seat)) / 24.0,
        f32::from(back) / 4.0,
    ]
}

/// The most points made in a row among those that a checker on `place` still has to pass.
pub(super) fn longest_prime_before(own: &Checkers, place: u8) -> usize {
    let (mut longest, mut run) = (0, 0);
    for &count in &own[usize::from(place) + 1..=POINTS] {
        run = if count >= 2 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Passes the inputs of a race.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
pub(crate) fn each_of_race(board: &Board, roller: Seat, add: &mut dyn FnMut(usize, f32)) {
    for (index, seat) in [roller, roller.opponent()].into_iter().enumerate() {
        let first = index * RACE_SIDE_INPUTS;
        let checkers = board.checkers(seat);
        for (point, &count) in checkers[1..=POINTS].iter().enumerate() {
            if count > 0 {
                add(first + point, f32::from(count) / 4.0);
            }
        }
        let off = checkers[usize::from(OFF)];
        if off > 0 {
            add(first + POINTS, f32::from(off) / 8.0);
            add(first + POINTS + 1, 1.0);
        }
        add(first + POINTS + 2, board.pips(seat) as f32 / 50.0);
    }
}

/// The chances without those that the rules rule out: a side that has borne off a checker loses no gammon.
pub(crate) fn possible(board: &Board, roller: Seat, mut chances: Chances) -> Chances {
    if board.checkers(roller.opponent())[usize::from(OFF)] > 0 {
        (chances.win_gammon, chances.win_backgammon) = (0.0, 0.0);
    }
    if board.checkers(roller)[usize::from(OFF)] > 0 {
        (chances.lose_gammon, chances.lose_backgammon) = (0.0, 0.0);
    }
    chances
}
