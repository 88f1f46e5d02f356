//! Positions as numbers: each position with the same material has its own number, and most numbers have a position.
//!
//! The side to move is treated as White; with Black to move the board is turned. Men are numbered by the squares that
//! they can occupy (all except the crowning row), and kings by the remaining squares. Each group uses the combinatorial
//! number system: c₁ < c₂ < … has the number C(c₁, 1) + C(c₂, 2) + … (Knuth, "The Art of Computer Programming" 4A,
//! 7.2.1.3). Both sides' men are numbered independently. Numbers for which two men share a square therefore have no
//! position; with two men on each side, that is one number in seven.

use board_engine::{Bitboard, Color, Word};
use checkers::{Layout, Position, Set, Variant};
use tablebase::PIECES_MAX;

use crate::material::Material;
use crate::rules::Facts;

/// A position's pieces from the point of view of the side to move, which plays up the board like White.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<V: Variant> {
    pub(crate) men: [Set<V>; 2],
    pub(crate) kings: [Set<V>; 2],
}

/// The side to move, in a [`View`].
pub(crate) const MOVER: usize = 0;
/// The other side.
pub(crate) const OTHER: usize = 1;

impl<V: Variant> View<V> {
    /// The position, from the point of view of the side to move.
    #[inline]
    pub(crate) fn of(position: &Position<V::Word>) -> Self {
        let (mover, other) = (position.turn(), !position.turn());
        let view = Self {
            men: [position.men(mover), position.men(other)],
            kings: [position.kings(mover), position.kings(other)],
        };
        if mover == Color::White { view } else { view.turn() }
    }

    /// The view as a position with White to move and all counters at zero.
    #[inline]
    pub(crate) fn position(&self) -> Position<V::Word> {
        let pieces = [self.men[MOVER] | self.kings[MOVER], self.men[OTHER] | self.kings[OTHER]];
        Position::new(pieces, self.kings[MOVER] | self.kings[OTHER], Color::White)
    }

    /// The same view after the board is turned, with the sides unchanged.
    #[inline]
    fn turn(self) -> Self {
        Self { men: self.men.map(Layout::<V>::turned), kings: self.kings.map(Layout::<V>::turned) }
    }

    /// The same board with the other side to move.
    #[inline]
    pub(crate) fn pass(self) -> Self {
        let Self { men: [men, other_men], kings: [kings, other_kings] } = self.turn();
        Self { men: [other_men, men], kings: [other_kings, kings] }
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Set<V> {
        self.men[0] | self.men[1] | self.kings[0] | self.kings[1]
    }
}

/// The number of squares on the largest board, plus one.
const SQUARES: usize = 113;
const GROUP: usize = PIECES_MAX as usize + 1;

/// Binomial coefficients: `BINOMIALS[k][n]` is "n over k".
static BINOMIALS: [[u64; SQUARES]; GROUP] = {
    let mut table = [[0; SQUARES]; GROUP];
    let mut n = 0;
    while n < SQUARES {
        table[0][n] = 1;
        let mut k = 1;
        while k < GROUP {
            table[k][n] = if n == 0 { 0 } else { table[k - 1][n - 1] + table[k][n - 1] };
            k += 1;
        }
        n += 1;
    }
    table
};

const fn choose(n: usize, k: usize) -> u64 {
    BINOMIALS[k][n]
}

/// The number of the combination `squares`, lowest first.
#[inline]
fn rank(squares: impl Iterator<Item = usize>) -> u64 {
    (1..).zip(squares).map(|(k, square)| BINOMIALS[k % GROUP][square % SQUARES]).sum()
}

/// A combination of at most [`PIECES_MAX`] places.
#[derive(Clone, Copy, Debug)]
struct Combination {
    rank: u64,
    places: [u8; PIECES_MAX as usize],
    count: usize,
}

impl Combination {
    const fn new(count: usize) -> Self {
        Self { rank: u64::MAX, places: [0; PIECES_MAX as usize], count }
    }

