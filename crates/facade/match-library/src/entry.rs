//! A match in a file, before and after validation by the rules.

use std::sync::Arc;

use game_catalog::table_game;
use games_package::{MatchState, Record, Repair, TableGame};
use notation::{PlayedSheet, RecordError, Sheet, SheetError};

use crate::error::EntryError;
use crate::titles::{record_title, sheet_title};
use crate::transcript::split_transcript;

/// A parsed match, not yet validated by the rules.
#[derive(Debug)]
pub enum Entry {
    /// A record, with its players' line numbers.
    Record(Result<Box<Record>, RecordError>, Vec<Option<usize>>),
    /// A match in a notation.
    Sheet(Box<Sheet>),
    /// Part of a notation file that can't be parsed.
    Damaged(SheetError),
    /// A match in a notation that is too large to be read.
    TooLarge(Box<EntryError>),
}

/// A match that was validated by the rules.
#[derive(Debug)]
pub struct LoadedMatch {
    /// The match.
    pub record: Record,
    /// The rules of the book's game.
    pub game: Arc<dyn TableGame>,
    /// The state at the end of the record.
    pub end: Box<dyn MatchState>,
    /// For each seat, the number of the line in the file that names the seat's player, if any.
    pub player_lines: Vec<Option<usize>>,
    /// The salvaged parts, and the variations that were moved or dropped because they can't be played as written.
    pub repairs: Vec<Repair>,
}

/// Maximum number of reported repairs per match.
const WARNINGS_MAX: usize = 5;

impl LoadedMatch {
    /// Returns `true` if part of the match could not be parsed as moves and became a comment.
    pub fn is_salvaged(&self) -> bool {
        self.repairs.iter().any(Repair::is_salvage)
    }

    /// The [repairs](Self::repairs) as messages for the user: the first few, then the number of remaining repairs.
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
            Self::Record(Ok(record), _) => record_title(record),
            Self::Record(Err(error), _) => error.to_string(),
            Self::Sheet(sheet) => sheet_title(sheet),
            Self::Damaged(error) => error.to_string(),
            Self::TooLarge(error) => error.to_string(),
        }
    }

    /// The record of the match. A match in a notation is validated by its game's rules and retains only playable
    /// variations. A match that was read as a record is not changed.
    ///
    /// # Errors
    /// [`EntryError`] for the first problem.
    pub(crate) fn into_record(self) -> Result<Record, EntryError> {
        match self {
            Self::Record(record, _) => Ok(*record?),
            Self::Sheet(sheet) => match_of_sheet(*sheet).map(|read| read.played.record),
            Self::Damaged(error) => Err(error.into()),
            Self::TooLarge(error) => Err(*error),
        }
    }

    /// Validates the match by its game's rules, without repairing a match in a notation.
    ///
    /// # Errors
    /// [`EntryError`] for the first problem.
    pub fn check_strictly(self) -> Result<LoadedMatch, EntryError> {
        match self {
            Self::Sheet(sheet) => loaded(strict_match_of_sheet(*sheet)?),
            Self::Record(..) | Self::Damaged(_) | Self::TooLarge(_) => self.check(),
        }
    }

    /// Validates the match by its game's rules. Reads as much as possible of a damaged match in a notation, and
    /// [repairs](Record::repair_variations) variations that can't be played.
    ///
    /// # Errors
    /// [`EntryError`] for the first problem.
    pub fn check(self) -> Result<LoadedMatch, EntryError> {
        match self {
            Self::Record(record, player_lines) => {
                let mut record = *record?;
                let game = table_game(&record.game)?;
                // Replace a short game name with the full name.
                record.game = game.name().into();
                let repairs = record.repair_variations(&*game);
                let end = record.replay(&*game)?;
                Ok(LoadedMatch { record, game, end, player_lines, repairs })
            }
            Self::Sheet(sheet) => loaded(match_of_sheet(*sheet)?),
            Self::Damaged(error) => Err(error.into()),
            Self::TooLarge(error) => Err(*error),
        }
    }
}

/// Converts a sheet's match if its ending agrees with the rules.
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

/// A match from a sheet, with only legal moves.
#[derive(Debug)]
pub(crate) struct SheetMatch {
    /// The sheet, with the game's full name.
    pub(crate) sheet: Sheet,
    pub(crate) game: Arc<dyn TableGame>,
    pub(crate) played: PlayedSheet,
}

/// Reads the match in a sheet, with repairs.
pub(crate) fn match_of_sheet(sheet: Sheet) -> Result<SheetMatch, EntryError> {
    let (sheet, game) = with_game(sheet)?;
    let mut played = sheet.play(&*game)?;
    let start = sheet.start.as_ref().map(|(start, _)| start);
    let corrected = start.and_then(|start| game.corrections(start));
    played.repairs.extend(corrected.map(|what| Repair::Corrected { what }));
    Ok(SheetMatch { sheet, game, played })
}

/// Reads the match in an undamaged sheet.
pub(crate) fn strict_match_of_sheet(sheet: Sheet) -> Result<SheetMatch, EntryError> {
    let (sheet, game) = with_game(sheet)?;
    let played = sheet.play_strictly(&*game)?;
    Ok(SheetMatch { sheet, game, played })
}

/// Sets the full name of the sheet's game and returns the game.
fn with_game(mut sheet: Sheet) -> Result<(Sheet, Arc<dyn TableGame>), EntryError> {
    let place = sheet.place;
    let name = sheet.game.as_deref().ok_or(EntryError::NoGame { place })?;
    let game = table_game(name)
        .map_err(|error| EntryError::SheetGame { place, error: Box::new(error) })?;
    // Replace a short game name with the full name.
    sheet.game = Some(game.name().into());
    split_transcript(&mut sheet, &*game);
    Ok((sheet, game))
}
