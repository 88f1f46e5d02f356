//! The user's own books that can't be used, wherever in the program that is found.

use std::path::Path;

use unusable_files::{UnusableFile, UnusableFiles};

use crate::error::BookError;

/// All that was noted in this process.
static NOTED: UnusableFiles = UnusableFiles::new();

/// Notes that the book in this file can't be used, for [`take_unusable`], and writes it to the log. Each file is noted once,
/// with the first reason.
pub(crate) fn note_unusable(path: &Path, error: &BookError) {
    if NOTED.note(path, error.to_string()) {
        tracing::warn!(%error, "an opening book can't be used");
    }
}

/// The user's books that were noted since this was last called. Each is given once in the life of the process, so that the
/// caller must name it to the user.
pub fn take_unusable() -> Vec<UnusableFile> {
    NOTED.take()
}
