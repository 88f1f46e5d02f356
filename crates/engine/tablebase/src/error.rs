//! Tablebase errors, the table folder, and the list of unusable files.
//!
//! The list collects unusable table files, found anywhere in the program.
//!
//! Players, analyses and other users open tables independently. A search that finds a damaged block can't report it: it
//! treats the value as unknown, and play continues.

use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use system::files::{UnusableFile, UnusableFiles};

use crate::PIECES_MAX;

/// The advice for an unusable file.
const BUILD_AGAIN: &str = "; remove it and build it again";
const OTHER_FOLDER: &str = "; remove it or choose another folder";
const MAKE_READABLE: &str = "; make it readable, or remove it and build it again";

/// The reason why tables can't be built or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Tables for the variant are not supported.
    #[error("no tablebases for {game}: {why}")]
    Unsupported {
        /// The variant.
        game: String,
        /// The rule that prevents tables.
        why: &'static str,
    },
    /// Tables exist only for a few pieces.
    #[error("tablebases cover 2 to {PIECES_MAX} pieces, not {pieces}")]
    Pieces {
        /// The requested number.
        pieces: u8,
    },
    /// A file or folder can't be written.
    #[error("can't {action} {}: {error}", path.display())]
    Io {
        /// The failed action: "make", "write", "lock".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error, which is part of the message and therefore not a source.
        error: io::Error,
    },
    /// A table file can't be read.
    #[error("can't read {}: {error}{MAKE_READABLE}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error, which is part of the message and therefore not a source.
        error: io::Error,
    },
    /// A table folder can't be read.
    #[error("can't read the folder {}: {error}; check its permissions or choose another folder", path.display())]
    UnreadableFolder {
        /// The folder, or a file with the folder's name.
        path: PathBuf,
        /// The system's error, which is part of the message and therefore not a source.
        error: io::Error,
    },
    /// The system has no folder for program data.
    #[error("no tablebase folder: neither XDG_DATA_HOME nor HOME is set; pass --folder")]
    NoFolder,
    /// The file is not a tablebase.
    #[error("{} is not a Rival tablebase{OTHER_FOLDER}", path.display())]
    NoTable {
        /// The file.
        path: PathBuf,
    },
    /// There is a folder in place of a table file.
    #[error("{} is a folder, not a tablebase; remove it or choose another folder", path.display())]
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The file was written by a newer version of Rival.
    #[error("{} was written by a newer version of Rival (format {found}; this program reads {known}){BUILD_AGAIN}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The file's format version.
        found: u16,
        /// The format version that this program supports.
        known: u16,
    },
    /// The file contains a different game or different pieces than its name states.
    #[error("{} contains {found}, not {expected}{BUILD_AGAIN}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The actual content: "2k-1m of" a game.
        found: String,
        /// The expected content.
        expected: String,
    },
    /// The file has the right game and pieces, but belongs to an earlier version of the rules.
    #[error("{} was built for different {game} rules{BUILD_AGAIN}", path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
    },
    /// The file is truncated or modified.
    #[error("{} is damaged ({what}){BUILD_AGAIN}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The problem.
        what: &'static str,
    },
    /// A table that another table depends on doesn't exist.
    #[error("the tablebase {material} is missing; build the ones with fewer pieces first")]
    Missing {
        /// The pieces.
        material: String,
    },
    /// The requested table is not in the plan.
    #[error(
        "no tablebase {material} with up to {pieces} pieces; write pieces like 2k1m-1k, the stronger side first"
    )]
    NotPlanned {
        /// The requested material.
        material: String,
        /// Maximum number of pieces in the planned tables.
        pieces: u8,
    },
    /// The name of the requested table begins with the weaker side.
    #[error(
        "no tablebase {material} with up to {pieces} pieces; write {name}, the stronger side first"
    )]
    WeakerFirst {
        /// The requested material.
        material: String,
        /// Maximum number of pieces in the planned tables.
        pieces: u8,
        /// The planned table's name.
        name: String,
    },
    /// Required tables are missing.
    #[error("some {game} tablebases with up to {pieces} pieces are missing from {}; run `rival tablebase build {game} --pieces {pieces}`", folder.display())]
    Incomplete {
        /// The game.
        game: String,
        /// The required number of pieces.
        pieces: u8,
        /// The searched folder.
        folder: PathBuf,
    },
    /// A required table is missing, and the game's tables are downloaded rather than built.
    #[error(
        "the tablebase {material} is missing from {}; download the files for all tables with up to {pieces} pieces",
        folder.display()
    )]
    MissingFiles {
        /// The required number of pieces.
        pieces: u8,
        /// The searched folder.
        folder: PathBuf,
        /// The first missing table.
        material: String,
    },
    /// The game's tables are downloaded, not built.
    #[error(
        "{game} tablebases are downloaded, not built; copy Syzygy files (.rtbw and .rtbz) to {}",
        folder.display()
    )]
    Downloaded {
        /// The game.
        game: &'static str,
        /// The game's table folder.
        folder: PathBuf,
    },
    /// A downloaded file can't be used.
    #[error("{} {what}; download it again", path.display())]
    Download {
        /// The file.
        path: PathBuf,
        /// The problem: "is damaged (it is truncated)".
        what: String,
    },
    /// The memory limit is too low.
    #[error(
        "building the tablebase {material} needs {needed} MiB of memory, but the limit is {allowed} MiB; see --memory"
    )]
    Memory {
        /// The pieces.
        material: String,
        /// The required memory, in MiB.
        needed: u64,
        /// The allowed memory, in MiB.
        allowed: u64,
    },
    /// A position is farther from the end of the game than the format can store.
    #[error("{material} has a distance of more than {plies_max} plies, the limit of this format")]
    TooFar {
        /// The pieces.
        material: String,
        /// Maximum number of plies that the format can store.
        plies_max: u16,
    },
    /// Another builder is building tables in the same folder.
    #[error("another program is building tablebases in {}; wait for it or choose another folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The build was stopped; its progress is saved.
    #[error("stopped; run the same command to continue")]
    Stopped,
}

