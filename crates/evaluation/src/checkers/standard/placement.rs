//! Where pieces stand: sets of squares that matter, and the sums of the worths of men's places, which are looked up for
//! six squares at a time.

use std::marker::PhantomData;

use board_engine::{Bitboard, Color, Place, Word};
use checkers::{Layout, Set, Variant};

use crate::checkers::standard::weights::{Phased, Weights};

/// The tables and sets of `V`'s board.
pub(super) struct Placement<V: Variant>(PhantomData<V>);

/// How many bits of a set are looked up at a time.
const CHUNK_BITS: u32 = 6;
/// How many sets of so many squares there are.
const CHUNK_SETS: usize = 1 << CHUNK_BITS;
/// Enough for the widest word.
const CHUNKS_MAX: usize = 128_u32.div_ceil(CHUNK_BITS) as usize;

/// For each chunk of a word, what each set of men in it is worth.
type Table = [[Phased; CHUNK_SETS]; CHUNKS_MAX];

impl<V: Variant> Placement<V> {
    const TABLES: [Table; 2] = [table::<V>(Color::White), table::<V>(Color::Black)];

    /// The number of chunks that the board reaches into.
    const CHUNKS: usize = {
        let last = Place { column: Layout::<V>::WIDTH - 1, row: Layout::<V>::HEIGHT - 1 };
        let beside = Place { column: last.column - 1, row: last.row };
        let (last, beside) = (Layout::<V>::bit_at(last), Layout::<V>::bit_at(beside));
        let ((Some(bit), _) | (None, Some(bit))) = (last, beside) else {
            panic!("one of two squares side by side plays")
        };
        (bit / CHUNK_BITS) as usize + 1
    };

    /// The sum of the worths of the places of these men of one color.
    #[inline]
    pub(super) fn of(men: Set<V>, color: Color) -> Phased {
        let tables = const { &Self::TABLES };
        let mut rest = men.0;
        let mut sum = Phased::ZERO;
        for chunk in &tables[color.index()][..Self::CHUNKS] {
            sum = sum + chunk[rest.low() % CHUNK_SETS];
            rest = rest >> CHUNK_BITS;
        }
        sum
    }

    /// The left half of the board, as White sees it.
    #[inline]
    pub(super) fn left_wing() -> Set<V> {
        Bitboard(V::Word::truncated(const { squares::<V>(SetOf::LeftWing) }))
    }

    /// The squares at the edge of the board.
    #[inline]
    pub(super) fn edge() -> Set<V> {
        Bitboard(V::Word::truncated(const { squares::<V>(SetOf::Edge) }))
    }

    /// The half of the board where this color's men become kings.
    #[inline]
    pub(super) fn far_half(color: Color) -> Set<V> {
        let upper = V::Word::truncated(const { squares::<V>(SetOf::UpperHalf) });
        Bitboard(if matches!(color, Color::White) {
            upper
        } else {
            Layout::<V>::board().0 & !upper
        })
    }

    /// How many rows the first of these men of one color is away from its crowning row; `None` if there are no men.
    #[inline]
    pub(super) fn rows_to_crown(men: Set<V>, color: Color) -> Option<i32> {
        let foremost = match color {
            Color::White => men.first()?,
            Color::Black if men.is_empty() => return None,
            Color::Black => men.0.highest(),
        };
        let row = const { Self::ROWS }[foremost as usize];
        Some(match color {
            Color::White => row.into(),
            Color::Black => i32::from(Layout::<V>::HEIGHT) - 1 - i32::from(row),
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

/// The place to the right, or the first one of the next row.
const fn next<V: Variant>(place: Place) -> Place {
    if place.column + 1 < Layout::<V>::WIDTH {
        Place { column: place.column + 1, row: place.row }
    } else {
        Place { column: 0, row: place.row + 1 }
    }
}

/// Sets of squares that matter.
#[derive(Clone, Copy)]
enum SetOf {
    LeftWing,
    Edge,
    UpperHalf,
}

const fn squares<V: Variant>(which: SetOf) -> u128 {
    let (width, height) = (Layout::<V>::WIDTH, Layout::<V>::HEIGHT);
    let mut set = 0;
    let mut place = Place { column: 0, row: 0 };
    while place.row < height {
        let Place { column, row } = place;
        let belongs = match which {
            SetOf::LeftWing => 2 * column < width,
            SetOf::Edge => column == 0 || column == width - 1 || row == 0 || row == height - 1,
            SetOf::UpperHalf => 2 * row < height,
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

const fn table<V: Variant>(color: Color) -> Table {
    let worths = worths::<V>(color);
    let mut table = [[Phased::ZERO; CHUNK_SETS]; CHUNKS_MAX];
    let mut chunk = 0;
    while chunk < CHUNKS_MAX {
        let mut set = 1;
        while set < CHUNK_SETS {
            // What the set is worth without its lowest man, and that man.
            let lowest = chunk * CHUNK_BITS as usize + set.trailing_zeros() as usize;
            if lowest < worths.len() {
                table[chunk][set] = table[chunk][set & (set - 1)].plus(worths[lowest]);
            }
            set += 1;
        }
        chunk += 1;
    }
    table
}

/// For each bit, what a man of this color is worth there besides its material.
const fn worths<V: Variant>(color: Color) -> [Phased; 128] {
    let weights = Weights::of(&V::RULES);
    let (width, height) = (Layout::<V>::WIDTH, Layout::<V>::HEIGHT);
    let mut worths = [Phased::ZERO; 128];
    let mut place = Place { column: 0, row: 0 };
    while place.row < height {
        let Place { column, row } = place;
        let advanced = if matches!(color, Color::White) { height - 1 - row } else { row };
        let from_edge = if column < width / 2 { column } else { width - 1 - column };
        if let Some(bit) = Layout::<V>::bit_at(place) {
            let mut worth = weights.row(advanced, height);
            if from_edge == 0 {
                worth = worth.plus(weights.edge);
            }
            if from_edge >= width / 4 {
                worth = worth.plus(weights.center);
            }
            worths[bit as usize] = worth;
        }
        place = next::<V>(place);
    }
    worths
}
