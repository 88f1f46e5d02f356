//! The network inputs, from the point of view of the side that is about to roll.

use backgammon::{BAR, Board, Checkers, OFF, POINTS};
use board_engine::Seat;

use crate::chances::Chances;

/// Number of inputs for a position with contact. Each side has four inputs per point, one for the bar, one for the
/// borne-off checkers, and the [`extras`]. One more input is the distance between both sides' rear checkers.
pub(crate) const CONTACT_INPUTS: usize = 2 * SIDE_INPUTS + 2 * EXTRAS + 1;
const SIDE_INPUTS: usize = 4 * POINTS + 2;
const EXTRAS: usize = 6;

/// Number of inputs for a race. Each side has one input per point, and one each for the number of borne-off checkers,
/// for whether any are borne off, and for the pips.
pub(crate) const RACE_INPUTS: usize = 2 * RACE_SIDE_INPUTS;
const RACE_SIDE_INPUTS: usize = POINTS + 3;

/// Passes the inputs for a position in which checkers can be hit to `add`.
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

/// Passes the inputs for the points. A blot, a made point, a third checker and any further checkers have an input each
/// (Tesauro, "Practical Issues in Temporal Difference Learning", 1992).
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

/// A side's extra inputs: pips, hitting rolls, home points made, the longest prime in front of the other side's rear
/// checker, the position of the side's own rear checker, and the number of its checkers behind the other side's prime.
/// Each value is about 0 to 1.
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

/// The length of the longest prime that a checker on `place` still has to pass.
pub(super) fn longest_prime_before(own: &Checkers, place: u8) -> usize {
    let (mut longest, mut run) = (0, 0);
    for &count in &own[usize::from(place) + 1..=POINTS] {
        run = if count >= 2 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// Passes the inputs for a race to `add`.
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

/// Removes impossible results from the chances: a side that has borne off a checker can't lose a gammon.
pub(crate) fn possible(board: &Board, roller: Seat, mut chances: Chances) -> Chances {
    if board.checkers(roller.opponent())[usize::from(OFF)] > 0 {
        (chances.win_gammon, chances.win_backgammon) = (0.0, 0.0);
    }
    if board.checkers(roller)[usize::from(OFF)] > 0 {
        (chances.lose_gammon, chances.lose_backgammon) = (0.0, 0.0);
    }
    chances
}

/// The number of rolls, out of 36, with which `seat` can hit a checker.
pub(crate) fn hitting_rolls(board: &Board, seat: Seat) -> u32 {
    let places = Places::of(board, seat);
    if places.blots == 0 {
        return 0;
    }
    let mut count = 0;
    for high in 1..=6 {
        for low in 1..=high {
            let hits = if high == low {
                places.double_hits(high)
            } else {
                places.hits([high, low]) || places.hits([low, high])
            };
            count += u32::from(hits) * if high == low { 1 } else { 2 };
        }
    }
    count
}

/// Sets of places, one bit each, from the ace point of the hitting side.
#[derive(Clone, Copy)]
struct Places {
    own: u32,
    blots: u32,
    open: u32,
    on_bar: u8,
}

impl Places {
    fn of(board: &Board, seat: Seat) -> Self {
        let (own, other) = (board.checkers(seat), board.checkers(seat.opponent()));
        let mut places = Self { own: 0, blots: 0, open: 0, on_bar: own[usize::from(BAR)] };
        for place in 1..=25 {
            places.own |= u32::from(own[place] > 0) << place;
            let opposing = if place < 25 { other[25 - place] } else { 0 };
            places.blots |= u32::from(opposing == 1) << place;
            places.open |= u32::from(opposing < 2 && place < 25) << place;
        }
        places
    }

    /// Returns `true` if the two numbers hit in this order: with the first number alone, or with the second after the
    /// first.
    const fn hits(self, dice: [u32; 2]) -> bool {
        let bar = 1 << BAR;
        let starts = if self.on_bar > 0 { bar } else { self.own };
        let landed = (starts >> dice[0]) & self.open;
        if landed & self.blots != 0 {
            return true;
        }
        if landed == 0 {
            return false;
        }
        let next = if self.on_bar > 1 { bar } else { (self.own & !bar) | landed };
        (next >> dice[1]) & self.blots != 0
    }

    /// Returns `true` if a double hits within four steps.
    fn double_hits(self, die: u32) -> bool {
        let bar = 1 << BAR;
        let mut reached = self.own;
        let mut on_bar = u32::from(self.on_bar);
        for _ in 0..4 {
            let starts = if on_bar > 0 { bar } else { reached & !bar };
            let landed = (starts >> die) & self.open;
            if landed & self.blots != 0 {
                return true;
            }
            if landed == 0 {
                return false;
            }
            reached |= landed;
            on_bar = on_bar.saturating_sub(1);
        }
        false
    }
}
