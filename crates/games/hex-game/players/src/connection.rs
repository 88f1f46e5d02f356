//! The stones that a seat needs to connect its sides, if its opponent only answers threats.
//!
//! A bridge is a pair of stones with two free common neighbors. Whichever of these the opponent takes, the other one
//! connects the stones, so a bridge counts as a connection, even if two bridges share a neighbor. The edge behaves like
//! a row of stones. Cameron Browne describes both in "Hex Strategy: Making the Right Connections" (2000).

use std::array;
use std::cell::RefCell;

use board_engine::{Bitboard, Seat};
use hex_game::Position;

/// A set of places on the board.
type Places = Bitboard<u128>;

/// The neighbors of a place, clockwise from the right.
const RIGHT: usize = 0;
const DOWN: usize = 1;
const DOWN_LEFT: usize = 2;
const LEFT: usize = 3;
const UP: usize = 4;
const UP_RIGHT: usize = 5;

/// The connections that a seat can still make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shortest {
    /// The smallest number of stones that connect the sides; 0 if the opponent can't prevent the connection; `None` if
    /// the opponent has connected its own sides, or if more than [`STONES_MAX`] stones are needed.
    pub(crate) stones: Option<u8>,
    /// The free places in all smallest sets of stones.
    pub(crate) places: Places,
}

/// The largest number of stones that are counted.
pub(crate) const STONES_MAX: usize = 12;

/// The places reached from a side, by number of stones. Later layers are empty.
struct Reached {
    layers: [Places; STONES_MAX + 1],
    /// The number of stones after which the goal is reached, if it is reached.
    stones: Option<usize>,
}

/// The connections in a thread's last position. Searches need them once for the evaluation, and once for each move.
struct Last {
    size: u8,
    position: Position,
    /// The mover's connections, then the opponent's.
    shortest: [Shortest; 2],
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

/// The smallest sets of stones that connect the mover's sides and the opponent's sides, on a board of this size, at
/// most 11.
pub(crate) fn shortest_of_both(size: u8, position: &Position) -> [Shortest; 2] {
    LAST.with_borrow_mut(|last| match last {
        Some(last) if last.size == size && last.position == *position => last.shortest,
        _ => {
            let mover = position.mover();
            let shortest = [mover, mover.opponent()].map(|seat| shortest(size, position, seat));
            *last = Some(Last { size, position: *position, shortest });
            shortest
        }
    })
}

/// The smallest sets of stones that connect `seat`'s sides, on a board of this size, at most 11.
pub(crate) fn shortest(size: u8, position: &Position, seat: Seat) -> Shortest {
    // With a constant size, shifts take few instructions.
    match size {
        0..=3 => Rhombus::<3>::shortest(position, seat),
        4 => Rhombus::<4>::shortest(position, seat),
        5 => Rhombus::<5>::shortest(position, seat),
        6 => Rhombus::<6>::shortest(position, seat),
        7 => Rhombus::<7>::shortest(position, seat),
        8 => Rhombus::<8>::shortest(position, seat),
        9 => Rhombus::<9>::shortest(position, seat),
        10 => Rhombus::<10>::shortest(position, seat),
        _ => Rhombus::<11>::shortest(position, seat),
    }
}

/// A board of this size.
enum Rhombus<const SIZE: usize> {}

impl<const SIZE: usize> Rhombus<SIZE> {
    const ALL: Places = Bitboard(u128::MAX >> (128 - SIZE * SIZE));
    const TOP: Places = Bitboard(u128::MAX >> (128 - SIZE));
    const BOTTOM: Places = Bitboard(Self::TOP.0 << (SIZE * (SIZE - 1)));
    const FIRST: Places = {
        let (mut places, mut row) = (0, 0);
        while row < SIZE {
            places |= 1 << (row * SIZE);
            row += 1;
        }
        Bitboard(places)
    };
    const LAST: Places = Bitboard(Self::FIRST.0 << (SIZE - 1));

