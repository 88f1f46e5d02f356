//! The list of plays of a roll.
//!
//! As many dice must be used as can be, and if one of two can be used, but not both, the higher one if possible
//! (U.S. Backgammon Federation, "Rules of Backgammon", movement of the checkers).

use board_engine::Seat;

use crate::{BAR, Board, Move, Play, Roll};

/// Adds the plays of `roll`, each result once, to an empty list; one empty play if no checker can move.
pub(crate) fn list(board: &Board, seat: Seat, roll: Roll, moves: &mut Vec<Move>) {
    let mut list = List { seat, moves, steps_max: 0 };
    if roll.is_double() {
        list.same_steps(board, Play::default(), roll.high(), BAR);
    } else {
        list.two_steps(board, [roll.high(), roll.low()]);
        list.two_steps(board, [roll.low(), roll.high()]);
        if list.moves.is_empty() {
            list.one_step(board, roll);
        }
    }
    if list.moves.is_empty() {
        list.moves.push(Move::Play(Play::default()));
    }
}

/// The plays that were found.
struct List<'a> {
    seat: Seat,
    moves: &'a mut Vec<Move>,
    /// The steps of the plays of a double in the list.
    steps_max: usize,
}

impl List<'_> {
    /// The plays of a double: each step begins no higher than the one before. In this order every set of steps that can be
    /// made at all can be made, and no two sets lead to the same position.
    fn same_steps(&mut self, board: &Board, play: Play, die: u8, highest: u8) {
        let steps = play.steps().len();
        let mut is_longest = true;
        if steps < 4 {
            for from in (1..=highest).rev() {
                let Some(step) = board.step(self.seat, from, die) else { continue };
                is_longest = false;
                let mut after = *board;
                after.make(self.seat, step);
                self.same_steps(&after, play.and(step), die, from);
            }
        }
        if is_longest && steps > 0 && steps >= self.steps_max {
            if steps > self.steps_max {
                self.moves.clear();
                self.steps_max = steps;
            }
            self.moves.push(Move::Play(play));
        }
    }

    /// The plays that use both dice, in this order.
    fn two_steps(&mut self, board: &Board, dice: [u8; 2]) {
        for from in (1..=BAR).rev() {
            let Some(first) = board.step(self.seat, from, dice[0]) else { continue };
            let mut between = *board;
            between.make(self.seat, first);
            for from in (1..=BAR).rev() {
                let Some(second) = between.step(self.seat, from, dice[1]) else { continue };
                let play = Play::default().and(first).and(second);
                if self.is_new(board, play) {
                    self.moves.push(Move::Play(play));
                }
            }
        }
    }

    /// Whether none of the plays in the list leads to the same position. Where the same checkers move, one way may hit what
    /// the other doesn't.
    fn is_new(&self, board: &Board, play: Play) -> bool {
        let change = play.change();
        let leads_alike = |mv: &Move| match mv {
            Move::Play(other) => {
                other.change() == change && self.after(board, *other) == self.after(board, play)
            }
            _ => false,
        };
        !self.moves.iter().any(leads_alike)
    }

    fn after(&self, board: &Board, play: Play) -> Board {
        let mut after = *board;
        after.play(self.seat, play);
        after
    }

    /// The plays that use the higher die, or the lower one if there are none.
    fn one_step(&mut self, board: &Board, roll: Roll) {
        for die in [roll.high(), roll.low()] {
            let steps = (1..=BAR).rev().filter_map(|from| board.step(self.seat, from, die));
            self.moves.extend(steps.map(|step| Move::Play(Play::default().and(step))));
            if !self.moves.is_empty() {
                return;
            }
        }
    }
}
