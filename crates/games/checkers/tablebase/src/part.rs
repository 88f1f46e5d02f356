//! Parts of a table, built one after another.
//!
//! Men never move back, and kings leave all men in place. The positions in a table can therefore be divided into slices
//! by the total number of rows between the men and promotion. A quiet move leads to a position in the same slice, or in
//! the slice with one row less. Once that slice is finished, the next slice can be built, and no other slice needs to
//! be in memory (Lake, Schaeffer and Lu, "Solving Large Retrograde Analysis Problems Using a Network of Workstations",
//! 1994, split the checkers tables in this way).

use std::sync::Arc;

use checkers::Variant;

use crate::index::{MOVER, Numbering, OTHER, View, rows_of_man};
use crate::material::{Material, SidePieces};
use crate::rules::Facts;

/// The positions for one side to move in memory, each at its index: the whole table, or a slice of it.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) numbering: Numbering,
    slice: Option<Slice>,
}

/// The positions whose men have this number of rows left in total.
#[derive(Clone, Debug)]
struct Slice {
    rows: u16,
    men: Arc<MenByRows>,
    /// For each placement of the mover's men, the number of placements of all men that precede its first placement; the
    /// last entry is the total.
    starts: Vec<u64>,
}

/// The placements of both sides' men, by the number of rows left.
#[derive(Debug)]
pub(crate) struct MenByRows {
    numbering: Numbering,
    rows: [Vec<u16>; 2],
    /// For each placement of the other side's men, the index among placements with the same number of rows left.
    places: Vec<u32>,
    /// The numbers of these placements, by the number of rows left.
    others: Vec<Vec<u32>>,
}

impl MenByRows {
    #[expect(clippy::cast_possible_truncation, reason = "a table of more ways fits into no memory")]
    pub(crate) fn of(facts: &Facts, material: Material) -> Self {
        let numbering = Numbering::of(facts, material);
        let rows = [MOVER, OTHER].map(|side| numbering.rows_to_go(facts, side));
        let rows_max = rows[OTHER].iter().max().map_or(0, |&rows| usize::from(rows));
        let mut others = vec![Vec::new(); rows_max + 1];
        let mut places = Vec::with_capacity(rows[OTHER].len());
        for (number, &rows) in (0..).zip(&rows[OTHER]) {
            let alike: &mut Vec<u32> = &mut others[usize::from(rows)];
            places.push(alike.len() as u32);
            alike.push(number);
        }
        Self { numbering, rows, places, others }
    }

    /// The number of ways to place the kings for given men.
    pub(crate) const fn kings(&self) -> u64 {
        self.numbering.kings()
    }

    /// The total number of rows left for the men with this number.
    pub(crate) fn rows_of(&self, men: u64) -> u16 {
        let [mover, other] = self.split(men);
        self.rows[MOVER][mover] + self.rows[OTHER][other]
    }

    /// The numbers of the mover's men and of the other side's.
    fn split(&self, men: u64) -> [usize; 2] {
        let [_, of_others] = self.numbering.men();
        [men / of_others, men % of_others]
            .map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    }

    /// The placements of the other side's men that have this number of rows left together with the mover's.
    fn others(&self, mover: usize, rows: u16) -> &[u32] {
        let rest = rows.checked_sub(self.rows[MOVER][mover]).map(usize::from);
        rest.and_then(|rest| self.others.get(rest)).map_or(&[], Vec::as_slice)
    }
}

impl Part {
    /// All positions.
    pub(crate) fn whole(facts: &Facts, material: Material) -> Self {
        Self { numbering: Numbering::of(facts, material), slice: None }
    }

    /// The positions whose men have this number of rows left.
    pub(crate) fn slice(men: &Arc<MenByRows>, rows: u16) -> Self {
        let mut starts = Vec::with_capacity(men.rows[MOVER].len() + 1);
        let mut before = 0;
        for mover in 0..men.rows[MOVER].len() {
            starts.push(before);
            before += men.others(mover, rows).len() as u64;
        }
        starts.push(before);
        let slice = Slice { rows, men: Arc::clone(men), starts };
        Self { numbering: men.numbering, slice: Some(slice) }
    }

    /// The number of places.
    pub(crate) fn size(&self) -> u64 {
        match &self.slice {
            None => self.numbering.size(),
            Some(slice) => slice.starts.last().map_or(0, |&ways| ways * self.numbering.kings()),
        }
    }

    /// The men's part of a position's place; `None` if such positions are in another part.
    #[inline]
    pub(crate) fn men<V: Variant>(&self, view: &View<V>) -> Option<u64> {
        let number = self.numbering.number_of_men(view);
        let Some(slice) = &self.slice else { return Some(number) };
        let [mover, other] = slice.men.split(number);
        let rows = slice.men.rows[MOVER][mover] + slice.men.rows[OTHER][other];
        (rows == slice.rows).then(|| slice.starts[mover] + u64::from(slice.men.places[other]))
    }

    /// Returns `true` if a position is in this part.
    #[inline]
    pub(crate) fn holds<V: Variant>(&self, view: &View<V>) -> bool {
        self.slice.is_none() || self.men(view).is_some()
    }

