//! Durable file names, and a list of the user's damaged files.
//!
//! [`sync_name`] is the last step of writing a file. Programs use tablebases and opening books because they exist, not
//! because the user named them, so play and analysis continue without an unusable file. The failure may occur in the
//! middle of a search, which can't report it. The process therefore has one list per kind of file. Code that finds a
//! bad file adds it to the list, and the program reports new entries at the next opportunity.
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

/// An unusable file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnusableFile {
    /// The file.
    pub path: PathBuf,
    /// A message that names the file and the reason.
    pub why: String,
}

/// Unusable files, each listed once.
#[derive(Default, Debug)]
pub struct UnusableFiles(Mutex<Noted>);

#[derive(Default, Debug)]
struct Noted {
    /// The files, in the order of discovery.
    files: Vec<UnusableFile>,
    /// The number of files already taken, counted from the front.
    taken: usize,
}

impl UnusableFiles {
    /// An empty list.
    pub const fn new() -> Self {
        Self(Mutex::new(Noted { files: Vec::new(), taken: 0 }))
    }

    /// Records an unusable file for [`take`](Self::take). Each file is recorded only once, with the first reason.
    /// Returns `true` if the file is new.
    pub fn note(&self, path: &Path, why: impl Into<String>) -> bool {
        self.noted().add(path, why.into())
    }

    /// Like [`note`](Self::note), but replaces an earlier reason if the file hasn't been taken yet.
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

    /// The files recorded since the last call. Each file is returned only once, and the caller must report it to the
    /// user.
    pub fn take(&self) -> Vec<UnusableFile> {
        let mut noted = self.noted();
        let new = noted.files.iter().skip(noted.taken).cloned().collect();
        noted.taken = noted.files.len();
        new
    }

    /// Locks the list. The list stays valid even if another holder of the lock panics.
    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Noted {
    /// Adds a file unless it is already listed. Returns `true` if the file is new.
    fn add(&mut self, path: &Path, why: String) -> bool {
        let is_new = self.files.iter().all(|known| known.path != path);
        if is_new {
            self.files.push(UnusableFile { path: path.into(), why });
        }
        is_new
    }
}

/// Waits until the name of a newly created or renamed file is on disk, because a file's content can reach the disk
/// before its name. Does nothing on file systems that don't support this, such as some network file systems.
///
/// # Errors
/// If the file's folder can't be read or written.
pub fn sync_name(file: &Path) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // Other systems can't open a folder as a file.
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

    /// Takes the files and returns their messages.
    fn taken(files: &UnusableFiles) -> Vec<String> {
        files.take().into_iter().map(|file| file.why).collect()
    }

    #[test]
    fn each_file_is_returned_once_with_the_first_reason() {
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
    fn a_new_reason_replaces_one_that_was_not_returned_yet() {
        let files = UnusableFiles::new();
        assert!(files.note(Path::new("a"), "a is damaged"));
        assert!(!files.note_instead(Path::new("a"), "a is built again"));
        assert!(files.note_instead(Path::new("b"), "b is built again"));
        assert_eq!(taken(&files), ["a is built again", "b is built again"]);
        assert!(!files.note_instead(Path::new("a"), "a is built once more"));
        assert!(taken(&files).is_empty());
    }

    #[test]
    fn a_files_folder_must_exist() {
        let folder = tempfile::tempdir().unwrap();
        assert!(sync_name(&folder.path().join("a")).is_ok());
        assert!(sync_name(Path::new("a")).is_ok());
        let missing = sync_name(&folder.path().join("missing/a")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }
}
