//! Where a match is saved after every move.

use std::path::{Path, PathBuf};

use games_package::Record;

use crate::error::WriteError;
use crate::format::save;
use crate::library::{Library, Slot};

/// Where a match is saved after every move.
#[derive(Debug)]
pub enum SaveTarget {
    /// A file chosen by the user.
    File(PathBuf),
    /// A slot of the library.
    Slot(Slot),
    /// The match is not saved.
    Nowhere,
}

impl SaveTarget {
    /// A new slot of the user's library, if there can be one.
    pub fn new_slot() -> Self {
        Library::of_user().and_then(|library| library.new_slot()).map_or(Self::Nowhere, Self::Slot)
    }

    /// The file, if there is one.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Slot(slot) => Some(slot.file()),
            Self::Nowhere => None,
        }
    }

    /// Writes the match. A match without a move is not written to the library.
    ///
    /// # Errors
    /// [`WriteError`] if it can't be written.
    pub fn save(&self, record: &Record) -> Result<(), WriteError> {
        let is_untouched = record.plies.is_empty() && record.variations.is_empty();
        match self.file() {
            Some(_) if is_untouched && matches!(self, Self::Slot(_)) => Ok(()),
            Some(file) => save(record, file, &None),
            None => Ok(()),
        }
    }
}

/// Checks that the folder of the file exists, before the match is played.
///
/// # Errors
/// [`WriteError::NoFolder`] if it doesn't.
pub fn check_folder(file: &Path) -> Result<(), WriteError> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => {
            Err(WriteError::NoFolder { file: file.into(), folder: folder.into() })
        }
        _ => Ok(()),
    }
}