    /// The place of a position; `None` if it is in another part.
    pub(crate) fn place<V: Variant>(&self, view: &View<V>) -> Option<u64> {
        self.men(view).map(|men| self.numbering.number_of_kings(men, view))
    }

    /// The number of the position with this place, which must be less than [`size`](Self::size).
    #[inline]
    pub(crate) fn number(&self, place: u64) -> u64 {
        let Some(slice) = &self.slice else { return place };
        let kings = self.numbering.kings();
        let men = place / kings;
        let mover = slice.starts.partition_point(|&start| start <= men).saturating_sub(1);
        let among = usize::try_from(men - slice.starts[mover]).unwrap_or(usize::MAX);
        let other = slice.men.others(mover, slice.rows)[among];
        let [_, of_others] = self.numbering.men();
        (mover as u64 * of_others + u64::from(other)) * kings + place % kings
    }

    /// The rows left for all men of the part; `None` for the whole table.
    pub(crate) fn rows(&self) -> Option<u16> {
        self.slice.as_ref().map(|slice| slice.rows)
    }
}

/// The table slices by the number of rows left, each with its number of places for one side to move.
pub(crate) fn slices(facts: &Facts, material: Material) -> Vec<(u16, u64)> {
    let numbering = Numbering::of(facts, material);
    let Material { mover, other } = material;
    let [mover, other] = [(MOVER, mover), (OTHER, other)].map(|(side, it)| ways(facts, side, it));
    let mut together = vec![0_u64; mover.len() + other.len() - 1];
    for (rows, ways) in mover.iter().enumerate() {
        for (more, other_ways) in other.iter().enumerate() {
            together[rows + more] += ways * other_ways;
        }
    }
    let kings = numbering.kings();
    let sized = (0..).zip(together).map(|(rows, ways)| (rows, ways.saturating_mul(kings)));
    sized.filter(|(_, size)| *size > 0).collect()
}

/// The number of placements of a side's men, by the total number of rows left.
fn ways(facts: &Facts, side: usize, pieces: SidePieces) -> Vec<u64> {
    let (count, height) = (usize::from(pieces.men), facts.height);
    let mut ways = vec![vec![0; count * (height - 1) + 1]; count + 1];
    ways[0][0] = 1_u64;
    for place in 0..facts.squares_of_men() {
        let rows = usize::from(rows_of_man(facts, side, place));
        for men in (0..count).rev() {
            for before in 0..=men * (height - 1) {
                let more = ways[men][before];
                ways[men + 1][before + rows] += more;
            }
        }
    }
    ways.swap_remove(count)
}

#[cfg(test)]
mod tests {
    use checkers::{English, International, Turkish};

    use super::*;
    use crate::index::Positions;
    use crate::material::materials;
    use crate::steps::{self, Stepped, Way};

    /// Checks that a table's slices together contain each index once, in the order of their places. Returns the number
    /// of indices.
    fn check<V: Variant>(material: Material) -> usize {
        let men = Arc::new(MenByRows::of(Facts::of::<V>(), material));
        let slices = slices(Facts::of::<V>(), material);
        let mut seen = vec![false; usize::try_from(men.numbering.size()).unwrap()];
        let mut positions = Positions::<V>::new(men.numbering);
        for &(rows, size) in &slices {
            let part = Part::slice(&men, rows);
            assert_eq!(part.size(), size, "{material} {rows}");
            let numbers: Vec<u64> = (0..size).map(|place| part.number(place)).collect();
            assert!(numbers.is_sorted_by(|one, other| one < other), "{material} {rows}");
            for (place, number) in (0..).zip(numbers) {
                assert!(!std::mem::replace(&mut seen[usize::try_from(number).unwrap()], true));
                assert_eq!(men.rows_of(number / men.numbering.kings()), rows);
                if let Some(view) = positions.at(number) {
                    assert_eq!(part.place(&view), Some(place), "{material} {rows}");
                    check_steps(&part, &view, rows);
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen), "{material}");
        slices.len()
    }

    /// Checks that a man's step leads to the same slice or the previous one, also from the other side's view.
    fn check_steps<V: Variant>(part: &Part, view: &View<V>, rows: u16) {
        let _all = steps::for_each(view, Way::Forward, |after, stepped| {
            let men = part.slice.as_ref().map(|slice| &slice.men);
            if stepped == Stepped::Man {
                let number = part.numbering.number_of_men(after);
                let less = rows - men.map_or(0, |men| men.rows_of(number));
                assert!(less <= 1, "{view:?}");
            }
            std::ops::ControlFlow::<()>::Continue(())
        });
    }

    #[test]
    fn slices_contain_each_position_once() {
        for material in materials::<English>(3) {
            let slices = check::<English>(material);
            assert_eq!(slices, 1 + 6 * usize::from(material.men()), "{material}");
        }
        for material in materials::<International>(2).into_iter().chain(materials::<Turkish>(2)) {
            check::<International>(material);
            check::<Turkish>(material);
        }
        check::<English>(Material::parse("1k2m-1m").unwrap());
    }
}
