//! The stones that a seat needs to connect its sides, if its opponent only answers threats.
//!
//! A bridge is a pair of stones with two free common neighbors. Whichever of these the opponent takes, the other one
//! connects the stones, so a bridge counts as a connection, even if two bridges share a neighbor. The edge behaves like a row of stones. Cameron Browne
//! describes both in "Hex Strategy: Making the Right Connections" (2000).

use std::array;
use std::cell::RefCell;

use board_engine::{Bitboard, Seat};
use hex_game::Position;

/// A set of places.
type Places = Bitboard<u128>;

/// The six neighbors of a place, clockwise from the right: columns and rows.
const NEIGHBORS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The connections that a seat can still make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shortest {
    /// The smallest number of stones that connect the sides; 0 if the opponent can't prevent the connection; `None` if
    /// the opponent has connected its own sides, or for more than [`STONES_MAX`].
    pub(crate) stones: Option<u8>,
    /// The free places of all smallest sets of stones.
    pub(crate) places: Places,
}

/// A board on which connections are found.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    size: i32,
    all: Places,
    /// The places that have a neighbor in each direction.
    inner: [Places; 6],
}

/// The largest number of stones that is counted.
pub(crate) const STONES_MAX: usize = 12;

/// The places reached from a side, by number of stones. Later layers are empty.
struct Reached {
    layers: [Places; STONES_MAX + 1],
    /// The number of stones after which the goal is reached, if it is.
    stones: Option<usize>,
}

/// The last position of a thread for which connections were wanted: searches ask for them once for the evaluation, and
/// once for each move.
struct Last {
    connections: Connections,
    position: Position,
    /// Of the mover, then of its opponent.
    shortest: [Shortest; 2],
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// The smallest sets of stones that connect the sides of the mover, and of its opponent.
pub(crate) fn shortest_of_both(size: u8, position: &Position) -> [Shortest; 2] {
    LAST.with_borrow_mut(|last| {
        let found = |connections: &Connections| {
            let mover = position.mover();
            [mover, mover.opponent()].map(|seat| connections.shortest(position, seat))
        };
        match last {
            Some(last) if last.connections.size == i32::from(size) => {
                if last.position != *position {
                    last.shortest = found(&last.connections);
                    last.position = *position;
                }
                last.shortest
            }
            _ => {
                let connections = Connections::new(size);
                let shortest = found(&connections);
                *last = Some(Last { connections, position: *position, shortest });
                shortest
            }
        }
    })
}

impl Connections {
    /// The board of this size, at most 11.
    pub(crate) fn new(size: u8) -> Self {
        let size = i32::from(size);
        let places = |fits: &dyn Fn(i32, i32) -> bool| -> Places {
            let fitting = (0..size * size).filter(|bit| fits(bit % size, bit / size));
            fitting.map(i32::cast_unsigned).collect()
        };
        let inner = NEIGHBORS.map(|(right, down)| {
            let on_board = |line: i32| (0..size).contains(&line);
            places(&|column, row| on_board(column + right) && on_board(row + down))
        });
        Self { size, all: places(&|_, _| true), inner }
    }

    /// The smallest sets of stones that connect the sides of `seat`.
    pub(crate) fn shortest(&self, position: &Position, seat: Seat) -> Shortest {
        let own = position.stones(seat);
        let free = self.all - position.occupied();
        // The direction from the first side to the board, and from the second one.
        let [first, second] = if seat == Seat::FIRST { [1, 4] } else { [0, 3] };
        let [first, second] = [first, second].map(|inward| self.beside(inward, free));
        let there = self.reach(own, free, [first, second], STONES_MAX);
        let Some(stones) = there.stones else {
            return Shortest { stones: None, places: Places::EMPTY };
        };
        let mut places = Places::EMPTY;
        if stones > 0 {
            let back = self.reach(own, free, [second, first], stones);
            for placed in 1..=stones {
                places |= there.new_in(placed) & back.new_in(stones + 1 - placed);
            }
        }
        Shortest { stones: u8::try_from(stones).ok(), places: places & free }
    }

