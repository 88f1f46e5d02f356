//! The user's own books that can't be used, wherever in the program that is found.
//!
//! Such a book is used because it is there, not because somebody has named it, so that play and analyses go on without it.
//! There is one list in the process: whoever finds that a book can't be used puts it there, and the program names what is new
//! at its next moment for output.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::error::BookError;

/// A book of the user's that can't be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnusableBook {
    /// The file.
    pub path: PathBuf,
    /// Why, as a message that names the file.
    pub why: String,
}

/// All that was noted in this process.
static NOTED: Mutex<Noted> = Mutex::new(Noted { books: Vec::new(), taken: 0 });

#[derive(Debug)]
struct Noted {
    /// One for each file, in the order in which they were found.
    books: Vec<UnusableBook>,
    /// So many of them, the first ones, were taken.
    taken: usize,
}

/// Notes that the book in this file can't be used, for [`take_unusable`], and writes it to the log. Each file is noted once,
/// with the first reason.
pub(crate) fn note_unusable(path: &Path, error: &BookError) {
    let mut noted = noted();
    if noted.books.iter().any(|known| known.path == path) {
        return;
    }
    noted.books.push(UnusableBook { path: path.into(), why: error.to_string() });
    drop(noted);
    tracing::warn!(%error, "an opening book can't be used");
}

/// The user's books that were noted since this was last called. Each is given once in the life of the process, so that the
/// caller must name it to the user.
pub fn take_unusable() -> Vec<UnusableBook> {
    let mut noted = noted();
    let new = noted.books.iter().skip(noted.taken).cloned().collect();
    noted.taken = noted.books.len();
    new
}

/// The list. A panic of another holder leaves it valid.
fn noted() -> MutexGuard<'static, Noted> {
    NOTED.lock().unwrap_or_else(PoisonError::into_inner)
}
