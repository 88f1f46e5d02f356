//! Reads and writes draughts matches as PDN, checked against the rules.
//!
//! [`notation::pdn`] contains the syntax and `checkers` the rules. A [`Sheet`] is a match as a file describes it. This
//! module converts between PDN and sheets.

mod reading;
mod variant;
mod writing;

use std::io;

use notation::pdn::Reader;
use notation::{DecodedText, PlaceInText, Sheet, SheetError, SheetFormat, Sheets, games_in};

use crate::pdn_files::reading::sheet;
use crate::pdn_files::variant::with_rules;
use crate::pdn_files::writing::{Winner, Writing};

/// A pass as a move string, in variants with passes. PDN has no move for a pass; it uses a setup with only the side to
/// move (PDN 3.0).
const PASS: &str = "pass";

/// The tag with the result.
const RESULT: &str = "Result";

/// The tag with the winner's color, which is unambiguous even if Black starts. Only Rival writes it.
const WINNER: &str = "Winner";

/// PDN 3.0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pdn;

impl SheetFormat for Pdn {
    fn name(&self) -> &'static str {
        "pdn"
    }

    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a> {
        Box::new(games_in(text).flat_map(move |part| {
            let decoded = DecodedText::new(part.text);
            let mut damage = decoded.damage(PlaceInText::START);
            Reader::new(io::Cursor::new(decoded.into_bytes())).map(move |read| {
                let read = read.map_err(SheetError::from).and_then(|read| sheet(&read, game));
                let mut sheet = read.map_err(|error| error.moved_down(part.lines_before))?;
                sheet.faults.extend(damage.take().map(SheetError::encoding));
                sheet.move_down(part.lines_before);
                Ok(sheet)
            })
        }))
    }

    fn describe(&self, sheet: &mut Sheet) {
        let winner = sheet.game.as_deref().and_then(|game| with_rules(game, Winner(sheet)));
        if let Some(winner) = winner.flatten()
            && sheet.tag(WINNER).is_none()
        {
            sheet.tags.push((WINNER.into(), winner.to_string()));
        }
    }

    fn write(&self, sheet: &Sheet) -> Result<String, SheetError> {
        let game = sheet.game.as_deref().ok_or(SheetError::NoGame)?;
        with_rules(game, Writing(sheet)).unwrap_or_else(|| {
            Err(SheetError::Unwritable { format: "pdn", what: format!("{game} matches") })
        })
    }
}
