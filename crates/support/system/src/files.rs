//! Durable file names, and a list of the user's damaged files.
//!
//! [`sync_name`] is the last step of writing a file. Programs use endgame tables and opening books because they exist,
//! not because the user named them. Play and analyses therefore continue without a file that can't be used. The failure
//! may occur in the middle of a search, which can't report it. So the process has one list for each kind of file. Code
//! that finds a bad file adds it, and the program names new entries at its next opportunity for output.
//!
//! ```
//! use std::path::Path;
//!
//! use system::files::UnusableFiles;
//!
//! static NOTED: UnusableFiles = UnusableFiles::new();
//!
//! assert!(NOTED.note(Path::new("a.book"), "a.book is damaged"));
//! assert!(!NOTED.note(Path::new("a.book"), "a.book can't be read"));
//! let taken = NOTED.take();
//! assert_eq!(taken.len(), 1);
//! assert_eq!(taken[0].why, "a.book is damaged");
//! assert!(NOTED.take().is_empty());
//! ```

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file that can't be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnusableFile {
    /// The file.
    pub path: PathBuf,
    /// Why, as a message that names the file.
    pub why: String,
}

/// Files that can't be used, each once in the life of the list.
#[derive(Default, Debug)]
pub struct UnusableFiles(Mutex<Noted>);

#[derive(Default, Debug)]
struct Noted {
    /// One for each file, in the order in which they were found.
    files: Vec<UnusableFile>,
    /// So many of them, the first ones, were taken.
    taken: usize,
}

impl UnusableFiles {
    /// A list of no files.
    pub const fn new() -> Self {
        Self(Mutex::new(Noted { files: Vec::new(), taken: 0 }))
    }

    /// Notes that a file can't be used, for [`take`](Self::take). Each file is noted once, with the first reason. Returns
    /// whether it is new.
    pub fn note(&self, path: &Path, why: impl Into<String>) -> bool {
        self.noted().add(path, why.into())
    }

    /// The same with a reason that is given instead of the one that was noted of the file and not taken yet.
    pub fn note_instead(&self, path: &Path, why: impl Into<String>) -> bool {
        let mut noted = self.noted();
        let taken = noted.taken;
        let waiting = noted.files.iter_mut().skip(taken).find(|known| known.path == path);
        if let Some(known) = waiting {
            known.why = why.into();
            return false;
        }
        noted.add(path, why.into())
    }

    /// The files that were noted since the last call. Each is returned once in the life of the list, and the caller
    /// must name it to the user.
    pub fn take(&self) -> Vec<UnusableFile> {
        let mut noted = self.noted();
        let new = noted.files.iter().skip(noted.taken).cloned().collect();
        noted.taken = noted.files.len();
        new
    }

    /// The list. A panic of another holder leaves it valid.
    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Noted {
    /// Adds a file, unless it is there. Returns whether it is new.
    fn add(&mut self, path: &Path, why: String) -> bool {
        let is_new = self.files.iter().all(|known| known.path != path);
        if is_new {
            self.files.push(UnusableFile { path: path.into(), why });
        }
        is_new
    }
}

/// Waits until the name of this file, which was created or renamed, is on the disk: its content can exist there without
/// its name. A file system that can't do that, such as some over a network, is left alone.
///
/// # Errors
/// If the folder of the file can't be read or written.
pub fn sync_name(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // Other systems open no folder as a file.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error) if is_unknown(&error) => Ok(()),
        synced => synced,
    }
}

fn is_unknown(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why the files that are taken now can't be used.
    fn taken(files: &UnusableFiles) -> Vec<String> {
        files.take().into_iter().map(|file| file.why).collect()
    }

    #[test]
    fn each_file_is_given_once_with_the_first_reason() {
        let files = UnusableFiles::new();
        assert!(files.note(Path::new("a"), "a is damaged"));
        assert!(files.note(Path::new("b"), "b is a folder"));
        assert!(!files.note(Path::new("a"), "a is cut off"));
        assert_eq!(taken(&files), ["a is damaged", "b is a folder"]);
        assert!(!files.note(Path::new("a"), "a is cut off"));
        assert!(files.note(Path::new("c"), "c is empty"));
        assert_eq!(taken(&files), ["c is empty"]);
        assert!(taken(&files).is_empty());
    }

    #[test]
    fn another_reason_takes_the_place_of_one_that_was_not_given_yet() {
        let files = UnusableFiles::new();
        assert!(files.note(Path::new("a"), "a is damaged"));
        assert!(!files.note_instead(Path::new("a"), "a is built again"));
        assert!(files.note_instead(Path::new("b"), "b is built again"));
        assert_eq!(taken(&files), ["a is built again", "b is built again"]);
        assert!(!files.note_instead(Path::new("a"), "a is built once more"));
        assert!(taken(&files).is_empty());
    }

    #[test]
    fn the_folder_of_a_file_must_exist() {
        let folder = tempfile::tempdir().unwrap();
        assert!(sync_name(&folder.path().join("a")).is_ok());
        assert!(sync_name(Path::new("a")).is_ok());
        let missing = sync_name(&folder.path().join("missing/a")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
