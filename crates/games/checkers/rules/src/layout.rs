//! The layout of squares in a word's bits.
//!
//! On boards with every second square in play, each pair of rows has one bit more than it has squares. With these
//! "ghost columns", a diagonal step is the same shift everywhere, and a step over the edge lands on a bit without a
//! piece. The 10×10 board:
//!
//! ```text
//!     0   1   2   3   4
//!   5   6   7   8   9  10
//!    11  12  13  14  15
//!  16  17  18  19  20  21
//!    …                      10, 21, … are ghosts
//! ```

mod directions;
mod rays;
mod tables;

use std::marker::PhantomData;

use board_engine::{Bitboard, Color, Direction, Geometry, Place, Square, Word};

use self::rays::Rays;
use self::tables::{GHOST, Tables};
use crate::variant::Variant;

pub(crate) use self::directions::{
    DIRECTIONS, Directions, EAST, NORTH, NORTH_EAST, NORTH_WEST, SOUTH, SOUTH_EAST, SOUTH_WEST,
    WEST, for_each_direction, opposite,
};
pub(crate) use self::tables::Squares;

/// A set of squares on `V`'s board.
pub type Set<V> = Bitboard<<V as Variant>::Word>;

/// The layout of `V`'s board, and its constant sets.
#[derive(Clone, Copy, Debug)]
pub struct Layout<V: Variant>(PhantomData<V>);

impl<V: Variant> Layout<V> {
    const TABLES: Tables = Tables::of(V::RULES.board);
    const RAYS_LOWER: Rays = Rays::lower(&Self::TABLES);
    const RAYS_UPPER: Rays = Rays::upper(&Self::TABLES);

    /// The board's squares as a value.
    pub(crate) const SQUARES: Squares = Squares { rules: &V::RULES, tables: &Self::TABLES };

    /// The number of squares.
    pub const SQUARE_COUNT: usize = Self::TABLES.square_count;

    /// The number of men with which each side starts, which is also a side's maximum number of pieces.
    pub const PIECES_MAX: u32 = Self::TABLES.start[0].count_ones();

    /// The rows, from 0 at the top of the page.
    pub const HEIGHT: u8 = V::RULES.board.height;

    /// The columns, from 0 at the left.
    pub const WIDTH: u8 = V::RULES.board.width;

    /// The squares in a row.
    pub const ROW_SQUARES: usize = V::RULES.board.columns() as usize;

    /// The bits of [`crown`](Self::crown) for each color.
    pub(crate) const CROWN: [u128; 2] = Self::TABLES.crown;

    /// The bits of [`before_crown`](Self::before_crown) for each color.
    pub(crate) const BEFORE_CROWN: [u128; 2] = Self::TABLES.before_crown;

    /// All squares.
    #[inline]
    pub fn board() -> Set<V> {
        set_of::<V>(Self::TABLES.board)
    }

    /// This color's crowning row.
    #[inline]
    pub fn crown(color: Color) -> Set<V> {
        set_of::<V>(Self::TABLES.crown[color.index()])
    }

    /// The row before the crowning row.
    #[inline]
    pub(crate) fn before_crown(color: Color) -> Set<V> {
        set_of::<V>(Self::TABLES.before_crown[color.index()])
    }

    /// The diagonal from White's left-hand corner to Black's; empty if it is not in play.
    #[inline]
    pub fn main_road() -> Set<V> {
        set_of::<V>(Self::TABLES.main_road)
    }

    /// The start squares of this color's men.
    #[inline]
    pub fn start(color: Color) -> Set<V> {
        set_of::<V>(Self::TABLES.start[color.index()])
    }

    /// The same squares after the board is turned by 180°.
    #[inline]
    pub fn turned(squares: Set<V>) -> Set<V> {
        let unused = const { V::Word::BITS + Self::TABLES.board.leading_zeros() - u128::BITS };
        Bitboard(squares.0.reversed() >> unused)
    }

    /// The bit of a square; squares are counted from 0 at the left of the top row.
    ///
    /// # Panics
    /// If the square is not on this board.
    #[inline]
    pub fn bit(square: Square) -> u32 {
        assert!(square.index() < Self::SQUARE_COUNT, "a square of this board");
        Self::TABLES.bits[square.index()].into()
    }

    /// The square of a bit, unless the bit is a ghost or off the board.
    #[inline]
    pub fn square(bit: u32) -> Option<Square> {
        let square = *Self::TABLES.squares.get(bit as usize)?;
        (square != GHOST).then(|| Square::new(square.into()))
    }

    /// The column and row of a bit's square.
    pub fn place(bit: u32) -> Option<Place> {
        Self::SQUARES.place(bit)
    }

    /// The bit of the square at this place, if the place is on the board and in play.
    pub const fn bit_at(place: Place) -> Option<u32> {
        Self::SQUARES.bit_at(place)
    }

    /// The squares in `squares` that this color's `men` neither occupy nor could reach without captures on an empty
    /// board.
    #[inline]
    pub fn outside_span(squares: Set<V>, men: Set<V>, color: Color) -> Set<V> {
        let (mut span, mut outside) = (men, squares - men);
        for _ in 1..Self::HEIGHT {
            if outside.is_empty() {
                break;
            }
            let mut reached = Bitboard::EMPTY;
            match color {
                Color::White => {
                    for_each_direction!(Self::FORWARD[0], D => reached |= Self::step::<D>(span));
                }
                Color::Black => {
                    for_each_direction!(Self::FORWARD[1], D => reached |= Self::step::<D>(span));
                }
            }
            span |= reached & Self::board();
            outside = outside - span;
        }
        outside
    }

