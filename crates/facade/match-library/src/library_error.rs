//! Errors of the library.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use notation::RecordError;
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::error::EntryError;

/// An error in a library operation.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The user has no folder for the library.
    #[error("no folder for the match library: HOME is not set")]
    NoFolder,
    /// A folder or a lock file can't be created.
    #[error("can't create {}", path.display())]
    Create {
        /// Its path.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The checkpoint thread failed to start.
    #[error("can't start a thread for the library")]
    Thread {
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The library has a schema version that this program doesn't support.
    #[error(
        "{} was written by {} version of Rival (format {found}; this program reads {known})",
        file.display(),
        if found > known { "a newer" } else { "an unreleased" }
    )]
    Format {
        /// The library's file.
        file: PathBuf,
        /// The library's schema version.
        found: i64,
        /// The version that this program supports.
        known: i64,
    },
    /// The file is another program's database.
    #[error("{} belongs to another program; move it elsewhere to start a new library", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file is damaged or not a database.
    #[error("{} is damaged or not a database; move it elsewhere to start a new library", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// SQLite's error.
        #[source]
        error: SqliteError,
    },
    /// The file can't be written because the disk or the user's quota is full.
    #[error("can't write {}: the disk is full; free some space and try again", file.display())]
    DiskFull {
        /// The file.
        file: PathBuf,
    },
    /// The file can't be read or written, for example because the folder is read-only.
    #[error("can't use {}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// SQLite's error.
        #[source]
        error: SqliteError,
    },
    /// A SQLite error in a batch. Outside a batch, errors name the file.
    #[error(transparent)]
    Database(SqliteError),
    /// There is no such match.
    #[error("no saved match \"{name}\"")]
    NoMatch {
        /// The name.
        name: String,
    },
    /// A running program is playing the match.
    #[error("{name} is being played by another program")]
    Claimed {
        /// The name of the match.
        name: String,
    },
    /// Plies can't be added because the match has a different number of plies.
    #[error("{name} does not have the expected {expected} plies")]
    PlyCount {
        /// The name of the match.
        name: String,
        /// The expected number of plies.
        expected: usize,
    },
    /// The match's values in the database are invalid.
    #[error("{name} can't be read")]
    Record {
        /// The name of the match.
        name: String,
        /// The problem.
        #[source]
        error: RecordError,
    },
    /// A saved match breaks its game's rules.
    #[error("{name}")]
    Match {
        /// The name of the match.
        name: String,
        /// The problem.
        #[source]
        error: Box<EntryError>,
    },
}

/// SQLite's error text without repetition. The error's source would repeat the text with a number.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct SqliteError(rusqlite::Error);

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(SqliteError(error))
    }
}

impl LibraryError {
    /// Adds the file name to the error.
    pub(crate) fn in_file(self, file: &Path) -> Self {
        let Self::Database(error) = self else { return self };
        let file = file.into();
        match error.0.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Self::Damaged { file, error }
            }
            Some(ErrorCode::DiskFull) => Self::DiskFull { file },
            // The system error is lost, because SQLite has a single code for all I/O errors.
            Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen) if is_disk_full(&file) => {
                Self::DiskFull { file }
            }
            _ => Self::File { file, error },
        }
    }
}

/// Number of bytes to write to test for a full disk: more than SQLite requests at a time.
const PROBE_BYTES: usize = 1 << 18;

/// Tests whether the disk is full by writing a file next to this one.
fn is_disk_full(file: &Path) -> bool {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let written = tempfile::tempfile_in(folder.unwrap_or(Path::new("."))).and_then(|mut probe| {
        probe.write_all(&vec![0; PROBE_BYTES])?;
        probe.sync_all()
    });
    written.is_err_and(|error| is_full(&error))
}

/// Returns `true` if this error means that the disk or the quota is full.
fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn a_full_disk_is_named() {
        let connection = Connection::open_in_memory().unwrap();
        let filled = "PRAGMA max_page_count = 1; CREATE TABLE words (word);";
        let error = LibraryError::from(connection.execute_batch(filled).unwrap_err());
        let error = error.in_file(Path::new("matches.sqlite3"));
        let text = format!("{:#}", anyhow::Error::new(error));
        let expected =
            "can't write matches.sqlite3: the disk is full; free some space and try again";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_disk_error_names_the_file_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("matches.sqlite3");
        let refused = Connection::open(folder.path()).unwrap_err();
        let error = LibraryError::from(refused).in_file(&file);
        let text = format!("{:#}", anyhow::Error::new(error));
        assert!(text.starts_with(&format!("can't use {}: ", file.display())), "{text}");
        assert_eq!(text.matches("unable to open").count(), 1, "{text}");
    }
}
