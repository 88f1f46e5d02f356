//! One match of a file, before and after it is checked against the rules.

use std::sync::Arc;

use game_catalog::recorded_game;
use games_package::{MatchState, Record, RecordError, Sheet, SheetError, TableGame};

use crate::error::EntryError;

/// Names and values of the tags of a match in a notation file, for writing it again. The comment before its first move is
/// one of them, without a name. None for a match from another source.
pub type Tags = Option<Vec<(String, String)>>;

/// The name of the comment before the first move among [`Tags`], which no tag has.
pub(crate) const PREFACE: &str = "";

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
    /// The tags of the notation file, if the match is from one.
    pub tags: Tags,
    /// For each seat, the line number of its player in the file, if there is one.
    pub player_lines: Vec<Option<usize>>,
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

    /// The match. One in a notation is checked against the rules of its game, a record is as it was read.
    ///
    /// # Errors
    /// [`EntryError`] for the first thing that is wrong.
    pub(crate) fn into_record(self) -> Result<Record, EntryError> {
        match self {
            Self::Record(record, _) => Ok(*record?),
            Self::Sheet(sheet) => record_of_sheet(*sheet).map(|(_, record, _)| record),
            Self::Damaged(error) => Err(error.into()),
        }
    }

    /// Checks the match against the rules of its game.
    ///
    /// # Errors
    /// [`EntryError`] for the first thing that is wrong.
    pub fn check(self) -> Result<LoadedMatch, EntryError> {
        match self {
            Self::Record(record, player_lines) => {
                let mut record = *record?;
                let game = recorded_game(&record.game)?;
                // A short name, or one from before its family had this default, stands for the same game.
                record.game = game.name().into();
                let end = record.replay(&*game)?;
                Ok(LoadedMatch { record, game, end, tags: None, player_lines })
            }
            Self::Sheet(sheet) => check_sheet(*sheet),
            Self::Damaged(error) => Err(error.into()),
        }
    }
}

/// "White – Black, 34 plies": without the game nobody knows who moves first.
fn title_without_game(sheet: &Sheet) -> String {
    let [white, black] = ["White", "Black"].map(|side| sheet.tag(side).unwrap_or("?"));
    format!("{white} – {black}, {} plies", sheet.moves.len())
}

fn check_sheet(sheet: Sheet) -> Result<LoadedMatch, EntryError> {
    let (sheet, record, game) = record_of_sheet(sheet)?;
    let place = sheet.place;
    let end = record
        .replay(&*game)
        .map_err(|error| EntryError::SheetReplay { place, error: Box::new(error) })?;
    let line = |index| sheet.player_place(index).and_then(|place| usize::try_from(place.line).ok());
    let player_lines = (0..record.players.len()).map(line).collect();
    let mut tags = sheet.tags;
    if !sheet.preface.is_empty() {
        tags.push((PREFACE.into(), sheet.preface));
    }
    Ok(LoadedMatch { record, game, end, tags: Some(tags), player_lines })
}

/// The match on a sheet, of which all moves are legal, with the sheet and the rules.
pub(crate) fn record_of_sheet(
    mut sheet: Sheet,
) -> Result<(Sheet, Record, Arc<dyn TableGame>), EntryError> {
    let place = sheet.place;
    let name = sheet.game.as_deref().ok_or(EntryError::NoGame { place })?;
    let game = recorded_game(name)
        .map_err(|error| EntryError::SheetGame { place, error: Box::new(error) })?;
    // A short name stands for the same game.
    sheet.game = Some(game.name().into());
    let record = Record::from_sheet(&sheet, &*game)?;
    Ok((sheet, record, game))
}
