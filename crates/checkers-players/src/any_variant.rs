//! A variant of which the static type is erased, with its searches.
//!
//! All that is not hot (players around their searches, exploring, the table's matches) is compiled for [`AnyVariant`] once for
//! each size of a board's word, and not for each of the variants. It calls their rules through a table of functions. What is
//! hot (searches, playouts, lines of play) comes from a table, too, compiled for its variant, and calls nothing through it.

use std::marker::PhantomData;

use board_engine::{KeyHistory, NotationError, Seat, Word};
use checkers::{Checkers, Move, Position, Variant};
use checkers_pdn::Pdn;
use game_family::{
    CatalogEntry, Classic, Duel, DuelSearch, EvaluatorInfo, GameMotif, LineOfPlay, Playout,
    new_duel_search, new_line_of_play, play_out,
};
use games_package::SheetFormat;
use opening_book::GameBook;
use players::AnySearch;
use search::{Evaluator, Limits, Listener, NoHints, Report, Score};
use tablebase::{TableError, Tablebase};

use crate::classics::CLASSICS;
use crate::entry::{CheckersEntry, EVALUATORS};
use crate::evaluation::DraughtsEvaluator;
use crate::motifs;

/// The rules of some variant, and what is compiled for it.
pub(crate) type AnyVariant<W> = checkers::AnyVariant<W, &'static dyn OfVariant<W>>;

/// The variant `V`.
pub(crate) fn any_variant<V: Variant>() -> AnyVariant<V::Word> {
    let of: &'static dyn OfVariant<V::Word> = &Of::<V>(PhantomData);
    checkers::AnyVariant::<V::Word>::named(V::RULES.name).expect("it is on the list").with(of)
}

/// What the table of functions is made for.
struct Of<V>(PhantomData<V>);

/// What a variant has in the catalog beside its rules: what the methods of [`CatalogEntry`] do.
pub(crate) trait OfVariant<W: Word>: Send + Sync {
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

    fn tablebase(&self) -> Option<&'static dyn Tablebase>;

    fn book(&self) -> GameBook;

    fn rank(&self, position: &Position<W>, mv: Move<W>) -> i32;

    fn is_opposition(&self, start: &Position<W>, moves: &[Move<W>]) -> bool;

    fn evaluate(&self, by: DraughtsEvaluator, position: &Position<W>, seat: Seat) -> Score;

    fn duel_search(
        &self,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError>;
}

impl<V: Variant<Word = W>, W: Word> OfVariant<W> for Of<V> {
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

    fn tablebase(&self) -> Option<&'static dyn Tablebase> {
        CheckersEntry::<V>::tablebase(&Checkers::new())
    }

    fn book(&self) -> GameBook {
        CheckersEntry::<V>::book(&Checkers::new())
    }

    fn rank(&self, position: &Position<W>, mv: Move<W>) -> i32 {
        CheckersEntry::<V>::rank(&Checkers::new(), position, mv)
    }

    fn is_opposition(&self, start: &Position<W>, moves: &[Move<W>]) -> bool {
        motifs::is_opposition::<V>(&Checkers::new(), start, moves)
    }

    fn evaluate(&self, by: DraughtsEvaluator, position: &Position<W>, seat: Seat) -> Score {
        by.evaluate(&Checkers::<V>::new(), position, seat)
    }

    fn duel_search(
        &self,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError> {
        Ok(Box::new(SearchOf::<V>(new_duel_search::<CheckersEntry<V>>(evaluator, wanted)?)))
    }
}

/// A search of the variant `V`, as one of any variant.
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

/// The entry of any variant; those with endgame tables have other options than those without.
pub(crate) struct AnyVariantEntry<W, const HAS_TABLES: bool>(PhantomData<W>);

impl<W: Word, const HAS_TABLES: bool> CatalogEntry for AnyVariantEntry<W, HAS_TABLES> {
    type Game = AnyVariant<W>;
    type Kind = Duel;
    type Evaluator = DraughtsEvaluator;
    type Hints = NoHints;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pdn];

    const MOTIFS: &'static [GameMotif<AnyVariant<W>>] = &[GameMotif {
        name: motifs::OPPOSITION,
        fits: |game, start, moves| game.own().is_opposition(start, moves),
    }];

    const EVALUATORS: &'static [(EvaluatorInfo, DraughtsEvaluator)] = EVALUATORS;

    const CLASSICS: &'static [Classic<DraughtsEvaluator>] = CLASSICS;

    const HAS_TABLES: bool = HAS_TABLES;

    fn tablebase(game: &AnyVariant<W>) -> Option<&'static dyn Tablebase> {
        game.own().tablebase()
    }

    fn book(game: &AnyVariant<W>) -> GameBook {
        game.own().book()
    }

    fn rank(game: &AnyVariant<W>, position: &Position<W>, mv: Move<W>) -> i32 {
        game.own().rank(position, mv)
    }

    fn play_out(
        game: &AnyVariant<W>,
        position: &Position<W>,
        plies_max: u32,
        draw: &mut dyn FnMut(u32) -> u32,
    ) -> Playout {
        game.own().play_out(position, plies_max, draw)
    }

    fn line_of_play(
        game: &AnyVariant<W>,
        position: Option<&str>,
    ) -> Result<Box<dyn LineOfPlay>, NotationError> {
        game.own().line_of_play(*game, position)
    }

    fn duel_search(
        game: &AnyVariant<W>,
        evaluator: DraughtsEvaluator,
        wanted: DuelSearch,
    ) -> Result<Box<dyn AnySearch<AnyVariant<W>>>, TableError> {
        game.own().duel_search(evaluator, wanted)
    }
}

#[cfg(test)]
mod tests {
    use board_engine::{Game, Status};
    use checkers::{VARIANTS, VariantVisitor, with_variant};

    use super::*;

    /// Plays a match and compares the scores of each position with those of the variant itself.
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
    fn any_variant_has_the_scores_of_its_own_type() {
        for variant in VARIANTS {
            with_variant(variant.name, ScoredByBoth).expect("it is on the list");
        }
    }
}
