//! The catalog entry for a draughts variant, and the parts that all variants share.

use std::marker::PhantomData;
use std::path::Path;

use crate::pdn_files::Pdn;
use board_engine::{Game, Word};
use checkers::{Checkers, Move, Position, Variant};
use checkers_tablebase::{VariantTablebase, shared, unsupported};
use game_family::{CatalogEntry, Classic, Duel, EvaluatorInfo};
use notation::SheetFormat;
use opening_book::GameBook;
use tablebase::{Selection, TableError, Tablebase};

use crate::books;
use crate::classics::CLASSICS;
use crate::evaluation::DraughtsEvaluator;
use crate::tables::TableHints;

/// The evaluators for all variants; the first one is the default.
pub(crate) const EVALUATORS: &[(EvaluatorInfo, DraughtsEvaluator)] = &[
    DraughtsEvaluator::Patterns.named(),
    DraughtsEvaluator::Standard.named(),
    DraughtsEvaluator::Material.named(),
    DraughtsEvaluator::Mobility.named(),
    DraughtsEvaluator::Pieces.named(),
    DraughtsEvaluator::Advance.named(),
    DraughtsEvaluator::Fibonacci.named(),
];

/// The entry for a draughts variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckersEntry<V>(PhantomData<V>);

impl<V: Variant> CatalogEntry for CheckersEntry<V> {
    type Game = Checkers<V>;
    type Kind = Duel;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pdn];

    type Evaluator = DraughtsEvaluator;
    type Hints = TableHints<V>;

    const HAS_TABLES: bool = unsupported::<V>().is_none();

    fn tablebase(_: &Checkers<V>) -> Option<&'static dyn Tablebase> {
        Some(const { &VariantTablebase::<V>::new() })
    }

    fn hints_with_tables(
        _: &Checkers<V>,
        folder: &Path,
        selection: Selection,
    ) -> Result<TableHints<V>, TableError> {
        Ok(TableHints::new(shared(folder, selection)?))
    }

    fn book(_: &Checkers<V>) -> GameBook {
        books::of_variant(V::RULES.name)
    }

    const EVALUATORS: &'static [(EvaluatorInfo, DraughtsEvaluator)] = EVALUATORS;

    const CLASSICS: &'static [Classic<DraughtsEvaluator>] = CLASSICS;

    fn rank(
        game: &Checkers<V>,
        position: &<Checkers<V> as Game>::Position,
        mv: <Checkers<V> as Game>::Move,
    ) -> i32 {
        rank(game, position, mv)
    }
}

/// Ranks moves like a player from a programming course: king takes man 7, king takes king 6, man takes king 5, man
/// takes man 4, promotion 3, anything else neutral. A capture of several pieces has the rank of the most valuable one.
pub(crate) fn rank<G, W>(game: &G, position: &Position<W>, mv: Move<W>) -> i32
where
    G: Game<Position = Position<W>, Move = Move<W>>,
    W: Word,
{
    let own = position.turn();
    let by_king = position.kings(own).contains(mv.from());
    if mv.is_capture() {
        let takes_king = mv.taken().meets(position.kings(!own));
        return match (takes_king, by_king) {
            (true, false) => 7,
            (true, true) => 6,
            (false, true) => 5,
            (false, false) => 4,
        };
    }
    let mut after = *position;
    game.play(&mut after, mv);
    if after.kings(own).count() > position.kings(own).count() { 3 } else { 0 }
}
