//! The entry of the draughts family in the catalog.

use std::marker::PhantomData;

use board_engine::Game;
use checkers::{Checkers, VARIANTS, Variant, VariantVisitor, with_variant};
use checkers_pdn::Pdn;
use game_family::{
    CatalogEntry, CatalogError, Classic, Duel, EvaluatedGame, EvaluatorInfo, Family, GameInfo,
    OpenGame, open,
};
use games_package::{SheetFormat, suggestion};

use crate::classics::CLASSICS;
use crate::evaluation::{DraughtsEvaluator, DraughtsHints};

/// The draughts family.
pub static FAMILY: &dyn Family = &CheckersFamily;

const NAME: &str = "checkers";

/// The entry of a variant of draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckersEntry<V>(PhantomData<V>);

impl<V: Variant> CatalogEntry for CheckersEntry<V> {
    type Game = Checkers<V>;
    type Kind = Duel;

    const SHEETS: Option<&'static dyn SheetFormat> = Some(&Pdn);
}

impl<V: Variant> EvaluatedGame for CheckersEntry<V> {
    type Evaluator = DraughtsEvaluator;
    type Hints = DraughtsHints;

    const EVALUATORS: &'static [(EvaluatorInfo, DraughtsEvaluator)] = &[
        DraughtsEvaluator::Patterns.named(),
        DraughtsEvaluator::Standard.named(),
        DraughtsEvaluator::Material.named(),
        DraughtsEvaluator::Mobility.named(),
        DraughtsEvaluator::Pieces.named(),
        DraughtsEvaluator::Advance.named(),
        DraughtsEvaluator::Fibonacci.named(),
    ];

    const CLASSICS: &'static [Classic<DraughtsEvaluator>] = CLASSICS;

    /// The ranks of a player from a programming course: king by man 7, king by king 6, man by king 5, man by man 4, then
    /// a promotion 3, else nothing special. A capture of several pieces ranks as its best one.
    fn rank(
        game: &Checkers<V>,
        position: &<Checkers<V> as Game>::Position,
        mv: <Checkers<V> as Game>::Move,
    ) -> i32 {
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
}

struct CheckersFamily;

impl Family for CheckersFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn games(&self) -> Vec<GameInfo> {
        let info = |name| format!("{NAME}:{name}");
        VARIANTS
            .iter()
            .map(|variant| GameInfo::new(info(variant.name), variant.description))
            .collect()
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(VARIANTS[0].name);
        with_variant(variant, Open { name: format!("{NAME}:{variant}") }).ok_or_else(|| {
            let names = VARIANTS.iter().map(|info| info.name);
            CatalogError::UnknownVariant {
                game: NAME.into(),
                variant: variant.into(),
                suggestion: suggestion(variant, names.clone()),
                known: names.collect::<Vec<_>>().join(", "),
            }
        })
    }
}

/// Opens the variant with which it is called.
struct Open {
    name: String,
}

impl VariantVisitor for Open {
    type Output = Box<dyn OpenGame>;

    fn visit<V: Variant>(self) -> Self::Output {
        open::<CheckersEntry<V>>(self.name, Checkers::<V>::new())
    }
}
