//! Rolls that hit.

use backgammon::{BAR, Board};
use board_engine::Seat;

/// How many of the 36 rolls let `seat` hit a checker.
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

/// Sets of places, a bit each, from the ace point of the side that hits.
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

    /// Whether this order of two numbers hits: with the first one, or with the second one after it.
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

    /// Whether a double hits, with up to four steps.
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