    /// The directions in which men move, for White and for Black.
    const FORWARD: [Directions; 2] = {
        let all = Directions::all(V::RULES.lines, false);
        [all.forward(true), all.forward(false)]
    };

    /// The squares in `set`, moved one step in direction `D`. Along diagonals on boards with ghosts, the result can
    /// contain ghosts and must be intersected with a set of squares.
    #[inline]
    pub(crate) fn step<const D: usize>(set: Set<V>) -> Set<V> {
        let moved = set.shifted(const { Self::TABLES.shifts[D] });
        if const { Self::TABLES.cut[D] } {
            moved & set_of::<V>(const { Self::TABLES.reach[D] })
        } else {
            moved
        }
    }

    /// The squares from `bit`'s square to the edge of the board in direction `D`, excluding the first.
    #[inline]
    fn ray<const D: usize>(bit: u32) -> Set<V> {
        let lower = u128::from(const { &Self::RAYS_LOWER }.from(bit, D));
        if const { V::Word::BITS <= u64::BITS } {
            return set_of::<V>(lower);
        }
        let upper = u128::from(const { &Self::RAYS_UPPER }.from(bit, D));
        set_of::<V>(upper << u64::BITS | lower)
    }

    /// `true` if steps in direction `D` lead to higher bits.
    const fn rises<const D: usize>() -> bool {
        Self::TABLES.shifts[D] > 0
    }

    /// The free squares that a piece reaches from `bit`'s square in direction `D`; `free` contains all free squares.
    #[inline]
    pub(crate) fn slides<const D: usize>(bit: u32, free: Set<V>) -> Set<V> {
        let ray = Self::ray::<D>(bit);
        let blocked = (ray - free).0;
        let up_to_first = if const { Self::rises::<D>() } {
            // All bits up to the lowest one, or all bits if the set is empty.
            blocked ^ blocked.plus(!V::Word::ZERO)
        } else {
            !V::Word::ZERO << (blocked | V::Word::ONE).highest()
        };
        ray & Bitboard(up_to_first) & free
    }

    /// The first square that is not free on the ray from `bit`'s square in direction `D`; empty if all are free.
    #[inline]
    pub(crate) fn first_blocked<const D: usize>(bit: u32, free: Set<V>) -> Set<V> {
        let blocked = Self::ray::<D>(bit) - free;
        if const { Self::rises::<D>() } {
            blocked - Bitboard(blocked.0.without_lowest())
        } else {
            Bitboard::single((blocked.0 | V::Word::ONE).highest()) & blocked
        }
    }

    /// Returns `true` if `wanted` contains the first square that is not free on the ray from `bit`'s square in
    /// direction `D`. The squares in `wanted` must not be free.
    #[inline]
    pub(crate) fn meets_first<const D: usize>(bit: u32, free: Set<V>, wanted: Set<V>) -> bool {
        if const { Self::rises::<D>() } {
            return Self::first_blocked::<D>(bit, free).meets(wanted);
        }
        // The comparison is decided by the highest bit.
        let ray = Self::ray::<D>(bit);
        (ray & wanted).0 > (ray - free - wanted).0
    }

    /// Returns `true` if the landing squares of steps in these directions use at most half of the word. Two sets of
    /// such squares then don't overlap if one of them is [rotated by half](Bitboard::rotated_by_half).
    pub(crate) const fn fits_twice(directions: Directions) -> bool {
        let mut reached = 0;
        let mut direction = 0;
        while direction < DIRECTIONS {
            if directions.has(direction) {
                reached |= Self::TABLES.reach[direction];
            }
            direction += 1;
        }
        u128::BITS - reached.leading_zeros() - reached.trailing_zeros() <= V::Word::BITS / 2
    }

    /// The squares one step from a square in `squares` in this direction. The variant's pieces must move or capture in
    /// this direction. On boards with every second square in play, a straight step goes to the next square on the line.
    #[inline]
    pub fn next(squares: Set<V>, direction: Direction) -> Set<V> {
        let reached = match direction {
            Direction::North => Self::step::<NORTH>(squares),
            Direction::NorthEast => Self::step::<NORTH_EAST>(squares),
            Direction::East => Self::step::<EAST>(squares),
            Direction::SouthEast => Self::step::<SOUTH_EAST>(squares),
            Direction::South => Self::step::<SOUTH>(squares),
            Direction::SouthWest => Self::step::<SOUTH_WEST>(squares),
            Direction::West => Self::step::<WEST>(squares),
            Direction::NorthWest => Self::step::<NORTH_WEST>(squares),
        };
        reached & Self::board()
    }

    /// The change in the bit index for a step in direction `D`.
    pub(crate) const fn shift<const D: usize>() -> i32 {
        Self::TABLES.shifts[D]
    }

    /// The board's shape, for diagrams: squares in the same order.
    pub fn geometry() -> Geometry {
        Self::SQUARES.geometry()
    }
}

#[inline]
fn set_of<V: Variant>(bits: u128) -> Set<V> {
    Bitboard(V::Word::truncated(bits))
}
