//! The catalog entry for the draughts family.

use checkers::any_size::CheckersAnySize;
use checkers::{VARIANTS, Variant, VariantVisitor, with_variant};
use game_family::{CatalogEntry, CatalogError, Family, GameInfo, OpenGame, numbers, open};
use games_package::suggestion;

use crate::any_size::AnySizeEntry;
use crate::any_variant::{AnyVariantEntry, any_variant};
use crate::entry::CheckersEntry;

/// The draughts family.
pub static FAMILY: &dyn Family = &CheckersFamily;

const NAME: &str = "checkers";

/// A board of another size: width, height, rows of men.
const SIZES_EXAMPLE: &str = "10,10,3";

struct CheckersFamily;

impl Family for CheckersFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [(&'static str, Option<&'static str>)] {
        &[
            ("draughts", None),
            ("dammen", Some("international")),
            ("makhos", Some("thai")),
            ("shashki", Some("russian")),
        ]
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

    fn starter_puzzles(&self) -> Option<&'static str> {
        Some(include_str!("../puzzles.toml"))
    }
}

/// Opens English draughts on the board described by three numbers.
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
        let (name, game) = (self.name, any_variant::<V>());
        if CheckersEntry::<V>::HAS_TABLES {
            open::<AnyVariantEntry<V::Word, true>>(name, game)
        } else {
            open::<AnyVariantEntry<V::Word, false>>(name, game)
        }
    }
}
