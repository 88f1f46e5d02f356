//! Probes tablebases during a search.

use checkers::{Checkers, Move, PliesLeft, Position, Variant};
use checkers_tablebase::SharedTables;
use search::{Hints, MoveIndex, TableValue, Tension, Validity};
use tablebase::TableValue as Stored;

use crate::evaluation::DraughtsHints;

/// A search probes tables from positions with at most this many pieces more than the largest table. From positions with
/// more pieces, a search rarely reaches a table, and probing would cost about 0.2 % of the search time (measured in
/// docs/contributor/results.md).
const REACH: u32 = 10;

/// Draughts hints, with tablebases if there are any.
#[derive(Clone, Debug)]
pub struct TableHints<V: Variant> {
    tables: Option<SharedTables<V>>,
}

impl<V: Variant> TableHints<V> {
    /// Hints with these tables.
    pub const fn new(tables: SharedTables<V>) -> Self {
        Self { tables: Some(tables) }
    }
}

impl<V: Variant> Default for TableHints<V> {
    /// Hints without tables.
    fn default() -> Self {
        Self { tables: None }
    }
}

impl<V: Variant> Hints<Checkers<V>> for TableHints<V> {
    #[inline]
    fn tension(&self, game: &Checkers<V>, position: &Position<V::Word>) -> Tension {
        DraughtsHints.tension(game, position)
    }

    #[inline]
    fn is_noisy(
        &self,
        game: &Checkers<V>,
        position: &Position<V::Word>,
        mv: Move<V::Word>,
    ) -> bool {
        DraughtsHints.is_noisy(game, position, mv)
    }

    #[inline]
    fn sacrifice(&self, game: &Checkers<V>) -> i32 {
        DraughtsHints.sacrifice(game)
    }

    #[inline]
    fn rank(&self, game: &Checkers<V>, position: &Position<V::Word>, mv: Move<V::Word>) -> i32 {
        DraughtsHints.rank(game, position, mv)
    }

    #[inline]
    fn move_index(
        &self,
        game: &Checkers<V>,
        position: &Position<V::Word>,
        mv: Move<V::Word>,
    ) -> MoveIndex {
        DraughtsHints.move_index(game, position, mv)
    }

    fn is_near_tables(&self, _: &Checkers<V>, position: &Position<V::Word>) -> bool {
        let most = self.tables.as_ref().map_or(0, SharedTables::pieces_max);
        most > 0 && position.occupied().count() <= most + REACH
    }

    #[inline]
    fn table_value(&self, _: &Checkers<V>, position: &Position<V::Word>) -> Option<TableValue> {
        let tables = self.tables.as_ref()?;
        if position.occupied().count() > tables.pieces_max() {
            return None;
        }
        value(tables, position)
    }
}

/// The value in the tables, unless the draw counters leave so few plies that the value is unreliable.
fn value<V: Variant>(tables: &SharedTables<V>, position: &Position<V::Word>) -> Option<TableValue> {
    let stored = tables.probe(position)?;
    // A draw rule's count may already have ended the game.
    if Checkers::<V>::is_drawn_by_rule(position) {
        return None;
    }
    let payoff = match stored {
        Stored::Win(_) => 1,
        Stored::Draw => 0,
        Stored::Loss(_) => -1,
    };
    if payoff == 0 {
        return Some(TableValue { payoff, plies: None, validity: Validity::Always });
    }
    let PliesLeft { always, certain, likely } = Checkers::<V>::plies_left(position);
    let plies = stored.plies().map(u32::from);
    let validity = match plies {
        Some(plies) if plies <= always => Validity::Always,
        Some(plies) if plies <= certain => Validity::Here,
        _ => Validity::Likely,
    };
    stored.stands_within(likely).then_some(TableValue { payoff, plies, validity })
}
