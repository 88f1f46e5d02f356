//! Connections between the sides of the board.

use board_engine::{Bitboard, Seat};

/// A set of places on the board.
pub(crate) type Places = Bitboard<u128>;

/// The places along the sides of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Sides {
    size: i32,
    top: Places,
    bottom: Places,
    left: Places,
    right: Places,
}

impl Sides {
    /// The sides of a board with `size` columns and rows, at most 11.
    pub(crate) fn new(size: u8) -> Self {
        let (last, count) = (u32::from(size) - 1, u32::from(size));
        let row = |row: u32| (0..count).map(move |column| row * count + column).collect();
        let column = |column: u32| (0..count).map(move |row| row * count + column).collect();
        Self {
            size: size.into(),
            top: row(0),
            bottom: row(last),
            left: column(0),
            right: column(last),
        }
    }

    /// The two sides that a seat must connect.
    #[inline]
    pub(crate) fn of(&self, seat: Seat) -> [Places; 2] {
        if seat == Seat::FIRST { [self.top, self.bottom] } else { [self.left, self.right] }
    }

    /// The places adjacent to any of `places`. The result can include bits past the last place on the board.
    #[inline]
    pub(crate) fn around(&self, places: Places) -> Places {
        let (not_left, not_right) = (places - self.left, places - self.right);
        not_left.shifted(-1)
            | not_right.shifted(1)
            | places.shifted(-self.size)
            | places.shifted(self.size)
            | not_right.shifted(1 - self.size)
            | not_left.shifted(self.size - 1)
    }

    /// Returns `true` if these stones connect the seat's two sides.
    #[inline]
    pub(crate) fn are_connected(&self, stones: Places, seat: Seat) -> bool {
        let [from, to] = self.of(seat);
        let mut reached = stones & from;
        // A connection has a stone in each line between the sides.
        if reached.is_empty() || !stones.meets(to) || stones.count().cast_signed() < self.size {
            return false;
        }
        loop {
            let wider = reached | (self.around(reached) & stones);
            if wider.meets(to) {
                return true;
            }
            if wider == reached {
                return false;
            }
            reached = wider;
        }
    }

    /// The stones on a shortest connection between the seat's two sides; empty if there is no connection.
    pub(crate) fn shortest_connection(&self, stones: Places, seat: Seat) -> Places {
        let [from, to] = self.of(seat);
        let mut layers = vec![stones & from];
        let mut reached = layers[0];
        while let Some(&last) = layers.last() {
            if last.is_empty() {
                return Places::EMPTY;
            }
            if last.meets(to) {
                break;
            }
            let next = (self.around(last) & stones) - reached;
            reached |= next;
            layers.push(next);
        }
        let mut path = Places::EMPTY;
        let mut wanted = to;
        for layer in layers.into_iter().rev() {
            let Some(stone) = (layer & wanted).first() else { break };
            path |= Places::single(stone);
            wanted = self.around(Places::single(stone));
        }
        path
    }
}