    /// Advances to the combination with this number.
    fn seek(&mut self, rank: u64, places: usize) {
        self.rank = rank;
        let (mut left, mut below) = (rank, places);
        for k in (1..=self.count).rev() {
            while below > 0 && choose(below - 1, k) > left {
                below -= 1;
            }
            below = below.saturating_sub(1);
            left -= choose(below, k);
            #[expect(clippy::cast_possible_truncation, reason = "less than SQUARES")]
            {
                self.places[k - 1] = below as u8;
            }
        }
    }

    fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.places[..self.count].iter().map(|&place| usize::from(place))
    }
}

/// The numbering of all positions with the same material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbering {
    pub(crate) material: Material,
    /// The numbers of combinations of the mover's men, the other side's men, the mover's kings and the other side's
    /// kings.
    groups: [u64; 4],
}

impl Numbering {
    pub(crate) fn of(facts: &Facts, material: Material) -> Self {
        let Material { mover, other } = material;
        let squares = facts.squares;
        let [men, other_men, kings, other_kings] =
            [mover.men, other.men, mover.kings, other.kings].map(usize::from);
        let for_men = facts.squares_of_men();
        let groups = [
            choose(for_men, men),
            choose(for_men, other_men),
            choose(squares - men - other_men, kings),
            choose(squares - men - other_men - kings, other_kings),
        ];
        Self { material, groups }
    }

    /// The number of indices.
    pub(crate) const fn size(&self) -> u64 {
        let [men, other_men, kings, other_kings] = self.groups;
        men.saturating_mul(other_men).saturating_mul(kings).saturating_mul(other_kings)
    }

    /// The number of ways to place the mover's men, and the other side's.
    pub(crate) const fn men(&self) -> [u64; 2] {
        [self.groups[0], self.groups[1]]
    }

    /// The number of ways to place the kings for given men.
    pub(crate) const fn kings(&self) -> u64 {
        self.groups[2].saturating_mul(self.groups[3])
    }

    /// For each way to place a side's men ([`MOVER`] or [`OTHER`]), by its number: the total number of rows left until
    /// all are kings.
    pub(crate) fn rows_to_go(&self, facts: &Facts, side: usize) -> Vec<u16> {
        let Material { mover, other } = self.material;
        let count = if side == MOVER { mover.men } else { other.men };
        let mut men = Combination::new(usize::from(count));
        let places = facts.squares_of_men();
        let rows = |place: usize| rows_of_man(facts, side, place);
        (0..self.groups[side])
            .map(|number| {
                men.seek(number, places);
                men.places().map(rows).sum()
            })
            .collect()
    }

    /// The number of a position with this material.
    #[inline]
    pub(crate) fn number<V: Variant>(&self, view: &View<V>) -> u64 {
        self.number_of_kings(self.number_of_men(view), view)
    }

    /// The part of the number contributed by the men.
    #[inline]
    pub(crate) fn number_of_men<V: Variant>(&self, view: &View<V>) -> u64 {
        let crown = const { crown_size::<V>() };
        let men = rank(view.men[MOVER].into_iter().map(|bit| square::<V>(bit).wrapping_sub(crown)));
        let other_men = rank(view.men[OTHER].into_iter().map(square::<V>));
        men * self.groups[1] + other_men
    }

    /// The index of a position, given the men's part of the index.
    #[inline]
    pub(crate) fn number_of_kings<V: Variant>(&self, men: u64, view: &View<V>) -> u64 {
        let [_, _, of_kings, of_other_kings] = self.groups;
        let taken = view.men[MOVER] | view.men[OTHER];
        let kings = rank(free_places::<V>(view.kings[MOVER], taken));
        let other_kings = rank(free_places::<V>(view.kings[OTHER], taken | view.kings[MOVER]));
        (men * of_kings + kings) * of_other_kings + other_kings
    }
}

/// The number of rows left to go for a man of this side at this place.
#[expect(clippy::cast_possible_truncation, reason = "a board has few rows")]
pub(crate) fn rows_of_man(facts: &Facts, side: usize, place: usize) -> u16 {
    // The mover's places start after its crowning row; the other side's places end before its crowning row.
    let rows_below = place / facts.row_squares;
    let rows = if side == MOVER { rows_below + 1 } else { facts.height - 1 - rows_below };
    rows as u16
}

