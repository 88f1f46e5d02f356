//! Errors of the library.

use std::io;
use std::path::{Path, PathBuf};

use games_package::RecordError;
use rusqlite::ErrorCode;
use thiserror::Error;

use crate::error::EntryError;

/// Why the library can't do what it was asked for.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// The user has no folder for it.
    #[error("there is no folder for the library of matches: HOME is not set")]
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
    /// There can be no thread for the checkpoints.
    #[error("can't start a thread for the library")]
    Thread {
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The library was written by a newer program.
    #[error(
        "{} is of version {found}, and this program knows version {known} at most: use a newer program",
        file.display()
    )]
    Newer {
        /// The file of the library.
        file: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version that is known.
        known: usize,
    },
    /// The file is a database of another program.
    #[error("{} is a database of another program: move it elsewhere for a new library", file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// The file is damaged, or no database.
    #[error("{} is damaged, or no database: move it elsewhere for a new library", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        #[source]
        error: SqliteError,
    },
    /// The file can't be read or written: the disk is full, or the folder is read-only.
    #[error("can't use {}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        #[source]
        error: SqliteError,
    },
    /// What SQLite says within a batch; outside of it the error has its file.
    #[error(transparent)]
    Database(SqliteError),
    /// There is no such match.
    #[error("no match is kept as \"{name}\"")]
    NoMatch {
        /// The name.
        name: String,
    },
    /// A running program plays the match.
    #[error("{name} is being played by another program")]
    Claimed {
        /// The name of the match.
        name: String,
    },
    /// Plies were to be added behind others than the last one.
    #[error("{name} has another number of plies than {expected}")]
    PlyCount {
        /// The name of the match.
        name: String,
        /// The number of plies that the match should have had.
        expected: usize,
    },
    /// The values in the file are not those of a match.
    #[error("{name} can't be read")]
    Record {
        /// The name of the match.
        name: String,
        /// What is wrong.
        #[source]
        error: RecordError,
    },
    /// A kept match breaks the rules of its game.
    #[error("{name}")]
    Match {
        /// The name of the match.
        name: String,
        /// What is wrong.
        #[source]
        error: Box<EntryError>,
    },
}

/// What SQLite says, once: the source of its error says the same again, with a number.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct SqliteError(rusqlite::Error);

impl From<rusqlite::Error> for LibraryError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(SqliteError(error))
    }
}

impl LibraryError {
    /// The error with the name of the file.
    pub(crate) fn in_file(self, file: &Path) -> Self {
        let Self::Database(error) = self else { return self };
        let file = file.into();
        match error.0.sqlite_error_code() {
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Self::Damaged { file, error }
            }
            _ => Self::File { file, error },
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn what_sqlite_says_of_a_full_disk_is_said_once() {
        let connection = Connection::open_in_memory().unwrap();
        let filled = "PRAGMA max_page_count = 1; CREATE TABLE words (word);";
        let error = LibraryError::from(connection.execute_batch(filled).unwrap_err());
        let error = error.in_file(Path::new("matches.sqlite3"));
        let text = format!("{:#}", anyhow::Error::new(error));
        assert_eq!(text, "can't use matches.sqlite3: database or disk is full");
    }
}
