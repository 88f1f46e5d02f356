//! Claims. Each claim records the running program that plays a match.
//!
//! A program that plays matches holds one lock file while it runs, and a claim is a database row with the name of this
//! file. When the program ends, even if it is killed, the operating system releases the lock, and all the program's
//! claims end with it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use tempfile::NamedTempFile;

use crate::library_error::LibraryError;
use crate::match_id::MatchId;

/// This program's claims.
#[derive(Debug)]
pub(crate) struct Claims {
    /// The folder for lock files.
    folder: PathBuf,
    /// This program's lock, created by the first claim.
    own: Option<Lock>,
}

/// A locked file, which is deleted on drop.
#[derive(Debug)]
struct Lock {
    /// The file name without the extension.
    holder: String,
    _file: NamedTempFile,
}

impl Claims {
    /// Creates an empty set of claims. Lock files are in `folder`.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, own: None }
    }

    /// Claims a match for this program.
    pub(crate) fn claim(
        &mut self,
        connection: &Connection,
        id: MatchId,
        name: &str,
    ) -> Result<(), LibraryError> {
        self.release_dead(connection)?;
        let mut insert =
            connection.prepare_cached("INSERT OR IGNORE INTO claims VALUES (?1, ?2)")?;
        match insert.execute(params![id.number(), self.holder()?])? {
            0 => Err(LibraryError::Claimed { name: name.into() }),
            _ => Ok(()),
        }
    }

    /// Releases a match that this program claimed.
    pub(crate) fn release(&self, connection: &Connection, id: MatchId) -> rusqlite::Result<()> {
        let Some(own) = &self.own else { return Ok(()) };
        let mut delete =
            connection.prepare_cached("DELETE FROM claims WHERE match_id = ?1 AND holder = ?2")?;
        delete.execute(params![id.number(), own.holder]).map(|_count| ())
    }

    /// Removes the claims of programs that have ended, and their lock files.
    pub(crate) fn release_dead(&self, connection: &Connection) -> rusqlite::Result<()> {
        for holder in self.dead(connection)? {
            connection.execute("DELETE FROM claims WHERE holder = ?1", [&holder])?;
            // A leftover lock file is harmless.
            let _left = self.lock_path(&holder).map(fs::remove_file);
        }
        Ok(())
    }

    /// The holders whose programs have ended.
    pub(crate) fn dead(&self, connection: &Connection) -> rusqlite::Result<Vec<String>> {
        let mut select = connection.prepare_cached("SELECT DISTINCT holder FROM claims")?;
        let holders = select.query_map((), |row| row.get(0))?;
        let mut holders: Vec<String> = holders.collect::<rusqlite::Result<_>>()?;
        holders.retain(|holder| !self.is_alive(holder));
        Ok(holders)
    }

    /// The name of this program's lock file.
    fn holder(&mut self) -> Result<&str, LibraryError> {
        if self.own.is_none() {
            let refused = |error| LibraryError::Create { path: self.folder.clone(), error };
            self.own = Some(Lock::create(&self.folder).map_err(refused)?);
        }
        Ok(self.own.as_ref().map_or("", |own| &own.holder))
    }

    /// Returns `true` if the program with this lock is running. The test takes a shared lock, so several programs can
    /// test at the same time.
    fn is_alive(&self, holder: &str) -> bool {
        let file = self.lock_path(holder).and_then(|path| File::open(path).ok());
        let tried = file.map(|file| file.try_lock_shared());
        matches!(tried, Some(Err(TryLockError::WouldBlock)))
    }

    /// The path of a lock file. `None` for a name that this crate doesn't generate, because it could lead to any file.
    fn lock_path(&self, holder: &str) -> Option<PathBuf> {
        let is_name = holder.chars().all(|sign| sign.is_ascii_alphanumeric());
        is_name.then(|| self.folder.join(format!("{holder}.lock")))
    }
}

impl Lock {
    fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let file = tempfile::Builder::new()
            .prefix("")
            .suffix(".lock")
            .rand_bytes(16)
            .tempfile_in(folder)?;
        file.as_file().try_lock()?;
        let holder = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { holder, _file: file })
    }
}
