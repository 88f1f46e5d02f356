//! Piece placement: sets of important squares, and sums of men's square weights, looked up for six squares at a time.

use std::marker::PhantomData;

use board_engine::{Bitboard, Color, Place, Word};
use checkers::{Layout, Set, Variant};

use crate::evaluation::chunks;
use crate::evaluation::standard::Weighed;
use crate::evaluation::standard::weights::{Phased, Weights};

/// The square weights for men on `V`'s board, according to `E`.
pub(super) struct Placement<V, E>(PhantomData<(V, E)>);

/// The important sets of squares on `V`'s board.
pub(super) struct KeySquares<V>(PhantomData<V>);

/// Maximum number of chunks: enough for the widest word.
const CHUNKS_MAX: usize = 128_u32.div_ceil(chunks::BITS) as usize;

/// Sums over a set of men: the weights of their squares, their number, and their number on the left wing. All three are
/// packed into one word, so one lookup and one addition suffice.
#[derive(Clone, Copy)]
pub(super) struct Tally(i64);

impl Tally {
    const NOBODY: Self = Self(0);
    const COUNT_SHIFT: u32 = 32;
    const LEFT_SHIFT: u32 = 40;

    /// The tally for one man.
    const fn man(weight: Phased, on_left_wing: bool) -> Self {
        let left = on_left_wing as i64;
        Self(weight.bits() as i64 + (1 << Self::COUNT_SHIFT) + (left << Self::LEFT_SHIFT))
    }

    const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// The sum of the weights of the men's squares.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the lower half counts")]
    pub(super) const fn placement(self) -> Phased {
        Phased::from_bits(self.0 as i32)
    }

    /// The number of men, and their number on the left wing.
    #[inline]
    pub(super) const fn counts(self) -> (i32, i32) {
        let counts = ((self.0 - self.placement().bits() as i64) >> Self::COUNT_SHIFT) as i32;
        (counts & 0xFF, counts >> (Self::LEFT_SHIFT - Self::COUNT_SHIFT))
    }
}

/// For each chunk of a word, the sum for each set of men in the chunk.
type Table = [[Tally; chunks::SETS]; CHUNKS_MAX];

impl<V: Variant, E: Weighed<V>> Placement<V, E> {
    #[expect(clippy::large_stack_arrays, reason = "it is made at compile time")]
    const TABLES: [Table; 2] =
        [table::<V>(E::WEIGHTS, Color::White), table::<V>(E::WEIGHTS, Color::Black)];

    /// The sum for these men of one color.
    #[inline]
    pub(super) fn of(men: Set<V>, color: Color) -> Tally {
        let tables = const { &Self::TABLES };
        let table = &tables[color.index()][..const { chunks::count::<V>() }];
        chunks::look_up(men.0, table).fold(Tally::NOBODY, |sum, tally| sum.plus(*tally))
    }
}

impl<V: Variant> KeySquares<V> {
    /// The squares at the edge of the board.
    #[inline]
    pub(super) fn edge() -> Set<V> {
        Bitboard(V::Word::truncated(const { squares::<V>(SetOf::Edge) }))
    }

    /// The half of the board on which this color's men become kings.
    #[inline]
    pub(super) fn far_half(color: Color) -> Set<V> {
        let upper = V::Word::truncated(const { squares::<V>(SetOf::UpperHalf) });
        Bitboard(if matches!(color, Color::White) {
            upper
        } else {
            Layout::<V>::board().0 & !upper
        })
    }

    /// The second and the fourth square on this color's back row, counted from its own left; on wider boards, the two
    /// squares at the same distances from the edges.
    #[inline]
    pub(super) fn bridge(color: Color) -> Set<V> {
        Bitboard(V::Word::truncated(const { squares::<V>(SetOf::Bridges) }))
            & Layout::<V>::crown(!color)
    }

    /// The number of rows between the foremost of one color's `men` and the crowning row; `None` if there are no men.
    #[inline]
    pub(super) fn rows_to_crown(men: Set<V>, color: Color) -> Option<u8> {
        let foremost = match color {
            Color::White => men.first()?,
            Color::Black if men.is_empty() => return None,
            Color::Black => men.0.highest(),
        };
        let row = const { Self::ROWS }[foremost as usize];
        Some(match color {
            Color::White => row,
            Color::Black => Layout::<V>::HEIGHT - 1 - row,
        })
    }

    /// For each bit, the row of its square.
    const ROWS: [u8; 128] = {
        let mut rows = [0; 128];
        let mut place = Place { column: 0, row: 0 };
        while place.row < Layout::<V>::HEIGHT {
            if let Some(bit) = Layout::<V>::bit_at(place) {
                rows[bit as usize] = place.row;
            }
            place = next::<V>(place);
        }
        rows
    };
}

/// The next place to the right, or the first place of the next row.
const fn next<V: Variant>(place: Place) -> Place {
    if place.column + 1 < Layout::<V>::WIDTH {
        Place { column: place.column + 1, row: place.row }
    } else {
        Place { column: 0, row: place.row + 1 }
    }
}

/// A column's distance from the nearer edge.
const fn from_edge(column: u8, width: u8) -> u8 {
    if column < width / 2 { column } else { width - 1 - column }
}

/// The kinds of sets.
#[derive(Clone, Copy)]
enum SetOf {
    Edge,
    UpperHalf,
    Bridges,
}

const fn squares<V: Variant>(which: SetOf) -> u128 {
    let (width, height) = (Layout::<V>::WIDTH, Layout::<V>::HEIGHT);
    let mut set = 0;
    let mut place = Place { column: 0, row: 0 };
    while place.row < height {
        let Place { column, row } = place;
        let from_edge = from_edge(column, width);
        let is_at_an_end = row == 0 || row == height - 1;
        let belongs = match which {
            SetOf::Edge => from_edge == 0 || is_at_an_end,
            SetOf::UpperHalf => 2 * row < height,
            SetOf::Bridges => (from_edge == 1 || from_edge == 2) && is_at_an_end,
        };
        if let Some(bit) = Layout::<V>::bit_at(place)
            && belongs
        {
            set |= 1 << bit;
        }
        place = next::<V>(place);
    }
    set
}

const fn table<V: Variant>(weights: &Weights, color: Color) -> Table {
    let men = men::<V>(weights, color);
    let mut table = [[Tally::NOBODY; chunks::SETS]; CHUNKS_MAX];
    let mut chunk = 0;
    while chunk < chunks::count::<V>() {
        let mut set = 1;
        while set < chunks::SETS {
            // The sum for the set without its lowest man, plus that man.
            let lowest = chunk * chunks::BITS as usize + set.trailing_zeros() as usize;
            if lowest < men.len() {
                table[chunk][set] = table[chunk][set & (set - 1)].plus(men[lowest]);
            }
            set += 1;
        }
        chunk += 1;
    }
    table
}

/// For each bit, the tally for a man of this color on the bit's square. The left wing is the left half of the board
/// from White's view.
const fn men<V: Variant>(weights: &Weights, color: Color) -> [Tally; 128] {
    let (width, height) = (Layout::<V>::WIDTH, Layout::<V>::HEIGHT);
    let mut men = [Tally::NOBODY; 128];
    let mut place = Place { column: 0, row: 0 };
    while place.row < height {
        let Place { column, row } = place;
        let advanced = if matches!(color, Color::White) { height - 1 - row } else { row };
        if let Some(bit) = Layout::<V>::bit_at(place) {
            let weight = weights.placement(advanced, from_edge(column, width), height, width);
            men[bit as usize] = Tally::man(weight, 2 * column < width);
        }
        place = next::<V>(place);
    }
    men
}
