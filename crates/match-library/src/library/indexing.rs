//! The library's index, kept up to date.

use std::fs::{File, TryLockError};

use super::Library;
use crate::index::{self, Kind, Merge};
use crate::library_error::LibraryError;

/// The lock file of the program that merges, beside the database.
const MERGE_LOCK: &str = "index.lock";

/// How many matches are added to the index in one transaction.
const MATCHES_A_STEP: usize = 500;

impl Library {
    /// Adds the matches that were played to their end to the index, which [`search`](Self::search) and
    /// [`explore`](Self::explore) go by. After each few hundred, `advanced` gets the number of those that are left; it ends here if
    /// that returns false. Where another build of the program made the index, all matches are added anew.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read or written.
    pub fn update_index(
        &self,
        mut advanced: impl FnMut(usize) -> bool,
    ) -> Result<(), LibraryError> {
        if !self.read(|inner| Ok(index::has_keys_of_program(&inner.connection)?))? {
            self.write(|batch| Ok(index::clear(batch.connection())?))?;
        }
        let mut is_changed = false;
        loop {
            let left = self.read(|inner| Ok(index::pending_count(&inner.connection)?))?;
            if left == 0 || !advanced(left) {
                break;
            }
            self.write(|batch| index::update(batch.connection(), MATCHES_A_STEP))?;
            is_changed = true;
        }
        if is_changed { self.merge_index() } else { Ok(()) }
    }

    /// Merges runs of the index where there are many, unless another program does.
    pub(crate) fn merge_index(&self) -> Result<(), LibraryError> {
        let path = self.file().with_file_name(MERGE_LOCK);
        let lock = File::create(&path)
            .map_err(|error| LibraryError::Create { path: path.clone(), error })?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(LibraryError::Create { path, error }),
        }
        self.write(|batch| Ok(index::remove_incomplete(batch.connection())?))?;
        for kind in [Kind::Position, Kind::Material] {
            while let Some(mut merge) =
                self.write(|batch| Ok(Merge::begin(batch.connection(), kind)?))?
            {
                while !self.write(|batch| Ok(merge.step(batch.connection())?))? {}
            }
        }
        Ok(())
    }
}
