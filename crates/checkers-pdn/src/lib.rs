//! Matches of the draughts family as PDN, by the rules.
//!
//! `pdn` knows the syntax, `checkers` the rules, and a [`Sheet`] is what files say of a match. Here one is made of the
//! other.

#![forbid(unsafe_code)]

mod reading;
mod syntax;
mod variant;
mod writing;

use games_package::{PlaceInText, Sheet, SheetError, SheetFormat, Sheets};
use pdn::{PdnError, Reader};

use crate::reading::sheet;
use crate::syntax::place_of;
use crate::variant::with_rules;
use crate::writing::Writing;

/// PDN 3.0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pdn;

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
