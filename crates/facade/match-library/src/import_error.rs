//! Errors of imports.

use std::io;
use std::path::PathBuf;

use game_catalog::CatalogError;
use notation::RecordError;
use thiserror::Error;

use crate::error::EntryError;
use crate::library_error::LibraryError;

/// The reason why a file can't be fully imported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// There is no game with the given name.
    #[error(transparent)]
    Game(#[from] CatalogError),
    /// The file can't be read.
    #[error(transparent)]
    Read(#[from] RecordError),
    /// The file is a record that can't be imported.
    #[error("{}", file.display())]
    Record {
        /// The file.
        file: PathBuf,
        /// The problem.
        #[source]
        error: Box<EntryError>,
    },
    /// A thread failed to start.
    #[error("can't start a thread to read matches")]
    Thread {
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// A reader thread ended too early.
    #[error("a match reader thread terminated unexpectedly")]
    Interrupted,
    /// The library can't be written.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

impl ImportError {
    /// Returns `true` if the error concerns only this file, so other files can still be imported.
    pub const fn is_of_file(&self) -> bool {
        matches!(self, Self::Read(_) | Self::Record { .. })
    }
}
