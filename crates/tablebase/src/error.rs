//! What can go wrong with tables.

use std::io;
use std::path::{Path, PathBuf};

use crate::PIECES_MAX;

/// What messages advise the user to do with a file.
const BUILD_AGAIN: &str = "; remove it and build it again";
const OTHER_FOLDER: &str = "; remove it or name another folder";
const MAKE_READABLE: &str = "; make it readable, or remove it and build it again";

/// Why tables can't be made or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The variant has no tables.
    #[error("there are no endgame tables of {game}: {why}")]
    Unsupported {
        /// The variant.
        game: String,
        /// What in its rules is against it.
        why: &'static str,
    },
    /// There are tables for a few pieces only.
    #[error("tables are made for 2 to {PIECES_MAX} pieces, not for {pieces}")]
    Pieces {
        /// What was asked for.
        pieces: u8,
    },
    /// A file or folder can't be written.
    #[error("can't {action} {}: {error}", path.display())]
    Io {
        /// What was tried: "make", "write", "lock".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says. It is in the message, and so no source beside it.
        error: io::Error,
    },
    /// The file of a table can't be read.
    #[error("can't read {}: {error}{MAKE_READABLE}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says. It is in the message, and so no source beside it.
        error: io::Error,
    },
    /// A folder of tables can't be read.
    #[error("can't read the folder {}: {error}; see that it is a folder that you may read, or name another one", path.display())]
    UnreadableFolder {
        /// The folder, or what stands in its place.
        path: PathBuf,
        /// What the system says. It is in the message, and so no source beside it.
        error: io::Error,
    },
    /// The system tells no folder for data of programs.
    #[error(
        "there is no folder for endgame tables: neither XDG_DATA_HOME nor HOME is set; name one with --folder"
    )]
    NoFolder,
    /// The file is no endgame table.
    #[error("{} is not an endgame table of Rival{OTHER_FOLDER}", path.display())]
    NoTable {
        /// The file.
        path: PathBuf,
    },
    /// A folder stands where a table should be.
    #[error("{} is a folder and not an endgame table; remove it or name another folder of tables", path.display())]
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The file was written by another version of Rival.
    #[error("{} has format {found}, and this version of Rival reads format {known}{BUILD_AGAIN}", path.display())]
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u16,
        /// The format that is read.
        known: u16,
    },
    /// The file is of another game or of other pieces than its place says.
    #[error("{} holds {found}, not {expected}{BUILD_AGAIN}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it says that it is: "2k-1m of" a game.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// The file is of the right game and pieces, but was made when the rules of the game were other ones.
    #[error("{} was made by other rules of {game}{BUILD_AGAIN}", path.display())]
    OtherRules {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
    },
    /// The file is cut off or was changed.
    #[error("{} is damaged ({what}){BUILD_AGAIN}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: &'static str,
    },
    /// A table is needed for another one and doesn't exist.
    #[error("the table of {material} is missing; build the tables with fewer pieces first")]
    Missing {
        /// The pieces.
        material: String,
    },
    /// A table was asked for that the plan doesn't have.
    #[error(
        "there is no table of {material} with up to {pieces} pieces; pieces are written like 2k1m-1k, the stronger side first"
    )]
    NotPlanned {
        /// What was asked for.
        material: String,
        /// The most pieces of the tables that are planned.
        pieces: u8,
    },
    /// A table was asked for with the weaker side first.
    #[error(
        "there is no table of {material} with up to {pieces} pieces; it is called {name}, the stronger side first"
    )]
    WeakerFirst {
        /// What was asked for.
        material: String,
        /// The most pieces of the tables that are planned.
        pieces: u8,
        /// The name of the table, which is planned.
        name: String,
    },
    /// Tables that a player was told to use are not there.
    #[error("the endgame tables of {game} with up to {pieces} pieces are not all in {}; build them with `rival tablebase build {game} --pieces {pieces}`", folder.display())]
    Incomplete {
        /// The game.
        game: String,
        /// How many pieces were asked for.
        pieces: u8,
        /// Where they were looked for.
        folder: PathBuf,
    },
    /// Not enough memory is allowed.
    #[error(
        "the table of {material} needs {needed} MiB of memory to be built, and {allowed} MiB are allowed; see --memory"
    )]
    Memory {
        /// The pieces.
        material: String,
        /// What it needs, in MiB.
        needed: u64,
        /// What it may use, in MiB.
        allowed: u64,
    },
    /// An end of the game is farther away than the format has room for.
    #[error(
        "in {material} an end of the game is more than {plies_max} plies away, which this format has no room for"
    )]
    TooFar {
        /// The pieces.
        material: String,
        /// The most plies that there is room for.
        plies_max: u16,
    },
    /// Somebody else is building tables in the same folder.
    #[error("another program builds tables in {}; wait for it, or name another folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The builder was told to stop; what it had done is kept.
    #[error("stopped; the same command goes on from here")]
    Stopped,
}

impl TableError {
    /// What makes an error of the system one of this file. `action` is what was tried: "make", "write", "lock".
    pub fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { action, path, error }
    }

    /// What is said where the file is built again without the user; the message itself where no file can take its place.
    pub fn built_again(&self) -> String {
        let message = self.to_string();
        let mut advice = [BUILD_AGAIN, OTHER_FOLDER, MAKE_READABLE].into_iter();
        match advice.find_map(|advice| message.strip_suffix(advice)) {
            Some(why) => format!("{why}; it is built again"),
            None => message,
        }
    }

    /// What makes an error of the system one of the file of a table, which it can't read.
    pub fn unreadable(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Unreadable { path, error }
    }

    /// The file that can't be used, or the file or folder that can't be read or written; none where the reason lies in no file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Io { path, .. }
            | Self::Unreadable { path, .. }
            | Self::UnreadableFolder { path, .. }
            | Self::NoTable { path }
            | Self::IsFolder { path }
            | Self::OtherFormat { path, .. }
            | Self::Foreign { path, .. }
            | Self::OtherRules { path, .. }
            | Self::Damaged { path, .. } => Some(path),
            _ => None,
        }
    }
}
