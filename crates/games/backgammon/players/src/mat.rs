//! Matches as text, in the notation that most backgammon programs use.
//!
//! ```text
//! ; [EventDate "2026.11.25"]
//!
//!  5 point match
//!
//!  Game 1
//!  Ada : 0                             Bob : 0
//!   1) 31: 8/5 6/5                     52: 13/8 24/22
//!   2)  Doubles => 2                    Takes
//!   3) 64: 24/14                       61: 13/7 8/7
//!   4)  Doubles => 4                    Drops
//!      Wins 2 points
//! ```
//!
//! The notation comes from Jellyfish; GNU Backgammon, eXtreme Gammon and online servers also write it. The first player
//! is on the left. `0 point match`, or no length, means a series of single games with the cube. Each game becomes a
//! separate match. The notation omits passes and the decision to roll if a side could double; both follow from the
//! rules. A `Wins` line before the end of a game is a resignation; in a match it becomes a move such as `W+4R`. The
//! notation has neither comments nor variations.

mod line;
mod reader;
mod writer;

use backgammon::Backgammon;
use notation::{DecodedText, PlaceInText, Sheet, SheetError, SheetFormat, Sheets};

use crate::variants;

/// The notation, with the file extension `mat`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mat;

const NAME: &str = "mat";
/// Maximum number of lines before the line with the match length.
const LINES_BEFORE: usize = 100;

impl SheetFormat for Mat {
    fn name(&self) -> &'static str {
        NAME
    }

    fn read<'a>(&self, text: &'a [u8], game: Option<&'a str>) -> Sheets<'a> {
        let decoded = DecodedText::new(text);
        let mut sheets = reader::sheets(&line::shown(&decoded.text), game);
        if let Some(place) = decoded.damage(PlaceInText::START) {
            let begins_before =
                |read: &Result<Sheet, _>| read.as_ref().is_ok_and(|sheet| sheet.place <= place);
            let damaged = sheets.iter().rposition(begins_before).unwrap_or_default();
            if let Some(Ok(sheet)) = sheets.get_mut(damaged) {
                sheet.faults.push(SheetError::encoding(place));
            }
        }
        Box::new(sheets.into_iter())
    }

    fn write(&self, sheet: &Sheet) -> Result<String, SheetError> {
        writer::write(sheet)
    }

    fn recognizes(&self, text: &[u8]) -> bool {
        line::text(text).lines().take(LINES_BEFORE).any(|line| line::match_points(line).is_some())
    }
}

/// The rules of the game with this full name; `None` if it isn't a backgammon game.
fn rules(game: &str) -> Option<Backgammon> {
    match game.split_once(':') {
        Some((variants::NAME, variant)) => variants::rules(variant).ok(),
        _ => (game == variants::NAME).then(Backgammon::default),
    }
}
