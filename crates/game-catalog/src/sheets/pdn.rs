//! The notation of the draughts family, PDN.

mod reading;
mod variant;
mod writing;

use checkers::{VariantVisitor, with_variant};
use games_package::{PlaceInText, Sheet, SheetError, SheetFormat, Sheets};
use pdn::{PdnError, PlaceInFile, Reader};

use self::reading::sheet;
use self::writing::Writing;
use crate::games::CHECKERS;

/// PDN 3.0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pdn;

impl SheetFormat for Pdn {
    fn name(&self) -> &'static str {
        "pdn"
    }

    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a> {
        Box::new(Reader::new(text).map(move |read| sheet(&read.map_err(of_pdn)?, game)))
    }

    fn write(&self, sheet: &Sheet) -> Result<String, SheetError> {
        let game = sheet.game.as_deref().ok_or(SheetError::NoGame)?;
        with_rules(game, Writing(sheet)).unwrap_or_else(|| {
            Err(SheetError::Unwritable { format: "pdn", what: format!("matches of {game}") })
        })
    }
}

/// Calls the visitor with the variant that `game` names; `None` if it is no variant of this family.
fn with_rules<V: VariantVisitor>(game: &str, visitor: V) -> Option<V::Output> {
    let (family, variant) = game.split_once(':')?;
    if family == CHECKERS { with_variant(variant, visitor) } else { None }
}

fn of_pdn(error: PdnError) -> SheetError {
    let (place, message) = match error {
        PdnError::Malformed { place, expected } => (place, format!("expected {expected}")),
        PdnError::Unfinished { place, what } => {
            (place, format!("{what} that starts here has no end"))
        }
        PdnError::TooMuch { place, what, limit } => (place, format!("more than {limit} {what}")),
        other => return SheetError::malformed(PlaceInText::default(), other.to_string()),
    };
    SheetError::malformed(place_of(place), message)
}

const fn place_of(place: PlaceInFile) -> PlaceInText {
    PlaceInText { line: place.line, column: place.column }
}

/// The text of a pass in variants that have one. PDN has no move for it, but a set-up with nothing but the side to move
/// (PDN 3.0).
const PASS: &str = "pass";
