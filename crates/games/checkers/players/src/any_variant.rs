//! A variant with its static type erased, and searches for it.
//!
//! Nearly all code (searches, their players, exploring, the table's matches) is compiled for [`AnyVariant`], once per
//! word size of the board instead of once per variant. Code for [`AnyVariant`] calls rules and evaluators through a
//! table of functions, which costs a search up to 5 % of its speed. The variants in [`SPECIALIZED`] have searches,
//! playouts and lines of play that are compiled separately and make no calls through a table.

use std::marker::PhantomData;
use std::path::Path;

use crate::pdn_files::Pdn;
use board_engine::{KeyHistory, NotationError, Seat, Word};
use checkers::{Checkers, English, International, Move, Position, Russian, Variant};
use game_family::{
    CatalogEntry, Classic, Duel, DuelSearch, EvaluatorInfo, GameMotif, LineOfPlay, Playout,
    new_duel_search, new_line_of_play, play_out,
};
use notation::{EngineNotations, SheetFormat};
use opening_book::GameBook;
use players::AnySearch;
use search::{Evaluator, Hints, Limits, Listener, MoveIndex, Report, Score, TableValue, Tension};
use tablebase::{Selection, TableError, Tablebase};

use crate::classics::CLASSICS;
use crate::entry::{CheckersEntry, EVALUATORS, rank};
use crate::evaluation::{DraughtsEvaluator, Patterns, hints};
use crate::hub::hub_game;
use crate::motifs;
use crate::tables::TableHints;

/// A variant's rules, with the code compiled for the variant.
pub(crate) type AnyVariant<W> = checkers::AnyVariant<W, &'static dyn OfVariant<W>>;

/// The variant `V`.
pub(crate) fn any_variant<V: Variant>() -> AnyVariant<V::Word> {
    let of: &'static dyn OfVariant<V::Word> = &Of::<V>(PhantomData);
    checkers::AnyVariant::<V::Word>::named(V::RULES.name).expect("it is on the list").with(of)
}

/// The variants whose searches are compiled separately.
const SPECIALIZED: [&str; 3] =
    [English::RULES.name, International::RULES.name, Russian::RULES.name];

/// Returns `true` if a variant is one of [`SPECIALIZED`].
const fn is_specialized(name: &str) -> bool {
    let mut index = 0;
    while index < SPECIALIZED.len() {
        if is_same(SPECIALIZED[index].as_bytes(), name.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

/// Compares two strings at compile time.
const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([first, rest @ ..], [other_first, other_rest @ ..]) = (one, other) {
        if *first != *other_first {
            return false;
        }
        (one, other) = (rest, other_rest);
    }
    one.is_empty() && other.is_empty()
}

/// Implements the table of functions for `V`.
struct Of<V>(PhantomData<V>);

/// A variant's catalog functions besides its rules: the methods of [`CatalogEntry`], its hints and its evaluators.
pub(crate) trait OfVariant<W: Word>: Send + Sync {
    fn tablebase(&self) -> Option<&'static dyn Tablebase>;

    fn hints_with_tables(
        &self,
        folder: &Path,
        selection: Selection,
    ) -> Result<AnyHints<W>, TableError>;

    fn book(&self) -> GameBook;

    fn evaluate(&self, by: DraughtsEvaluator, position: &Position<W>, seat: Seat) -> Score;

    fn tension(&self, position: &Position<W>) -> Tension;

    /// See [`Patterns::load`].
    fn load_patterns(&self);

    /// The code for a [`SPECIALIZED`] variant.
    fn specialized(&self) -> Option<&'static dyn Specialized<W>>;
}

impl<V: Variant<Word = W>, W: Word> OfVariant<W> for Of<V> {
    fn tablebase(&self) -> Option<&'static dyn Tablebase> {
        CheckersEntry::<V>::tablebase(&Checkers::new())
    }

    fn hints_with_tables(
        &self,
        folder: &Path,
        selection: Selection,
    ) -> Result<AnyHints<W>, TableError> {
        let hints = CheckersEntry::<V>::hints_with_tables(&Checkers::new(), folder, selection)?;
        Ok(AnyHints::new(hints))
    }

    fn book(&self) -> GameBook {
        CheckersEntry::<V>::book(&Checkers::new())
    }

    fn evaluate(&self, by: DraughtsEvaluator, position: &Position<W>, seat: Seat) -> Score {
        by.evaluate(&Checkers::<V>::new(), position, seat)
    }

    fn tension(&self, position: &Position<W>) -> Tension {
        hints::tension::<V>(position)
    }

    fn load_patterns(&self) {
        Patterns::load::<V>();
    }

    fn specialized(&self) -> Option<&'static dyn Specialized<W>> {
        if const { is_specialized(V::RULES.name) } { Some(&Self(PhantomData)) } else { None }
    }
}

