//! Opening book errors.

use std::io;
use std::path::PathBuf;

/// The reason why a book can't be built or used. A book is identified by its file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// A file or folder can't be read or written.
    #[error("can't {action} {}: {error}", path.display())]
    Io {
        /// The failed action: "read", "write".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error, which is part of the message and therefore not a source.
        error: io::Error,
    },
    /// The file doesn't exist.
    #[error("{} does not exist; build a book with `rival book build`, or choose another file", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The system has no folder for program data.
    #[error("no folder for opening books: neither XDG_DATA_HOME nor HOME is set; pass --out FILE")]
    NoFolder,
    /// The file is not a book.
    #[error(
        "{name} is not a Rival opening book; choose another file, or build a book with `rival book build`"
    )]
    NoBook {
        /// The file.
        name: String,
    },
    /// The file is not a book in the format that its extension names.
    #[error("{name} is not a {format} book: {why}; choose another file")]
    Foreign {
        /// The file.
        name: String,
        /// The format: "Polyglot".
        format: &'static str,
        /// The problem.
        why: String,
    },
    /// The file was written by a newer version of Rival.
    #[error(
        "{name} was written by a newer version of Rival (format {found}; this program reads {known}); remove it and build it again, or choose another file"
    )]
    Newer {
        /// The file.
        name: String,
        /// The file's format version.
        found: u32,
        /// The format version that this program supports.
        known: u32,
    },
    /// The file belongs to another game.
    #[error("{name} is a book for {found}, not {expected}")]
    OtherGame {
        /// The file.
        name: String,
        /// The game of the file.
        found: String,
        /// The game that was expected.
        expected: String,
    },
    /// The file is truncated or modified, or doesn't fit the rules.
    #[error("{name} is damaged ({what}); remove it and build it again, or choose another file")]
    Damaged {
        /// The file.
        name: String,
        /// The problem, with the line in the unpacked text if known.
        what: String,
    },
    /// The file is larger than any book.
    #[error("{name} is larger than {mebibytes} MiB, the maximum size of a book")]
    TooLarge {
        /// The file.
        name: String,
        /// Maximum size, in MiB.
        mebibytes: u64,
    },
    /// Another builder is building the same book.
    #[error("another program is building {}; wait for it, or choose another file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A position could not be searched.
    #[error("{position} can't be searched: {why}")]
    Search {
        /// The position.
        position: String,
        /// The reason.
        why: String,
    },
    /// The game can't have a book.
    #[error("no opening books for {game}: {why}")]
    Unsupported {
        /// The game.
        game: String,
        /// The reason.
        why: &'static str,
    },
}

impl BookError {
    /// Converts a system error into an error about this file. `action` is the failed action: "read", "write".
    pub(crate) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { action, path, error }
    }
}
