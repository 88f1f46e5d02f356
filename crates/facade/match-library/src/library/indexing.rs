//! Updates the library's index.

use std::fs::{File, TryLockError};

use super::Library;
use crate::index::{self, Kind, Merge};
use crate::kept;
use crate::library_error::LibraryError;
use crate::player_blocks::{self, BLOCK_MATCHES, seal};

/// The lock file of the program that merges runs, next to the database.
const MERGE_LOCK: &str = "index.lock";

/// Number of matches to index per transaction.
const MATCHES_A_STEP: usize = 500;

impl Library {
    /// Adds the finished matches to the index used by [`search`](Self::search) and [`explore`](Self::explore), and
    /// their players to the blocks for fast player searches. Every few hundred matches, calls `advanced` with the
    /// number of remaining matches, and stops if that returns `false`. If another build of the program created the
    /// index, indexes all matches again. Returns whether the index changed.
    ///
    /// # Errors
    /// [`LibraryError`] if the database can't be read or written.
    pub fn update_index(
        &self,
        mut advanced: impl FnMut(usize) -> bool,
    ) -> Result<bool, LibraryError> {
        if !self.read(|inner| Ok(index::has_keys_of_program(&inner.connection)?))? {
            self.write(|batch| Ok(index::clear(batch.connection())?))?;
        }
        let (mut is_changed, mut goes_on) = (false, true);
        while goes_on {
            let left = self.read(|inner| Ok(index::pending_count(&inner.connection)?))?;
            if left == 0 {
                break;
            }
            goes_on = advanced(left);
            if goes_on {
                self.write(|batch| index::update(batch.connection(), MATCHES_A_STEP))?;
                is_changed = true;
            }
        }
        if is_changed {
            self.merge_index()?;
        }
        if goes_on {
            self.seal_players(advanced)?;
        }
        Ok(is_changed)
    }

    /// Creates blocks for the players in matches that aren't in any block. Before each block, calls `advanced` with the
    /// maximum number of remaining matches, and stops if that returns `false`.
    pub(crate) fn seal_players(
        &self,
        mut advanced: impl FnMut(usize) -> bool,
    ) -> Result<(), LibraryError> {
        loop {
            let left = self.read(|inner| {
                let newest = kept::newest(&inner.connection)?;
                Ok(player_blocks::unsealed_count(&inner.connection, newest, BLOCK_MATCHES)?)
            })?;
            let is_done = left == 0
                || !advanced(left)
                || !self.write(|batch| Ok(seal(batch.connection(), BLOCK_MATCHES)?))?;
            if is_done {
                return Ok(());
            }
        }
    }

    /// Merges runs of the index if there are many, unless another program is already merging them.
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
