//! Errors when reading match files.

use std::path::{Path, PathBuf};

use game_catalog::CatalogError;
use games_package::ReplayError;
use games_package::deadline::OutOfTime;
use notation::{PlaceInText, RecordError, SheetError};
use thiserror::Error;

use crate::chunks::MATCH_MIB_MAX;

/// The reason why a match can't be loaded from a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MatchFileError {
    /// There is no game with the given name.
    #[error(transparent)]
    Game(#[from] CatalogError),
    /// The file can't be read.
    #[error(transparent)]
    Read(#[from] RecordError),
    /// The file has no match.
    #[error("{}: no matches in this file", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },
    /// The file has several matches, but no number was given.
    #[error("{}: the file has {count} matches", file.display())]
    Several {
        /// The file.
        file: PathBuf,
        /// The number of matches.
        count: usize,
    },
    /// The file contains fewer matches.
    #[error("{}: no match {number}: the file has {}", file.display(), match_count(*count))]
    Number {
        /// The file.
        file: PathBuf,
        /// The given number.
        number: usize,
        /// The number of matches in the file.
        count: usize,
    },
    /// The match can't be read, or it breaks the rules.
    #[error("{}", with_number(file, *number))]
    Entry {
        /// The file.
        file: PathBuf,
        /// The match number, from 1; `None` if it is the only match.
        number: Option<usize>,
        /// The problem.
        #[source]
        error: Box<EntryError>,
    },
}

impl MatchFileError {
    /// Returns `true` if the match doesn't name its game.
    pub fn is_without_game(&self) -> bool {
        let Self::Entry { error, .. } = self else { return false };
        error.is_without_game()
    }
}

fn match_count(count: usize) -> String {
    if count == 1 { "1 match".into() } else { format!("{count} matches") }
}

/// Formats the file name, with the match number if there are several matches.
fn with_number(file: &Path, number: Option<usize>) -> String {
    let file = file.display();
    number.map_or_else(|| file.to_string(), |number| format!("{file}: match {number}"))
}

/// The reason why a match in a file can't be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EntryError {
    /// The match is not a valid record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The match is not valid in its notation.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] CatalogError),
    /// The record can't be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Validation took too long and was stopped.
    #[error(transparent)]
    OutOfTime(#[from] OutOfTime),
    /// A match in a notation doesn't name its game.
    #[error("{place}: the match doesn't name its game")]
    NoGame {
        /// The location where the match begins.
        place: PlaceInText,
    },
    /// The match is too large to be read.
    #[error("{place}: {title} is larger than {MATCH_MIB_MAX} MiB")]
    TooLarge {
        /// The location where the match begins.
        place: PlaceInText,
        /// The match, with its players if known.
        title: String,
    },
    /// The match is in a notation and names an unknown game.
    #[error("{place}")]
    SheetGame {
        /// The location where the match begins.
        place: PlaceInText,
        /// The problem with the name.
        #[source]
        error: Box<CatalogError>,
    },
    /// The match is in a notation and can't be replayed.
    #[error("{place}")]
    SheetReplay {
        /// The location where the match begins.
        place: PlaceInText,
        /// The reason.
        #[source]
        error: Box<ReplayError>,
    },
}

impl EntryError {
    /// Returns `true` if the match doesn't name its game.
    pub const fn is_without_game(&self) -> bool {
        matches!(self, Self::NoGame { .. })
    }

    /// The problem with the match's game, if any. Other matches in the file probably have the same problem.
    pub fn game_fault(&self) -> Option<String> {
        match self {
            Self::Sheet(SheetError::UnknownGame { what, .. }) => Some(what.clone()),
            Self::NoGame { .. } => Some("no game".into()),
            _ => None,
        }
    }
}
