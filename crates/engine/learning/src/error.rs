//! Errors for networks and runs.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The reason why a run or a network can't be used.
#[derive(Debug, Error)]
pub enum LearningError {
    /// The game doesn't fit.
    #[error("{game} can't be learned: {why}")]
    Unfit {
        /// The game's full name.
        game: String,
        /// The reason.
        why: &'static str,
    },
    /// The game has no network.
    #[error("{game} has no learned network in {}; run: rival learn {game}", path.display())]
    Missing {
        /// The game's full name.
        game: String,
        /// The expected file.
        path: PathBuf,
    },
    /// The network belongs to another game, or to other rules.
    #[error("{}: trained for {found}, not for the current {game} rules; run: rival learn {game}", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game's full name.
        game: String,
        /// The game in the file.
        found: String,
    },
    /// The run in the folder has different settings.
    #[error("{}: contains a run of {found}, not {wanted}; pass a different --folder", folder.display())]
    OtherRun {
        /// The folder.
        folder: PathBuf,
        /// The game and seed of the run.
        found: String,
        /// The requested game and seed.
        wanted: String,
    },
    /// The file is not in the expected format.
    #[error("{}: not written by \"rival learn\" ({why}); delete it or pass a different --folder", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// The wrong part.
        why: &'static str,
    },
    /// The file has a newer version.
    #[error("{} was written by a newer version of Rival (format {found}; this program reads {known})", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version in the file.
        found: u32,
        /// The version of this program.
        known: u32,
    },
    /// The file content has changed.
    #[error("{}: damaged (wrong checksum); delete it and the run will recreate it", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Another program uses the folder.
    #[error("another run is using {}; wait for it to finish or pass a different --folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The system has no data folder.
    #[error("no user data folder: HOME is not set; pass --folder FOLDER")]
    NoFolder,
    /// A file can't be read or written.
    #[error("can't {action} {}: {error}", path.display())]
    Io {
        /// The action: "read".
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        error: io::Error,
    },
}

impl LearningError {
    /// Converts the error from a failed action on a file.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { action, path, error }
    }
}