    /// The places connected to a side: those beside it, and those with two free neighbors beside it. `inward` is a
    /// direction from the side into the board.
    fn beside(&self, inward: usize, free: Places) -> Places {
        let beside = self.all - self.step(self.all, inward);
        // The other direction inward is the next one around for horizontal sides, the previous one for vertical ones.
        let other = if NEIGHBORS[inward].0 == 0 { inward + 1 } else { inward + 5 } % 6;
        let edge = beside & free;
        beside | (self.step(edge, inward) & self.step(edge, other))
    }

    /// Places up to `most` stones outward from the places connected to a side, until they meet the places connected to
    /// the other side.
    fn reach(&self, own: Places, free: Places, [side, goal]: [Places; 2], most: usize) -> Reached {
        let mut layers = [Places::EMPTY; STONES_MAX + 1];
        let mut reached = self.connected(own, free, own & side, own & side);
        let (mut newest, mut next) = (reached, side & free);
        for (placed, layer) in layers.iter_mut().enumerate().take(most + 1) {
            if placed > 0 {
                let before = reached;
                next = ((next | self.around(newest, free)) & free) - reached;
                reached = self.connected(own, free, reached | next, next);
                newest = reached - before;
                next = Places::EMPTY;
                if newest.is_empty() {
                    break;
                }
            }
            *layer = reached;
            if reached.meets(goal) {
                return Reached { layers, stones: Some(placed) };
            }
        }
        Reached { layers, stones: None }
    }

    /// `reached` with the own stones that are connected to its newest places.
    fn connected(&self, own: Places, free: Places, reached: Places, newest: Places) -> Places {
        let (mut reached, mut newest) = (reached, newest);
        loop {
            newest = (self.around(newest, free) & own) - reached;
            if newest.is_empty() {
                return reached;
            }
            reached |= newest;
        }
    }

    /// The neighbors of places, and the places that form a bridge with one of them.
    fn around(&self, places: Places, free: Places) -> Places {
        let neighbors: [Places; 6] = array::from_fn(|side| self.step(places, side));
        let all = neighbors.into_iter().fold(Places::EMPTY, |all, one| all | one);
        (0..6).fold(all, |all, side| {
            let next = (side + 1) % 6;
            let one = self.step(neighbors[side] & free, next);
            all | (one & self.step(neighbors[next] & free, side))
        })
    }

    /// The neighbors in one direction.
    fn step(&self, places: Places, side: usize) -> Places {
        let (right, down) = NEIGHBORS[side];
        (places & self.inner[side]).shifted(right + down * self.size)
    }
}

impl Reached {
    /// The places reached with exactly this number of stones.
    fn new_in(&self, stones: usize) -> Places {
        self.layers[stones] - self.layers[stones - 1]
    }
}

#[cfg(test)]
mod tests {
    use board_engine::{Game, Notation};
    use hex_game::{Hex, Swap};

    use super::*;

    fn check(size: u8, moves: &[&str], seat: Seat, stones: u8, places: &[&str]) {
        let game = Hex::new(size, Swap::Forbidden).unwrap();
        let mut position = game.start();
        for text in moves {
            let mv = game.parse_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        let shortest = Connections::new(size).shortest(&position, seat);
        assert_eq!(shortest.stones, Some(stones), "{moves:?}");
        let place = |text: &&str| {
            let mv = game.parse_move(&game.start(), text).unwrap();
            mv.place().unwrap()
        };
        let expected: Places = places.iter().map(place).collect();
        assert_eq!(shortest.places, expected, "{moves:?}");
    }

    #[test]
    fn bridges_and_edges_count_as_connections() {
        // The middle of 3×3 is connected to all sides.
        check(3, &["b2"], Seat::FIRST, 0, &[]);
        check(3, &["a1", "b2"], Seat::SECOND, 0, &[]);
        check(3, &[], Seat::FIRST, 1, &["b2"]);
        // d2 and c4 are a bridge, and both are connected to their edges.
        check(5, &["d2", "a1", "c4", "e5"], Seat::FIRST, 0, &[]);
        // So are d2 and e3, and e3 and c4, although both bridges need d3.
        check(5, &["d2", "c3", "c4", "e5"], Seat::FIRST, 1, &["d3", "e3"]);
    }

    #[test]
    fn a_blocked_seat_needs_more_stones() {
        check(3, &["b2"], Seat::SECOND, 2, &["a3", "b1", "b3", "c1"]);
    }
}
