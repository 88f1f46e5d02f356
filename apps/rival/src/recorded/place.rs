//! Where a match is saved after every move.

use std::path::{Path, PathBuf};

use games_package::Record;
use house::CommandResult;

use super::kept::Kept;
use super::save;

/// Where a match is saved after every move.
#[derive(Debug)]
pub(crate) enum Place {
    /// In a file that was named.
    Named(PathBuf),
    /// Where matches are kept that are saved nowhere else.
    Kept(Kept),
    /// There is no such place.
    Nowhere,
}

impl Place {
    /// A place for a match that is saved nowhere else.
    pub(crate) fn new() -> Self {
        Kept::new().map_or(Self::Nowhere, Self::Kept)
    }

    /// The file, if there is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::Named(file) => Some(file),
            Self::Kept(kept) => Some(kept.file()),
            Self::Nowhere => None,
        }
    }

    /// Writes the match as it was left. One in which nothing has been done is not worth to be kept.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn save(&self, record: &Record) -> CommandResult {
        let is_untouched = record.plies.is_empty() && record.variations.is_empty();
        match self {
            Self::Kept(_) if is_untouched => Ok(()),
            _ => save(record, self.file(), &None),
        }
    }
}