/// The methods of [`CatalogEntry`] that are compiled for one variant.
pub(crate) trait Specialized<W: Word>: Sync {
    fn play_out(
        &self,
        position: &Position<W>,
        plies_max: u32,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Playout;

    fn line_of_play(
        &self,
        notation: AnyVariant<W>,
        position: Option<&str>,
    ) -> Result<Box<dyn LineOfPlay>, NotationError>;

    fn duel_search(
        &self,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError>;
}

impl<V: Variant<Word = W>, W: Word> Specialized<W> for Of<V> {
    fn play_out(
        &self,
        position: &Position<W>,
        plies_max: u32,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Playout {
        play_out(&Checkers::<V>::new(), position, plies_max, draw)
    }

    fn line_of_play(
        &self,
        notation: AnyVariant<W>,
        position: Option<&str>,
    ) -> Result<Box<dyn LineOfPlay>, NotationError> {
        new_line_of_play(Checkers::<V>::new(), notation, position)
    }

    fn duel_search(
        &self,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError> {
        let search = new_duel_search::<CheckersEntry<V>>(&Checkers::new(), evaluator, wanted)?;
        Ok(Box::new(SearchOf::<V>(search)))
    }
}

/// A search for the variant `V`, adapted to a search for any variant.
struct SearchOf<V: Variant>(Box<dyn AnySearch<Checkers<V>>>);

impl<V: Variant<Word = W>, W: Word> AnySearch<AnyVariant<W>> for SearchOf<V> {
    fn search(
        &mut self,
        _: &AnyVariant<W>,
        position: &Position<W>,
        history: Option<&KeyHistory>,
        limits: &Limits<'_>,
        listener: Listener<'_, Move<W>>,
    ) -> Report<Move<W>> {
        self.0.search(&Checkers::new(), position, history, limits, listener)
    }

    fn unit(&self) -> i32 {
        self.0.unit()
    }

    fn has_depth(&self) -> bool {
        self.0.has_depth()
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.0.reseed(seed);
    }
}

impl<W: Word> Evaluator<AnyVariant<W>> for DraughtsEvaluator {
    fn evaluate(&self, game: &AnyVariant<W>, position: &Position<W>, seat: Seat) -> Score {
        game.own().evaluate(*self, position, seat)
    }

    fn unit(&self) -> i32 {
        self.man()
    }
}

/// Hints for any variant, with tablebases if there are any.
#[derive(Default)]
pub(crate) struct AnyHints<W: Word> {
    tables: Option<Box<dyn TableValues<W>>>,
}

impl<W: Word> AnyHints<W> {
    /// Hints that use the tables of `hints`.
    fn new<V: Variant<Word = W>>(hints: TableHints<V>) -> Self {
        Self { tables: Some(Box::new(hints)) }
    }
}

/// A variant's tablebases, in the form of [`Hints`].
trait TableValues<W: Word>: Send + Sync {
    fn is_near(&self, position: &Position<W>) -> bool;

    fn value(&self, position: &Position<W>) -> Option<TableValue>;
}

impl<V: Variant<Word = W>, W: Word> TableValues<W> for TableHints<V> {
    fn is_near(&self, position: &Position<W>) -> bool {
        self.is_near_tables(&Checkers::new(), position)
    }

    fn value(&self, position: &Position<W>) -> Option<TableValue> {
        self.table_value(&Checkers::new(), position)
    }
}

impl<W: Word> Hints<AnyVariant<W>> for AnyHints<W> {
    #[inline]
    fn tension(&self, game: &AnyVariant<W>, position: &Position<W>) -> Tension {
        game.own().tension(position)
    }

    #[inline]
    fn is_noisy(&self, game: &AnyVariant<W>, position: &Position<W>, mv: Move<W>) -> bool {
        hints::is_noisy(position, mv, game.crown(position.turn()))
    }

    fn sacrifice(&self, game: &AnyVariant<W>) -> i32 {
        hints::sacrifice(game.rules())
    }

    #[inline]
    fn rank(&self, game: &AnyVariant<W>, position: &Position<W>, mv: Move<W>) -> i32 {
        hints::rank(position, mv, game.crown(position.turn()))
    }

    #[inline]
    fn move_index(&self, _: &AnyVariant<W>, _: &Position<W>, mv: Move<W>) -> MoveIndex {
        hints::move_index(mv)
    }

    fn is_near_tables(&self, _: &AnyVariant<W>, position: &Position<W>) -> bool {
        self.tables.as_ref().is_some_and(|tables| tables.is_near(position))
    }

    #[inline]
    fn table_value(&self, _: &AnyVariant<W>, position: &Position<W>) -> Option<TableValue> {
        self.tables.as_ref()?.value(position)
    }
}

/// The entry for any variant; variants with tablebases have more options.
pub(crate) struct AnyVariantEntry<W, const HAS_TABLES: bool>(PhantomData<W>);

impl<W: Word, const HAS_TABLES: bool> CatalogEntry for AnyVariantEntry<W, HAS_TABLES> {
    type Game = AnyVariant<W>;
    type Kind = Duel;
    type Evaluator = DraughtsEvaluator;
    type Hints = AnyHints<W>;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pdn];

    const MOTIFS: &'static [GameMotif<AnyVariant<W>>] =
        &[GameMotif { name: motifs::OPPOSITION, fits: motifs::is_opposition }];

    const EVALUATORS: &'static [(EvaluatorInfo, DraughtsEvaluator)] = EVALUATORS;

    const CLASSICS: &'static [Classic<DraughtsEvaluator>] = CLASSICS;

    const HAS_TABLES: bool = HAS_TABLES;

    fn tablebase(game: &AnyVariant<W>) -> Option<&'static dyn Tablebase> {
        game.own().tablebase()
    }

    fn engine_notations(game: &AnyVariant<W>) -> EngineNotations {
        EngineNotations { hub: hub_game::<W>(game.rules().name), ..EngineNotations::default() }
    }

    fn hints_with_tables(
        game: &AnyVariant<W>,
        folder: &Path,
        selection: Selection,
    ) -> Result<AnyHints<W>, TableError> {
        game.own().hints_with_tables(folder, selection)
    }

    fn book(game: &AnyVariant<W>) -> GameBook {
        game.own().book()
    }

    fn rank(game: &AnyVariant<W>, position: &Position<W>, mv: Move<W>) -> i32 {
        rank(game, position, mv)
    }

    fn play_out(
        game: &AnyVariant<W>,
        position: &Position<W>,
        plies_max: u32,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Playout {
        match game.own().specialized() {
            Some(own) => own.play_out(position, plies_max, draw),
            None => play_out(game, position, plies_max, draw),
        }
    }

    fn line_of_play(
        game: &AnyVariant<W>,
        position: Option<&str>,
    ) -> Result<Box<dyn LineOfPlay>, NotationError> {
        match game.own().specialized() {
            Some(own) => own.line_of_play(*game, position),
            None => new_line_of_play(*game, *game, position),
        }
    }

    fn duel_search(
        game: &AnyVariant<W>,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError> {
        if evaluator == DraughtsEvaluator::Patterns {
            game.own().load_patterns();
        }
        match game.own().specialized() {
            Some(own) => own.duel_search(evaluator, wanted),
            None => new_duel_search::<Self>(game, evaluator, wanted),
        }
    }
}

#[cfg(test)]
mod tests {
    use board_engine::{Deterministic, Game, PerfectInformation, Status, ZeroSum};
    use checkers::{Canadian, Turkish, VARIANTS, VariantVisitor, with_variant};
    use search::{Algorithm, Depth, Pvs, PvsOptions, Task};

    use super::*;

    /// Plays a match, and compares the score of each position with the score computed for the variant's own type.
    struct ScoredByBoth;

    impl VariantVisitor for ScoredByBoth {
        type Output = ();

        fn visit<V: Variant>(self) {
            let (one, any) = (Checkers::<V>::new(), any_variant::<V>());
            let (mut position, mut moves) = (one.start(), Vec::new());
            for ply in 0..80_usize {
                for (_, evaluator) in EVALUATORS {
                    let score = evaluator.evaluate(&one, &position, Seat::FIRST);
                    assert_eq!(evaluator.evaluate(&any, &position, Seat::FIRST), score);
                }
                if one.legal_moves(&position, &mut moves) != Status::Ongoing {
                    break;
                }
                one.play(&mut position, moves[(ply * 7 + ply / 3) % moves.len()]);
            }
        }
    }

    #[test]
    fn any_variant_agrees_with_the_scores_of_its_own_type() {
        for variant in VARIANTS {
            with_variant(variant.name, ScoredByBoth).expect("it is on the list");
        }
    }

    /// The results of fixed-depth searches from the positions in a match: counts, score and line.
    fn found<G, H>(game: &G, moves: &[G::Move]) -> Vec<String>
    where
        G: ZeroSum + Deterministic + PerfectInformation,
        H: Hints<G> + Default,
        DraughtsEvaluator: Evaluator<G>,
    {
        let mut position = game.start();
        let mut search = Pvs::with_hints(PvsOptions::DEFAULT, H::default());
        let limits = Limits::to_depth(Depth::new(7));
        let mut reports = Vec::new();
        for &mv in moves {
            let (evaluator, position_now) = (&DraughtsEvaluator::Patterns, &position);
            let task = Task { game, evaluator, position: position_now, history: None };
            let report = search.search(&task, &limits);
            reports.push(format!("{:?} {:?} {:?}", report.statistics, report.score, report.line));
            game.play(&mut position, mv);
        }
        reports
    }

    /// The moves played in a match.
    fn moves<V: Variant>() -> Vec<Move<V::Word>> {
        let game = Checkers::<V>::new();
        let (mut position, mut legal, mut played) = (game.start(), Vec::new(), Vec::new());
        while played.len() < 60 && game.legal_moves(&position, &mut legal) == Status::Ongoing {
            let mv = legal[played.len() * 5 % legal.len()];
            game.play(&mut position, mv);
            played.push(mv);
        }
        played
    }

    fn check_searches<V: Variant>() {
        let moves = moves::<V>();
        let one = found::<_, TableHints<V>>(&Checkers::<V>::new(), &moves);
        let any = found::<_, AnyHints<V::Word>>(&any_variant::<V>(), &moves);
        assert!(one.len() > 20, "{}", one.len());
        assert_eq!(any, one);
    }

    #[test]
    fn a_search_of_any_variant_agrees_with_a_search_of_its_own_type() {
        check_searches::<English>();
        check_searches::<International>();
        check_searches::<Russian>();
        check_searches::<Canadian>();
        check_searches::<Turkish>();
    }

    #[test]
    fn the_most_played_variants_are_specialized() {
        for variant in VARIANTS {
            let expected = ["english", "international", "russian"].contains(&variant.name);
            assert_eq!(is_specialized(variant.name), expected, "{}", variant.name);
        }
    }
}
