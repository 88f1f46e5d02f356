//! Tiles and sets of tiles.

use std::fmt;

/// Maximum number of pips on half a tile, as in a double-nine set.
pub const PIPS_MAX: u8 = 9;

/// The number of tiles in a double-nine set.
pub(crate) const TILES_MAX: usize = 55;

/// A tile, by its number: 0-0, 1-0, 1-1, 2-0 and so on. A smaller set consists of the tiles with the lowest numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile(u8);

/// Each tile's ends, higher first.
const ENDS: [[u8; 2]; TILES_MAX] = {
    let mut ends = [[0; 2]; TILES_MAX];
    let (mut index, mut high) = (0, 0);
    while high <= PIPS_MAX {
        let mut low = 0;
        while low <= high {
            ends[index] = [high, low];
            index += 1;
            low += 1;
        }
        high += 1;
    }
    ends
};

/// The tiles with this number of pips at an end.
const TILES_WITH: [u64; PIPS_MAX as usize + 1] = {
    let mut tiles = [0; PIPS_MAX as usize + 1];
    let mut index = 0;
    while index < TILES_MAX {
        let [high, low] = ENDS[index];
        tiles[high as usize] |= 1 << index;
        tiles[low as usize] |= 1 << index;
        index += 1;
    }
    tiles
};

impl Tile {
    /// The tile with these ends, in any order; `None` if an end has more than [`PIPS_MAX`] pips.
    pub const fn new(ends: [u8; 2]) -> Option<Self> {
        let [one, other] = ends;
        let (high, low) = if one > other { (one, other) } else { (other, one) };
        if high > PIPS_MAX { None } else { Some(Self(high * (high + 1) / 2 + low)) }
    }

    /// The tile with this number, below 55.
    pub(crate) const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// The tile's number, `0..55`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The pips at the tile's ends, the higher number first.
    pub const fn ends(self) -> [u8; 2] {
        ENDS[self.index()]
    }

    /// The total pips at both ends.
    pub const fn pips(self) -> u16 {
        let [high, low] = self.ends();
        high as u16 + low as u16
    }

    /// Returns `true` if both ends are equal.
    pub const fn is_double(self) -> bool {
        let [high, low] = self.ends();
        high == low
    }

    /// The pips at the free end, if the other end joins an end with `pips`; `None` if the tile doesn't match.
    pub const fn beyond(self, pips: u8) -> Option<u8> {
        match self.ends() {
            [high, low] if high == pips => Some(low),
            [high, low] if low == pips => Some(high),
            _ => None,
        }
    }
}

/// `6-4`, the higher end first.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [high, low] = self.ends();
        write!(f, "{high}-{low}")
    }
}

/// A set of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tiles(pub(crate) u64);

impl Tiles {
    /// The empty set of tiles.
    pub const EMPTY: Self = Self(0);

    /// The set of tiles with up to `highest` pips at an end: 6 for double-six.
    pub(crate) const fn full(highest: u8) -> Self {
        let count = (highest as u32 + 1) * (highest as u32 + 2) / 2;
        Self((1 << count) - 1)
    }

    /// The tiles with this number of pips at an end.
    pub(crate) const fn with_pips(pips: u8) -> Self {
        Self(TILES_WITH[pips as usize])
    }

    /// The tiles with one of these numbers at an end.
    pub(crate) fn with_any(numbers: Pips) -> Self {
        numbers.iter().fold(Self::EMPTY, |tiles, pips| tiles.or(Self::with_pips(pips)))
    }

    /// The number of tiles.
    #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if `tile` is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 != 0
    }

    /// The tiles, lowest number first.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = u8::try_from(rest.trailing_zeros()).ok().filter(|_| rest != 0)?;
            rest &= rest - 1;
            Some(Tile(index))
        })
    }

    /// The tile at this index in [`iter`](Self::iter)'s order.
    pub(crate) fn nth(self, place: u32) -> Option<Tile> {
        let mut rest = self.0;
        for _ in 0..place {
            rest &= rest.wrapping_sub(1);
        }
        let index = rest.trailing_zeros();
        u8::try_from(index).ok().filter(|_| rest != 0).map(Tile)
    }

    /// The total pips on all tiles.
    pub fn pips(self) -> u16 {
        self.iter().map(Tile::pips).sum()
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    pub(crate) const fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.0);
    }
}

/// A set of pip counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pips(pub(crate) u16);

impl Pips {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// These two numbers.
    pub(crate) const fn both([one, other]: [u8; 2]) -> Self {
        Self(1 << one | 1 << other)
    }

    /// Returns `true` if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=PIPS_MAX).filter(move |&pips| self.0 >> pips & 1 != 0)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn insert(&mut self, pips: u8) {
        self.0 |= 1 << pips;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_set_has_the_lowest_numbers() {
        for (highest, count) in [(6, 28), (9, 55)] {
            let set = Tiles::full(highest);
            assert_eq!(usize::from(set.len()), count);
            assert!(set.iter().all(|tile| tile.ends()[0] <= highest));
        }
    }

    #[test]
    fn ends_and_numbers_belong_together() {
        for (index, tile) in Tiles::full(9).iter().enumerate() {
            let [high, low] = tile.ends();
            assert_eq!((tile.index(), Tile::new([low, high])), (index, Some(tile)));
            assert_eq!((tile.beyond(high), tile.beyond(low)), (Some(low), Some(high)));
        }
        assert_eq!(Tile::new([10, 0]), None);
    }

    #[test]
    fn each_number_is_on_as_many_tiles_as_there_are_numbers() {
        assert!((0..=6).all(|pips| Tiles::with_pips(pips).and(Tiles::full(6)).len() == 7));
        assert!((0..=9).all(|pips| Tiles::with_pips(pips).len() == 10));
    }
}
