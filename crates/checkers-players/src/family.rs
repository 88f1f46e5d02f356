//! The entry of the draughts family in the catalog.

use std::marker::PhantomData;
use std::path::Path;

use board_engine::Game;
use checkers::{Checkers, VARIANTS, Variant, VariantVisitor, with_variant};
use checkers_any_size::CheckersAnySize;
use checkers_pdn::Pdn;
use endgame_tables::{VariantTablebase, shared};
use game_family::{
    CatalogEntry, CatalogError, Classic, Duel, EvaluatorInfo, Family, GameInfo, GameMotif,
    OpenGame, numbers, open,
};
use games_package::{SheetFormat, suggestion};
use opening_book::GameBook;
use tablebase::{Selection, TableError, Tablebase};

use crate::any_size::AnySizeEntry;
use crate::books;
use crate::classics::CLASSICS;
use crate::evaluation::DraughtsEvaluator;
use crate::motifs;
use crate::tables::TableHints;

/// The draughts family.
pub static FAMILY: &dyn Family = &CheckersFamily;

const NAME: &str = "checkers";

/// A board of another size: width, height, rows of men.
const SIZES_EXAMPLE: &str = "10,10,3";

/// The entry of a variant of draughts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckersEntry<V>(PhantomData<V>);

impl<V: Variant> CatalogEntry for CheckersEntry<V> {
    type Game = Checkers<V>;
    type Kind = Duel;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&Pdn];

    const MOTIFS: &'static [GameMotif<Checkers<V>>] = &[motifs::opposition()];

    type Evaluator = DraughtsEvaluator;
    type Hints = TableHints<V>;

    const TABLEBASE: Option<&'static dyn Tablebase> = Some(&VariantTablebase::<V>::new());

    fn hints_with_tables(folder: &Path, selection: Selection) -> Result<TableHints<V>, TableError> {
        Ok(TableHints::new(shared(folder, selection)?))
    }

    fn book(_: &Checkers<V>) -> GameBook {
        books::of_variant(V::RULES.name)
    }

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
        let info = |name: &str, description| GameInfo::new(format!("{NAME}:{name}"), description);
        let any_size = info(
            SIZES_EXAMPLE,
            "English draughts on any board, width,height,rows of men: here 10×10 with 3 rows",
        );
        let variants = VARIANTS.iter().map(|variant| info(variant.name, variant.description));
        variants.chain([any_size]).collect()
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(VARIANTS[0].name);
        if variant.starts_with(|c: char| c.is_ascii_digit()) {
            return open_any_size(variant);
        }
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

/// English draughts on the board that three numbers describe.
fn open_any_size(sizes: &str) -> Result<Box<dyn OpenGame>, CatalogError> {
    let wrong = |why| CatalogError::parameters(NAME, sizes, why);
    let [width, height, men_rows] = numbers(NAME, sizes, "WIDTH,HEIGHT,ROWS", SIZES_EXAMPLE)?;
    let game =
        CheckersAnySize::new(width, height, men_rows).map_err(|error| wrong(error.to_string()))?;
    Ok(open::<AnySizeEntry>(format!("{NAME}:{width},{height},{men_rows}"), game))
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
