//! The target to which a match is saved after every move.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use games_package::{Ending, Record};

use crate::format::save_played;
use crate::library::Library;
use crate::library_error::LibraryError;
use crate::slot::{Slot, is_untouched};
use crate::write_error::WriteError;

/// The target to which a match is saved after every move. Clones share one target.
#[derive(Clone, Debug)]
pub struct SaveTarget(Arc<Target>);

#[derive(Debug)]
struct Target {
    place: Place,
    /// `true` if the error was already returned since the last successful save.
    is_reported: AtomicBool,
}

#[derive(Debug)]
enum Place {
    /// A file chosen by the user.
    File(PathBuf),
    /// A slot in the library.
    Slot(Slot),
    /// A library that failed to open.
    NoLibrary(Arc<LibraryError>),
    /// The match is not saved.
    Nowhere,
}

impl SaveTarget {
    /// A new slot in the user's library, for the program with this name. If the library can't be opened, saving returns
    /// the reason.
    pub fn new_slot(program: &'static str) -> Self {
        let library = Library::of_user(program);
        let slot = library.map(|library| Place::Slot(Slot::new(library)));
        Self::of(slot.unwrap_or_else(|error| Place::NoLibrary(Arc::new(error))))
    }

    /// A file chosen by the user.
    pub fn file(file: impl Into<PathBuf>) -> Self {
        Self::of(Place::File(file.into()))
    }

    /// A slot in the library.
    pub fn slot(slot: Slot) -> Self {
        Self::of(Place::Slot(slot))
    }

    /// A target that doesn't save anything.
    pub fn nowhere() -> Self {
        Self::of(Place::Nowhere)
    }

    fn of(place: Place) -> Self {
        Self(Arc::new(Target { place, is_reported: AtomicBool::new(false) }))
    }

    /// The file, if the user chose one.
    pub fn path(&self) -> Option<&Path> {
        match &self.0.place {
            Place::File(file) => Some(file),
            Place::Slot(_) | Place::NoLibrary(_) | Place::Nowhere => None,
        }
    }

    /// The match name in the library: "match-3". `None` until the library contains the match.
    pub fn kept_name(&self) -> Option<String> {
        match &self.0.place {
            Place::Slot(slot) => slot.name(),
            Place::File(_) | Place::NoLibrary(_) | Place::Nowhere => None,
        }
    }

    /// Saves the match while it is being played.
    ///
    /// # Errors
    /// [`WriteError`] if the match can't be written. If this fails repeatedly, returns only the first failure, because
    /// one warning is enough.
    pub fn autosave(&self, record: &Record) -> Result<(), WriteError> {
        let saved = self.write(record);
        let was_reported = self.0.is_reported.swap(saved.is_err(), Ordering::Relaxed);
        if was_reported { Ok(()) } else { saved }
    }

    /// Saves the match when the user leaves it.
    ///
    /// # Errors
    /// [`WriteError`] if the match can't be written. For a file chosen by the user, every failure is returned;
    /// otherwise, the same as for [`autosave`](Self::autosave).
    pub fn save(&self, record: &Record) -> Result<(), WriteError> {
        if self.path().is_some() { self.write(record) } else { self.autosave(record) }
    }

    /// Saves the match. If the match failed to start, an earlier saved state is preserved.
    fn write(&self, record: &Record) -> Result<(), WriteError> {
        if record.ending.as_ref().is_some_and(Ending::is_failed_start) {
            return Ok(());
        }
        match &self.0.place {
            Place::File(file) => save_played(record, file),
            Place::Slot(slot) => Ok(slot.save(record)?),
            Place::NoLibrary(error) if !is_untouched(record) => Err(Arc::clone(error).into()),
            Place::NoLibrary(_) | Place::Nowhere => Ok(()),
        }
    }
}

/// Checks, before the match begins, that the file's folder exists.
///
/// # Errors
/// [`WriteError::NoFolder`] if the folder does not exist.
pub fn check_folder(file: &Path) -> Result<(), WriteError> {
    match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if !folder.is_dir() => {
            Err(WriteError::NoFolder { file: file.into(), folder: folder.into() })
        }
        _ => Ok(()),
    }
}