/// The number of squares in the row on which a side's men become kings.
const fn crown_size<V: Variant>() -> usize {
    Layout::<V>::ROW_SQUARES
}

#[inline]
fn square<V: Variant>(bit: u32) -> usize {
    Layout::<V>::square(bit).map_or(0, board_engine::Square::index)
}

/// The indices of `kings` among the squares that are not in `taken`.
#[inline]
fn free_places<V: Variant>(kings: Set<V>, taken: Set<V>) -> impl Iterator<Item = usize> {
    kings.into_iter().map(move |bit| {
        let before = Bitboard(!(!V::Word::ZERO << bit));
        square::<V>(bit).wrapping_sub((taken & before).count() as usize)
    })
}

/// Finds positions by their numbers. Stepping to a nearby number is fast.
#[derive(Debug)]
pub(crate) struct Positions<V: Variant> {
    numbering: Numbering,
    men: [Combination; 2],
    kings: [Combination; 2],
    /// The bits of the squares left for the mover's kings, and for the other side's.
    free: [FreeSquares; 2],
    view: View<V>,
    is_position: bool,
}

/// The bits of the free squares, lowest first.
#[derive(Clone, Copy, Debug)]
struct FreeSquares {
    bits: [u8; SQUARES],
    count: usize,
}

impl FreeSquares {
    const NONE: Self = Self { bits: [0; SQUARES], count: 0 };

    fn fill<V: Variant>(&mut self, taken: Set<V>) {
        self.count = 0;
        for bit in Layout::<V>::board() - taken {
            #[expect(clippy::cast_possible_truncation, reason = "at most 128 bits")]
            {
                self.bits[self.count] = bit as u8;
            }
            self.count += 1;
        }
    }
}

impl<V: Variant> Positions<V> {
    pub(crate) fn new(numbering: Numbering) -> Self {
        let Material { mover, other } = numbering.material;
        let combinations =
            |counts: [u8; 2]| counts.map(|count| Combination::new(usize::from(count)));
        Self {
            numbering,
            men: combinations([mover.men, other.men]),
            kings: combinations([mover.kings, other.kings]),
            free: [FreeSquares::NONE; 2],
            view: View { men: [Bitboard::EMPTY; 2], kings: [Bitboard::EMPTY; 2] },
            is_position: false,
        }
    }

    /// The position with this number, which must be less than [`Numbering::size`]; `None` if two men would share a
    /// square.
    #[inline]
    pub(crate) fn at(&mut self, number: u64) -> Option<View<V>> {
        let [_, of_other_men, of_kings, of_other_kings] = self.numbering.groups;
        let (rest, other_kings) = (number / of_other_kings, number % of_other_kings);
        let (rest, kings) = (rest / of_kings, rest % of_kings);
        let (men, other_men) = (rest / of_other_men, rest % of_other_men);
        let men_change = self.men[MOVER].rank != men || self.men[OTHER].rank != other_men;
        if men_change {
            self.seek_men([men, other_men]);
        }
        if !self.is_position {
            return None;
        }
        if men_change || self.kings[MOVER].rank != kings {
            self.seek_kings(MOVER, kings);
            let taken = self.view.men[MOVER] | self.view.men[OTHER] | self.view.kings[MOVER];
            self.free[OTHER].fill::<V>(taken);
            self.kings[OTHER].rank = u64::MAX;
        }
        if self.kings[OTHER].rank != other_kings {
            self.seek_kings(OTHER, other_kings);
        }
        Some(self.view)
    }