impl TableError {
    /// Converts a system error into one about this file. `action` is the failed action: "make",
    /// "write", "lock".
    pub fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { action, path, error }
    }

    /// The message if the file is rebuilt automatically; the usual message if the file can't be replaced.
    pub fn built_again(&self) -> String {
        let message = self.to_string();
        let mut advice = [BUILD_AGAIN, OTHER_FOLDER, MAKE_READABLE].into_iter();
        match advice.find_map(|advice| message.strip_suffix(advice)) {
            Some(why) => format!("{why}; rebuilding it"),
            None => message,
        }
    }

    /// Converts a system error into one about an unreadable table.
    pub fn unreadable(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Unreadable { path, error }
    }

    /// The unusable, unreadable or unwritable file or folder, if any.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Io { path, .. }
            | Self::Unreadable { path, .. }
            | Self::UnreadableFolder { path, .. }
            | Self::NoTable { path }
            | Self::IsFolder { path }
            | Self::Newer { path, .. }
            | Self::Foreign { path, .. }
            | Self::OtherRules { path, .. }
            | Self::Damaged { path, .. }
            | Self::Download { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// The user's table folder: `rival/tables` in the folder for program data (`XDG_DATA_HOME`, usually `~/.local/share`).
///
/// # Errors
/// [`TableError::NoFolder`] if the system has no data folder.
pub fn default_folder() -> Result<PathBuf, TableError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_no_home| TableError::NoFolder)?;
    Ok(strategy.data_dir().join("rival").join("tables"))
}

/// The files recorded as unusable in this process.
static NOTED: UnusableFiles = UnusableFiles::new();

/// Records for [`take_unusable`] that a file can't be used, and logs it. Each file is recorded only once, with the
/// first reason. An error without a [path](TableError::path) is not recorded.
pub fn note_unusable(error: &TableError) {
    let Some(path) = error.path() else { return };
    log_if(NOTED.note(path, error.to_string()), error);
}

/// Records a file that is being rebuilt. This replaces an earlier record of the file that has not been taken yet.
pub fn note_built_again(error: &TableError) {
    let Some(path) = error.path() else { return };
    log_if(NOTED.note_instead(path, error.built_again()), error);
}

/// Records for [`take_unusable`] that the tables in this folder could not be built during a game, and logs it. Each
/// folder is recorded only once, for any game. Nothing is recorded if the builder was stopped or another program is
/// building the same tables.
pub fn note_not_built(folder: &Path, error: &TableError) {
    if matches!(error, TableError::Stopped | TableError::Busy { .. }) {
        return;
    }
    if NOTED.note(folder, format!("small tablebases can't be built: {error}")) {
        tracing::warn!(%error, "small tablebases can't be built");
    }
}

/// The files recorded since the last call. Each file is returned once per process, and the caller must report it to the
/// user.
pub fn take_unusable() -> Vec<UnusableFile> {
    NOTED.take()
}

fn log_if(is_new: bool, error: &TableError) {
    if is_new {
        tracing::warn!(%error, "a tablebase can't be used");
    }
}
