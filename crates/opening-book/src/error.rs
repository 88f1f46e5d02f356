//! What can go wrong with books.

use std::io;
use std::path::PathBuf;

/// Why a book can't be made or used. A book is named by its file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// A file or folder can't be read or written.
    #[error("can't {action} {}: {error}", path.display())]
    Io {
        /// What was tried: "read", "write".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says. It is in the message, and so no source beside it.
        error: io::Error,
    },
    /// The file doesn't exist.
    #[error("there is no file {}; make a book with `rival book build`, or name another file", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The system tells no folder for data of programs.
    #[error(
        "there is no folder for opening books: neither XDG_DATA_HOME nor HOME is set; name a file with --out"
    )]
    NoFolder,
    /// The file is no book.
    #[error(
        "{name} is not an opening book of Rival; name another file, or make a book with `rival book build`"
    )]
    NoBook {
        /// The file.
        name: String,
    },
    /// The file was written by another version of Rival.
    #[error(
        "{name} has format {found}, and this version of Rival reads format {known}; remove it and build it again, or name another file"
    )]
    OtherFormat {
        /// The file.
        name: String,
        /// Its format.
        found: String,
        /// The format that is read.
        known: u32,
    },
    /// The file is of another game.
    #[error("{name} is a book of {found}, not of {expected}")]
    OtherGame {
        /// The file.
        name: String,
        /// The game that it is of.
        found: String,
        /// The game that was expected.
        expected: String,
    },
    /// The file is cut off, was changed, or doesn't fit the rules.
    #[error("{name} is damaged ({what}); remove it and build it again, or name another file")]
    Damaged {
        /// The file.
        name: String,
        /// What is wrong, with the line of the unpacked text where there is one.
        what: String,
    },
    /// The file is larger than any book.
    #[error("{name} is larger than {mebibytes} MiB, the most that a book may have")]
    TooLarge {
        /// The file.
        name: String,
        /// The most that is read.
        mebibytes: u64,
    },
    /// Somebody else builds the same book.
    #[error("another program builds {}; wait for it, or name another file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A position could not be searched.
    #[error("{position} can't be searched: {why}")]
    Search {
        /// The position.
        position: String,
        /// What went wrong.
        why: String,
    },
    /// A book can't be made of the game.
    #[error("there are no opening books of {game}: {why}")]
    Unsupported {
        /// The game.
        game: String,
        /// What is against it.
        why: &'static str,
    },
}

impl BookError {
    /// What makes an error of the system one of this file. `action` is what was tried: "read", "write".
    pub(crate) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { action, path, error }
    }
}
