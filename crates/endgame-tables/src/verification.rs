//! Comparing tables with what the rules say.

use board_engine::Game;
use checkers::{Checkers, Move, Position, Variant};
use tablebase::TableValue;

use crate::facts::Facts;
use crate::index::{Numbering, Positions};
use crate::material::Material;
use crate::table_set::value_at_end;
use crate::tables::Tables;

/// How many plies are searched from each position to others of the tables.
const DEPTH: u32 = 2;

/// An end that is at most so near is searched by the rules alone, without any table.
const PLIES_BY_RULES: u16 = 4;

/// A position whose value in the table is not that of the moves from it.
#[derive(Clone, Debug)]
pub struct Mismatch<V: Variant> {
    /// The position.
    pub position: Position<V::Word>,
    /// What the table says.
    pub stored: Option<TableValue>,
    /// What a search finds.
    pub searched: Option<TableValue>,
}

/// What a check of samples has found.
#[derive(Clone, Debug)]
pub struct Verification<V: Variant> {
    /// How many positions were checked.
    pub checked: u64,
    /// Those that are wrong.
    pub wrong: Vec<Mismatch<V>>,
    /// How many more were drawn and could not be checked, since a table that they need is missing or can't be read.
    pub unchecked: u64,
}

impl<V: Variant> Verification<V> {
    const fn drawn(&self) -> u64 {
        self.checked + self.unchecked
    }
}

/// What a search says of a value in a table.
enum Comparison<V: Variant> {
    Same,
    Different(Mismatch<V>),
    /// A table that the search comes to is missing or can't be read.
    Unknown,
}

impl<V: Variant> Tables<V> {
    /// Checks `samples` positions, drawn from all tables by how many positions these have. `draw(n)` gives a number in
    /// `0..n`, all equally likely; `is_wanted` is asked before each position whether to go on.
    ///
    /// Each is searched forward by the rules, two plies deep to positions whose values are taken from the tables; where the
    /// end is near, it is searched by the rules alone as well.
    pub fn verify(
        &self,
        samples: u64,
        draw: &mut dyn FnMut(u64) -> u64,
        is_wanted: &mut dyn FnMut(u64) -> bool,
    ) -> Verification<V> {
        let sides = self.set().materials().into_iter().flat_map(sides_of::<V>);
        let mut sides: Vec<(u64, Positions<V>)> = sides.collect();
        let total: u64 = sides.iter().map(|(size, _)| size).sum();
        let mut verification = Verification { checked: 0, wrong: Vec::new(), unchecked: 0 };
        while total > 0 && verification.drawn() < samples && is_wanted(verification.drawn()) {
            let mut drawn = draw(total);
            let side =
                sides.iter_mut().find_map(|(size, positions)| match drawn.checked_sub(*size) {
                    Some(rest) => {
                        drawn = rest;
                        None
                    }
                    None => Some(positions),
                });
            let Some(view) = side.and_then(|positions| positions.at(drawn)) else { continue };
            match self.compare(&view.position()) {
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

    fn compare(&self, position: &Position<V::Word>) -> Comparison<V> {
        let Some(stored) = self.probe(position) else { return Comparison::Unknown };
        let different = |searched| {
            Comparison::<V>::Different(Mismatch {
                position: *position,
                stored: Some(stored),
                searched,
            })
        };
        let is_near = stored.plies().is_some_and(|plies| plies <= PLIES_BY_RULES);
        if is_near {
            let by_rules = by_rules::<V>(position, PLIES_BY_RULES.into());
            if by_rules != Some(stored) {
                return different(by_rules);
            }
        }
        // Without distances, those of ends that are reached within the search mean nothing.
        let has_plies = stored.plies().is_some();
        let known = |value: TableValue| if has_plies { value } else { value.without_plies() };
        match self.searched(position, DEPTH).map(known) {
            Some(searched) if searched == stored => Comparison::Same,
            Some(searched) => different(Some(searched)),
            None => Comparison::Unknown,
        }
    }

    /// The value by a search of `depth` plies, at whose end the tables are asked; `None` if one of them is missing.
    fn searched(&self, position: &Position<V::Word>, depth: u32) -> Option<TableValue> {
        let (game, mut moves) = (Checkers::<V>::new(), Vec::new());
        let mut best: Option<TableValue> = None;
        if let Some(value) = value_at_end::<V>(position, &mut moves) {
            return Some(value);
        }
        for mv in moves {
            let mut after = *position;
            game.play(&mut after, mv);
            let is_known = depth <= 1 && self.probe(&after).is_some();
            let value = if is_known {
                self.probe(&after)
            } else {
                self.searched(&after, depth.checked_sub(1)?)
            };
            let value = value?.one_ply_farther().reversed();
            best = Some(best.map_or(value, |best| better(best, value)));
        }
        self.probe(position).and(best)
    }
}

/// The sides to move of a table, each with its number of cells and its positions.
fn sides_of<V: Variant>(material: Material) -> Vec<(u64, Positions<V>)> {
    let side = |material| {
        let numbering = Numbering::of(Facts::of::<V>(), material);
        (numbering.size(), Positions::new(numbering))
    };
    material.sides().into_iter().map(side).collect()
}

/// The value that the side to move prefers.
fn better(one: TableValue, other: TableValue) -> TableValue {
    if one.preference() >= other.preference() { one } else { other }
}

/// The value of a position whose end is at most `depth` plies away, by the rules alone; `None` if it is farther. Near ends
/// are looked for first, since the moves of kings are many.
fn by_rules<V: Variant>(position: &Position<V::Word>, depth: u32) -> Option<TableValue> {
    let mut moves = Vec::new();
    if let Some(value) = value_at_end::<V>(position, &mut moves) {
        return Some(value);
    }
    (1..=depth).find_map(|depth| by_moves::<V>(position, &moves, depth))
}

/// The same of a position with these moves whose end is `depth` plies away, if it is not nearer.
fn by_moves<V: Variant>(
    position: &Position<V::Word>,
    moves: &[Move<V::Word>],
    depth: u32,
) -> Option<TableValue> {
    let game = Checkers::<V>::new();
    let (mut best, mut are_known): (Option<TableValue>, bool) = (None, true);
    for &mv in moves {
        let mut after = *position;
        game.play(&mut after, mv);
        let Some(value) = by_rules::<V>(&after, depth - 1) else {
            are_known = false;
            continue;
        };
        let value = value.one_ply_farther().reversed();
        // One that is sooner would have been found at a smaller depth.
        if matches!(value, TableValue::Win(_)) {
            return Some(value);
        }
        best = Some(best.map_or(value, |best| better(best, value)));
    }
    // What is not known may be better than anything but a win.
    best.filter(|_| are_known)
}