    fn shortest(position: &Position, seat: Seat) -> Shortest {
        let own = position.stones(seat);
        let free = Self::ALL - position.occupied();
        let sides = if seat == Seat::FIRST {
            [(Self::TOP, [DOWN, DOWN_LEFT]), (Self::BOTTOM, [UP, UP_RIGHT])]
        } else {
            [(Self::FIRST, [RIGHT, UP_RIGHT]), (Self::LAST, [LEFT, DOWN_LEFT])]
        };
        let [first, second] = sides.map(|(edge, inward)| Self::beside(edge, inward, free));
        let there = Self::reach(own, free, [first, second], STONES_MAX);
        let Some(stones) = there.stones else {
            return Shortest { stones: None, places: Places::EMPTY };
        };
        let mut places = Places::EMPTY;
        if stones > 0 {
            let back = Self::reach(own, free, [second, first], stones);
            for placed in 1..=stones {
                places |= there.new_in(placed) & back.new_in(stones + 1 - placed);
            }
        }
        Shortest { stones: u8::try_from(stones).ok(), places: places & free }
    }

    /// The places connected to a side: places at its edge, and places with two free neighbors at the edge. `inward` are
    /// the two directions from the edge into the board.
    fn beside(edge: Places, inward: [usize; 2], free: Places) -> Places {
        let [one, other] = inward.map(|side| Self::neighbors(edge & free)[side]);
        edge | (one & other)
    }

    /// The places reached with up to `most` stones from the places connected to a side, until they meet the places
    /// connected to the other side.
    fn reach(own: Places, free: Places, [side, goal]: [Places; 2], most: usize) -> Reached {
        let mut layers = [Places::EMPTY; STONES_MAX + 1];
        let mut reached = Self::connected(own, free, own & side, own & side);
        let (mut newest, mut next) = (reached, side & free);
        for (placed, layer) in layers.iter_mut().enumerate().take(most + 1) {
            if placed > 0 {
                let before = reached;
                next = ((next | Self::around(newest, free)) & free) - reached;
                reached = Self::connected(own, free, reached | next, next);
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

    /// `reached`, extended by the seat's stones that are connected to `newest`.
    fn connected(own: Places, free: Places, reached: Places, newest: Places) -> Places {
        let (mut reached, mut newest) = (reached, newest);
        loop {
            newest = (Self::around(newest, free) & own) - reached;
            if newest.is_empty() {
                return reached;
            }
            reached |= newest;
        }
    }

    /// The neighbors of places, and the places that form a bridge with one of these places. The result can include bits
    /// past the last place on the board.
    #[inline]
    fn around(places: Places, free: Places) -> Places {
        let neighbors = Self::neighbors(places);
        let beyond: [[Places; 6]; 6] =
            array::from_fn(|side| Self::neighbors(neighbors[side] & free));
        let all = neighbors.into_iter().fold(Places::EMPTY, |all, one| all | one);
        (0..6).fold(all, |all, side| {
            let next = (side + 1) % 6;
            all | (beyond[side][next] & beyond[next][side])
        })
    }

    /// The neighbors in each direction.
    #[inline]
    fn neighbors(places: Places) -> [Places; 6] {
        let (not_first, not_last) = ((places - Self::FIRST).0, (places - Self::LAST).0);
        [
            not_last << 1,
            places.0 << SIZE,
            not_first << (SIZE - 1),
            not_first >> 1,
            places.0 >> SIZE,
            not_last >> (SIZE - 1),
        ]
        .map(Bitboard)
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
        let shortest = shortest(size, &position, seat);
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
        // d2 and e3 are a bridge too, and so are e3 and c4, although both bridges need d3.
        check(5, &["d2", "c3", "c4", "e5"], Seat::FIRST, 1, &["d3", "e3"]);
    }

    #[test]
    fn a_blocked_seat_needs_more_stones() {
        check(3, &["b2"], Seat::SECOND, 2, &["a3", "b1", "b3", "c1"]);
    }
}
