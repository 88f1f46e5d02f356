//! The steps of moves: a capture has one step for each captured piece.

use board_engine::{Bitboard, Square, Step, Steps};

use super::board::{CheckersAnySize, Move, Position, single};
use super::captures::Jumps;

/// Maximum number of jumps to try to find further routes for a position's captures. Each capture's first route is
/// always found.
const JUMPS_MAX: u32 = 1 << 12;

impl CheckersAnySize {
    /// The steps of these legal moves, along all routes of each capture.
    pub(crate) fn steps_of(&self, position: &Position, moves: &[Move]) -> Steps {
        let mut steps = Steps::default();
        let mut left = JUMPS_MAX;
        for (index, mv) in moves.iter().enumerate() {
            if !mv.is_capture() {
                steps.add_way(index, [Step::new(mv.from, mv.to)]);
                continue;
            }
            let jumps = Jumps::new(self, position, mv.from);
            // Finding the first route needs no failed jumps, because the search looks ahead.
            let tried = left.max(mv.taken.count());
            let mut routes = Routes { jumps, index, to: mv.to, left: tried, steps: &mut steps };
            routes.follow(mv.from, mv.taken, &mut Vec::new());
            left = left.min(routes.left);
        }
        steps
    }
}

/// One capture's routes.
struct Routes<'a> {
    jumps: Jumps<'a>,
    index: usize,
    to: Square,
    left: u32,
    steps: &'a mut Steps,
}

impl Routes<'_> {
    /// Adds all routes that capture the remaining pieces after the steps of `way`.
    fn follow(&mut self, at: Square, pieces: Bitboard<u128>, way: &mut Vec<Step>) {
        if pieces.is_empty() {
            if at == self.to {
                self.steps.add_way(self.index, way.iter().cloned());
            }
            return;
        }
        let next: Vec<_> = self.jumps.next(at, pieces).collect();
        for (over, to) in next {
            let rest = pieces - single(over);
            if self.left == 0 || !self.jumps.reaches_all(to, rest) {
                continue;
            }
            self.left -= 1;
            way.push(Step::new(at, to).taking(over));
            self.follow(to, rest, way);
            way.pop();
        }
    }
}
