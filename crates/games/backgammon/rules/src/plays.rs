//! Lists the legal plays for a roll.
//!
//! As many dice as possible must be used. If either of two dice can be used, but not both, the higher one must be used
//! if possible (U.S. Backgammon Federation, "Rules of Backgammon", movement of the checkers).

use board_engine::Seat;

use crate::place_set::PlaceSet;
use crate::{BAR, Board, Checkers, Move, OFF, Play, Roll, Step};

/// Adds the plays for `roll` to an empty list, one play per result; a single empty play if no checker can move.
pub(crate) fn list(board: &Board, seat: Seat, roll: Roll, moves: &mut Vec<Move>) {
    let own = board.checkers(seat);
    let other = board.checkers(seat.opponent());
    let (occupied, closed) = (PlaceSet::occupied(own), PlaceSet::closed(other));
    if roll.is_double() {
        let mut list = EqualDice { own: *own, closed, die: roll.high(), moves, steps_max: 0 };
        list.add_longer(occupied, BAR, Play::default());
    } else {
        let dice = [roll.high(), roll.low()];
        let seen = [PlaceSet::default(); BAR as usize + 1];
        let mut list = TwoDice { own, other, occupied, closed, dice, moves, seen };
        list.add_all();
    }
    if moves.is_empty() {
        moves.push(Move::Play(Play::default()));
    }
}

/// The step from this place by this die.
#[inline]
const fn step(from: u8, die: u8) -> Step {
    Step { from, to: if from > die { from - die } else { OFF } }
}

/// The plays found so far for a double.
struct EqualDice<'a> {
    /// The mover's checkers after the steps being tried.
    own: Checkers,
    closed: PlaceSet,
    die: u8,
    moves: &'a mut Vec<Move>,
    /// The number of steps in the listed plays.
    steps_max: usize,
}

impl EqualDice<'_> {
    /// Adds the plays that start with `play`, which leaves these places occupied. No step starts higher than the
    /// previous one. Every playable set of steps can be made in this order, and no two sets lead to the same position.
    fn add_longer(&mut self, occupied: PlaceSet, highest: u8, play: Play) {
        let movable = occupied.movable(self.closed, self.die).up_to(highest);
        if movable.is_empty() {
            self.add(play);
        }
        for from in movable {
            let step = step(from, self.die);
            let longer = play.and(step);
            if longer.is_full() {
                self.add(longer);
                continue;
            }
            let [from_count, to_count] = [step.from, step.to].map(usize::from);
            let after = occupied.after(from, step.to, self.own[from_count] == 1);
            self.own[from_count] -= 1;
            self.own[to_count] += 1;
            self.add_longer(after, from, longer);
            self.own[from_count] += 1;
            self.own[to_count] -= 1;
        }
    }

    /// Adds a play that can't continue, unless longer plays exist.
    #[inline]
    fn add(&mut self, play: Play) {
        let steps = play.steps().len();
        if steps == 0 || steps < self.steps_max {
            return;
        }
        if steps > self.steps_max {
            self.moves.clear();
            self.steps_max = steps;
        }
        self.moves.push(Move::Play(play));
    }
}

/// The plays found so far for two different dice.
struct TwoDice<'a> {
    own: &'a Checkers,
    other: &'a Checkers,
    occupied: PlaceSet,
    closed: PlaceSet,
    /// The higher die first.
    dice: [u8; 2],
    moves: &'a mut Vec<Move>,
    /// For each start of a move with the higher die, the starts of moves with the lower die.
    seen: [PlaceSet; BAR as usize + 1],
}

impl TwoDice<'_> {
    fn add_all(&mut self) {
        let [high, low] = self.dice;
        self.add_pairs(high, low, |first, second| [first, second]);
        self.add_pairs(low, high, |first, second| [second, first]);
        if self.moves.is_empty() {
            self.add_single_steps();
        }
    }

    /// Adds the plays that use both dice in this order. `by_die` rearranges the starts of the first and second step
    /// into the order of the dice.
    #[inline]
    fn add_pairs(&mut self, first: u8, second: u8, by_die: impl Fn(u8, u8) -> [u8; 2]) {
        for from in self.occupied.movable(self.closed, first) {
            let step_first = step(from, first);
            let is_last = self.own[usize::from(from)] == 1;
            let between = self.occupied.after(from, step_first.to, is_last);
            for next in between.movable(self.closed, second) {
                if self.is_new(by_die(from, next)) {
                    let play = Play::default().and(step_first).and(step(next, second));
                    self.moves.push(Move::Play(play));
                }
            }
        }
    }

    /// Returns `true` if no play in the list leads to the same position as moving checkers from these places. The order
    /// of the dice makes no difference: if both are possible, they hit the same checkers. Two plays from other places
    /// lead to the same position only if both bear off the same checkers, or if one checker makes both steps and hits
    /// nothing between them.
    #[inline]
    fn is_new(&mut self, [by_high, by_low]: [u8; 2]) -> bool {
        let [high, low] = self.dice;
        let (by_high, by_low) = if by_high <= low && by_low <= low {
            (by_high.max(by_low), by_high.min(by_low))
        } else if by_low == by_high + low
            && by_low > high
            && !self.is_hit(by_low - high)
            && !self.is_hit(by_high)
        {
            (by_low, by_low - high)
        } else {
            (by_high, by_low)
        };
        self.seen[usize::from(by_high)].insert(by_low)
    }

    /// Returns `true` if a step to this point hits.
    #[inline]
    fn is_hit(&self, point: u8) -> bool {
        self.other[usize::from(BAR - point)] == 1
    }

    /// Adds the plays with the higher die, or with the lower die if there are none.
    fn add_single_steps(&mut self) {
        for die in self.dice {
            let movable = self.occupied.movable(self.closed, die);
            let plays = movable.into_iter().map(|from| Play::default().and(step(from, die)));
            self.moves.extend(plays.map(Move::Play));
            if !self.moves.is_empty() {
                return;
            }
        }
    }
}
