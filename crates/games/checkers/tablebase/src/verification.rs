//! Compares tables with the rules.

use board_engine::{Game, Word};
use checkers::{AnyVariant, Move, Position, Variant};
use tablebase::TableValue;

use crate::index::{Numbering, Positions};
use crate::rules;
use crate::table_set::value_at_end;
use crate::tables::Tables;

/// The search depth in plies from each position to other table positions.
const DEPTH: u32 = 2;

/// The maximum distance to the end to search by the rules alone, without tables.
const PLIES_BY_RULES: u16 = 4;

/// A position with a table value that differs from the value of its moves.
#[derive(Clone, Debug)]
pub struct Mismatch<W: Word> {
    /// The position.
    pub position: Position<W>,
    /// The value in the table.
    pub stored: Option<TableValue>,
    /// The value found by the search.
    pub searched: Option<TableValue>,
}

/// The result of a sample check.
#[derive(Clone, Debug)]
pub struct Verification<W: Word> {
    /// The number of checked positions.
    pub checked: u64,
    /// The mismatches.
    pub wrong: Vec<Mismatch<W>>,
    /// The number of further positions that could not be checked because a table is missing or
    /// unreadable.
    pub unchecked: u64,
}

impl<W: Word> Verification<W> {
    const fn draws(&self) -> u64 {
        self.checked + self.unchecked
    }
}

/// The result of comparing a table value with a search.
enum Comparison<W: Word> {
    Same,
    Different(Mismatch<W>),
    /// A table that the search reaches is missing or can't be read.
    Unknown,
}

impl<V: Variant> Tables<V> {
    /// Checks `samples` positions, sampled from all tables in proportion to their size. `draw(n)` returns a uniform
    /// number in `0..n`; `is_wanted` is called before each position and returns `false` to stop.
    ///
    /// Each position is searched two plies deep by the rules, with table values at the leaves. If the end is near, the
    /// position is also searched by the rules alone.
    pub fn verify(
        &self,
        samples: u64,
        draw: &mut dyn FnMut(u64) -> u64,
        is_wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Verification<V::Word> {
        let numberings = self.set().numberings();
        let sizes: Vec<u64> = numberings.iter().map(Numbering::size).collect();
        let mut positions: Vec<Positions<V>> = numberings.into_iter().map(Positions::new).collect();
        let mut position_at =
            |side: usize, number| positions[side].at(number).map(|view| view.position());
        let probe = |position: &Position<V::Word>| self.probe(position);
        let comparer = Comparer { game: rules::any_variant::<V>(), probe: &probe };
        comparer.compare_samples(samples, &sizes, &mut position_at, draw, is_wanted)
    }
}

/// Compares table values with searches.
struct Comparer<'a, W: Word> {
    game: AnyVariant<W>,
    /// A position's value in its table.
    probe: &'a dyn Fn(&Position<W>) -> Option<TableValue>,
}

impl<W: Word> Comparer<'_, W> {
    /// See [`Tables::verify`]. `sizes` contains the number of cells for each side to move; `position_at` returns the
    /// position of a cell, if it has one.
    fn compare_samples(
        &self,
        samples: u64,
        sizes: &[u64],
        position_at: &mut dyn FnMut(usize, u64) -> Option<Position<W>>,
        draw: &mut dyn FnMut(u64) -> u64,
        is_wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Verification<W> {
        let total: u64 = sizes.iter().sum();
        let mut verification = Verification { checked: 0, wrong: Vec::new(), unchecked: 0 };
        while total > 0 && verification.draws() < samples && is_wanted(verification.draws()) {
            let mut drawn = draw(total);
            let side = sizes.iter().position(|&size| match drawn.checked_sub(size) {
                Some(rest) => {
                    drawn = rest;
                    false
                }
                None => true,
            });
            let Some(position) = side.and_then(|side| position_at(side, drawn)) else { continue };
            match self.compare(&position) {
                Comparison::Same => verification.checked += 1,
                Comparison::Different(mismatch) => {
                    verification.checked += 1;
                    verification.wrong.push(mismatch);
                }
                Comparison::Unknown => verification.unchecked += 1,
            }
        }
        verification
    }

    fn compare(&self, position: &Position<W>) -> Comparison<W> {
        let Some(stored) = (self.probe)(position) else { return Comparison::Unknown };
        let different = |searched| {
            Comparison::Different(Mismatch { position: *position, stored: Some(stored), searched })
        };
        let is_near = stored.plies().is_some_and(|plies| plies <= PLIES_BY_RULES);
        if is_near {
            let by_rules = by_rules(&self.game, position, PLIES_BY_RULES.into());
            if by_rules != Some(stored) {
                return different(by_rules);
            }
        }
        // If the tables don't store distances, the distances to ends within the search are meaningless.
        let has_plies = stored.plies().is_some();
        let known = |value: TableValue| if has_plies { value } else { value.without_plies() };
        match self.search(position, DEPTH).map(known) {
            Some(searched) if searched == stored => Comparison::Same,
            Some(searched) => different(Some(searched)),
            None => Comparison::Unknown,
        }
    }

    /// The value by a search of `depth` plies with table values at the leaves; `None` if a table is
    /// missing.
    fn search(&self, position: &Position<W>, depth: u32) -> Option<TableValue> {
        let (mut moves, mut best): (_, Option<TableValue>) = (Vec::new(), None);
        if let Some(value) = value_at_end(&self.game, position, &mut moves) {
            return Some(value);
        }
        for mv in moves {
            let mut after = *position;
            self.game.play(&mut after, mv);
            let is_known = depth <= 1 && (self.probe)(&after).is_some();
            let value = if is_known {
                (self.probe)(&after)
            } else {
                self.search(&after, depth.checked_sub(1)?)
            };
            let value = value?.one_ply_farther().reverse();
            best = Some(best.map_or(value, |best| better(best, value)));
        }
        (self.probe)(position).and(best)
    }
}

/// The value that the side to move prefers.
fn better(one: TableValue, other: TableValue) -> TableValue {
    if one.preference() >= other.preference() { one } else { other }
}

/// The value of a position at most `depth` plies from its end, by the rules alone; `None` if the end is farther away.
/// Near ends are searched first, because kings have many moves.
fn by_rules<W: Word>(
    game: &AnyVariant<W>,
    position: &Position<W>,
    depth: u32,
) -> Option<TableValue> {
    let mut moves = Vec::new();
    if let Some(value) = value_at_end(game, position, &mut moves) {
        return Some(value);
    }
    (1..=depth).find_map(|depth| by_moves(game, position, &moves, depth))
}

/// The value of a position with these moves, at most `depth` plies from its end.
fn by_moves<W: Word>(
    game: &AnyVariant<W>,
    position: &Position<W>,
    moves: &[Move<W>],
    depth: u32,
) -> Option<TableValue> {
    let (mut best, mut are_known): (Option<TableValue>, bool) = (None, true);
    for &mv in moves {
        let mut after = *position;
        game.play(&mut after, mv);
        let Some(value) = by_rules(game, &after, depth - 1) else {
            are_known = false;
            continue;
        };
        let value = value.one_ply_farther().reverse();
        // A nearer end would have been found at a smaller depth.
        if matches!(value, TableValue::Win(_)) {
            return Some(value);
        }
        best = Some(best.map_or(value, |best| better(best, value)));
    }
    // An unknown value could be better than any value except a win.
    best.filter(|_| are_known)
}
