//! One match of a file, before and after it is checked against the rules.

use std::sync::Arc;

use game_catalog::table_game;
use games_package::{MatchState, Record, Repair, TableGame};
use notation::{PlayedSheet, RecordError, Sheet, SheetError};

use crate::error::EntryError;

/// A match as it was read, not checked against the rules.
#[derive(Debug)]
pub enum Entry {
    /// A record, with the line numbers of its players.
    Record(Result<Box<Record>, RecordError>, Vec<Option<usize>>),
    /// A match in a notation.
    Sheet(Box<Sheet>),
    /// A part of a notation file that can't be parsed.
    Damaged(SheetError),
}

/// A match that was checked against the rules.
#[derive(Debug)]
pub struct LoadedMatch {
    /// The match.
    pub record: Record,
    /// Its rules.
    pub game: Arc<dyn TableGame>,
    /// The state at the end of the record.
    pub end: Box<dyn MatchState>,
    /// For each seat, the line number of its player in the file, if there is one.
    pub player_lines: Vec<Option<usize>>,
    /// The salvaged parts, and the variations that were moved or dropped because they can't be played as written.
    pub repairs: Vec<Repair>,
}

/// Maximum number of repairs of one match that are reported.
const WARNINGS_MAX: usize = 5;

impl LoadedMatch {
    /// Returns `true` if a part of the match is not moves and became a comment.
    pub fn is_salvaged(&self) -> bool {
        self.repairs.iter().any(Repair::is_salvage)
    }

    /// The [repairs](Self::repairs) as messages for the user: the first few, then the number of the others.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> =
            self.repairs.iter().take(WARNINGS_MAX).map(ToString::to_string).collect();
        let others = self.repairs.len() - warnings.len();
        if others > 0 {
            warnings.push(format!("and {others} more repairs like these"));
        }
        warnings
    }
}

impl Entry {
    /// The title of the match in a list.
    pub fn title(&self) -> String {
        match self {
            Self::Record(Ok(record), _) => format!("{}: {}", record.game, record.title()),
            Self::Record(Err(error), _) => error.to_string(),
            Self::Sheet(sheet) => {
                let event = sheet.tag("Event").filter(|event| !matches!(*event, "?" | ""));
                let event = event.map(|event| format!(" ({event})")).unwrap_or_default();
                match &sheet.game {
                    Some(game) => format!("{game}: {}{event}", sheet.title()),
                    None => format!("{}{event}", title_without_game(sheet)),
                }
            }
            Self::Damaged(error) => error.to_string(),
        }
    }

    /// The match. One in a notation is checked against the rules of its game, and has only the variations that can be
    /// played; a record is as it was read.
    ///
    /// # Errors
    /// [`EntryError`] for the first thing that is wrong.
    pub(crate) fn into_record(self) -> Result<Record, EntryError> {
        match self {
            Self::Record(record, _) => Ok(*record?),
            Self::Sheet(sheet) => match_of_sheet(*sheet).map(|read| read.played.record),
            Self::Damaged(error) => Err(error.into()),
        }
    }

    /// Checks the match against the rules of its game, without any repair of a match in a notation.
    ///
    /// # Errors
    /// [`EntryError`] for the first thing that is wrong.
    pub fn check_strictly(self) -> Result<LoadedMatch, EntryError> {
        match self {
            Self::Sheet(sheet) => loaded(strict_match_of_sheet(*sheet)?),
            Self::Record(..) | Self::Damaged(_) => self.check(),
        }
    }

    /// Checks the match against the rules of its game. As much of a damaged match in a notation is read as possible. Variations
    /// that can't be played are [repaired](Record::repair_variations).
    ///
    /// # Errors
    /// [`EntryError`] for the first thing that is wrong.
    pub fn check(self) -> Result<LoadedMatch, EntryError> {
        match self {
            Self::Record(record, player_lines) => {
                let mut record = *record?;
                let game = table_game(&record.game)?;
                // A short name means the same game.
                record.game = game.name().into();
                let repairs = record.repair_variations(&*game);
                let end = record.replay(&*game)?;
                Ok(LoadedMatch { record, game, end, player_lines, repairs })
            }
            Self::Sheet(sheet) => loaded(match_of_sheet(*sheet)?),
            Self::Damaged(error) => Err(error.into()),
        }
    }
}

/// "White – Black, 34 plies": without the game, the first mover is unknown.
fn title_without_game(sheet: &Sheet) -> String {
    let [white, black] = ["White", "Black"].map(|side| sheet.tag(side).unwrap_or("?"));
    format!("{white} – {black}, {} plies", sheet.moves.len())
}

/// The match on a sheet, if its ending agrees with the rules.
fn loaded(read: SheetMatch) -> Result<LoadedMatch, EntryError> {
    let SheetMatch { sheet, game, played: PlayedSheet { record, end, repairs } } = read;
    let place = sheet.place;
    record
        .check_end(&*end)
        .map_err(|error| EntryError::SheetReplay { place, error: Box::new(error) })?;
    let line = |index| sheet.player_place(index).and_then(|place| usize::try_from(place.line).ok());
    let player_lines = (0..record.players.len()).map(line).collect();
    Ok(LoadedMatch { record, game, end, player_lines, repairs })
}

/// A match of a sheet with legal moves only.
#[derive(Debug)]
pub(crate) struct SheetMatch {
    /// With the full name of the game.
    pub(crate) sheet: Sheet,
    pub(crate) game: Arc<dyn TableGame>,
    pub(crate) played: PlayedSheet,
}

/// The match on a sheet.
pub(crate) fn match_of_sheet(sheet: Sheet) -> Result<SheetMatch, EntryError> {
    let (sheet, game) = with_game(sheet)?;
    let played = sheet.play(&*game)?;
    Ok(SheetMatch { sheet, game, played })
}

/// The match on a sheet without damage.
pub(crate) fn strict_match_of_sheet(sheet: Sheet) -> Result<SheetMatch, EntryError> {
    let (sheet, game) = with_game(sheet)?;
    let played = sheet.play_strictly(&*game)?;
    Ok(SheetMatch { sheet, game, played })
}

/// The sheet with the full name of its game, and the game.
fn with_game(mut sheet: Sheet) -> Result<(Sheet, Arc<dyn TableGame>), EntryError> {
    let place = sheet.place;
    let name = sheet.game.as_deref().ok_or(EntryError::NoGame { place })?;
    let game = table_game(name)
        .map_err(|error| EntryError::SheetGame { place, error: Box::new(error) })?;
    // A short name means the same game.
    sheet.game = Some(game.name().into());
    Ok((sheet, game))
}
