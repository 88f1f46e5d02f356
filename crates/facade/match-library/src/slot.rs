//! A match's slot in the library while this program plays the match.

use std::sync::{Mutex, MutexGuard, PoisonError};

use games_package::{EndReason, Record};

use crate::batch::NewMatch;
use crate::entry::LoadedMatch;
use crate::library::Library;
use crate::library_error::LibraryError;
use crate::match_id::MatchId;

/// A match's slot in the library. Only this program can play the match until the value is dropped.
#[derive(Debug)]
pub struct Slot {
    library: Library,
    /// The match number; `None` until the first move.
    id: Mutex<Option<MatchId>>,
}

impl Slot {
    /// A slot for a new match, which gets its number when its first move is saved.
    pub fn new(library: Library) -> Self {
        Self { library, id: Mutex::new(None) }
    }

    /// The slot of a saved match, claimed for this program.
    ///
    /// # Errors
    /// [`LibraryError::Claimed`] if any program, including this one, is playing the match; other errors if there is no
    /// such match or the database can't be written.
    pub fn claim(library: &Library, id: MatchId) -> Result<Self, LibraryError> {
        library.write(|batch| batch.claim(id))?;
        Ok(Self { library: library.clone(), id: Mutex::new(Some(id)) })
    }

    /// The match name: "match-3". `None` until its first move is saved.
    pub fn name(&self) -> Option<String> {
        self.id().map(|id| id.to_string())
    }

    /// Saves the match. A new match without moves is not saved.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be written, or the match was deleted.
    pub fn save(&self, record: &Record) -> Result<(), LibraryError> {
        let mut own = self.id();
        match *own {
            Some(id) => self.library.write(|batch| batch.save(id, record)),
            None if is_untouched(record) => Ok(()),
            None => {
                let new = NewMatch::default();
                *own = Some(self.library.write(|batch| batch.create(new, record))?);
                Ok(())
            }
        }
    }

    /// Loads the saved match and validates it by the rules.
    ///
    /// # Errors
    /// [`LibraryError`] if the match has no move yet, can't be read, or breaks the rules.
    pub fn load(&self) -> Result<LoadedMatch, LibraryError> {
        let id = (*self.id()).ok_or_else(|| LibraryError::NoMatch { name: "match".into() })?;
        self.library.load_checked(id)
    }

    fn id(&self) -> MutexGuard<'_, Option<MatchId>> {
        self.id.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns `true` if the match is still in its initial state.
pub(crate) fn is_untouched(record: &Record) -> bool {
    let is_over = record
        .ending
        .as_ref()
        .is_some_and(|ending| ending.reason != EndReason::Stopped && !ending.is_failed_start());
    record.plies.is_empty() && record.variations.is_empty() && !is_over
}

/// Releases the match. If that fails, the claim ends with the program.
impl Drop for Slot {
    fn drop(&mut self) {
        if let Some(id) = *self.id() {
            let _left = self.library.write(|batch| batch.release(id));
        }
    }
}