    fn seek_men(&mut self, ranks: [u64; 2]) {
        let (squares, crown) = (Layout::<V>::SQUARE_COUNT, crown_size::<V>());
        for (side, rank) in ranks.into_iter().enumerate() {
            if self.men[side].rank != rank {
                self.men[side].seek(rank, squares - crown);
                // The mover's men become kings on the first row, and the other side's men on the last row.
                let first = if side == MOVER { crown } else { 0 };
                let bits = self.men[side].places().map(|place| bit::<V>(place + first));
                self.view.men[side] = bits.collect();
            }
        }
        self.is_position = !self.view.men[MOVER].meets(self.view.men[OTHER]);
        if self.is_position {
            self.free[MOVER].fill::<V>(self.view.men[MOVER] | self.view.men[OTHER]);
        }
    }

    fn seek_kings(&mut self, side: usize, rank: u64) {
        let free = &self.free[side];
        self.kings[side].seek(rank, free.count);
        let bits = self.kings[side].places().map(|place| u32::from(free.bits[place]));
        self.view.kings[side] = bits.collect();
    }
}

fn bit<V: Variant>(square: usize) -> u32 {
    Layout::<V>::bit(board_engine::Square::new(square))
}

#[cfg(test)]
mod tests {
    use checkers::{Canadian, English, International, Italian, Turkish};
    use tablebase::TableValue;

    use super::*;
    use crate::material::SidePieces;
    use crate::rules::{Aim, Code};

    /// The number of positions with this material; each has its own index.
    fn count<V: Variant>(material: Material) -> u64 {
        let numbering = Numbering::of(Facts::of::<V>(), material);
        let mut positions = Positions::<V>::new(numbering);
        let mut count = 0;
        for number in 0..numbering.size() {
            let Some(view) = positions.at(number) else { continue };
            assert_eq!(numbering.number(&view), number, "{material}");
            let position = view.position();
            assert_eq!(View::<V>::of(&position).men, view.men);
            assert_eq!(View::<V>::of(&position.passed()).kings, view.pass().kings);
            count += 1;
        }
        count
    }

    /// The number of positions with `pieces` pieces, for either side to move, including positions with all pieces on
    /// one side.
    fn count_all<V: Variant>(pieces: u8) -> u64 {
        let sides = || {
            (0..=pieces)
                .flat_map(move |men| (0..=pieces - men).map(move |kings| SidePieces { men, kings }))
        };
        let all = sides().flat_map(|mover| sides().map(move |other| Material { mover, other }));
        all.filter(|material| material.count() == pieces).map(count::<V>).sum()
    }

    /// Schaeffer, "One Jump Ahead", 1997: the number of positions in English checkers by the number of pieces.
    #[test]
    fn the_number_of_positions_matches_published_counts() {
        assert_eq!(count_all::<English>(1), 120);
        assert_eq!(count_all::<English>(2), 6_972);
        assert_eq!(count_all::<English>(3), 261_224);
        assert_eq!(count_all::<Italian>(3), 261_224);
    }

    #[test]
    fn every_position_has_a_unique_number_on_every_board() {
        // All positions with two kings, a king and a man, or two men, on one side or on both; a man is never on its
        // crowning row.
        let expected = |squares: u64, row: u64| {
            let for_men = squares - row;
            let alone =
                squares * (squares - 1) / 2 + for_men * (squares - 1) + for_men * (for_men - 1) / 2;
            let shared = squares - 2 * row;
            let against =
                squares * (squares - 1) + 2 * for_men * (squares - 1) + for_men * for_men - shared;
            2 * alone + against
        };
        assert_eq!(count_all::<International>(2), expected(50, 5));
        assert_eq!(count_all::<Canadian>(2), expected(72, 6));
        assert_eq!(count_all::<Turkish>(2), expected(64, 8));
    }

    #[test]
    fn a_value_survives_encoding() {
        for plies in 0..300 {
            for aim in [Aim::LastMove, Aim::NoMove] {
                let value = Code::of_plies(plies).value(aim);
                assert_eq!(Code::of_value(value, aim), Code::of_plies(plies));
                assert_eq!(value.plies(), Some(plies));
                let bare = Code::of_value(value.without_plies(), aim);
                assert_eq!(bare.value(aim).without_plies(), value.without_plies());
            }
        }
        assert_eq!(Code::DRAW.value(Aim::NoMove), TableValue::Draw);
    }
}
