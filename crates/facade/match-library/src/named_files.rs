//! Expands the files and folders that the user named into a list of match files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::file::is_match_file;

/// Maximum depth of nested folders.
const DEPTH_MAX: usize = 8;

/// The reason why match files can't be listed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NamedFilesError {
    /// The folder can't be read.
    #[error("can't read {}", folder.display())]
    Read {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The folder has no match files.
    #[error("{}: no match files in this folder", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
}

/// The named files, plus the match files in the named folders and their subfolders.
///
/// # Errors
/// [`NamedFilesError`] if a folder can't be read or contains no match file.
pub fn named_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, NamedFilesError> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        add_files(path, DEPTH_MAX, &mut found)?;
        if found.is_empty() {
            return Err(NamedFilesError::Empty { folder: path.clone() });
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// Adds the match files in a folder and its subfolders. Doesn't follow symbolic links.
fn add_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), NamedFilesError> {
    let entries = fs::read_dir(folder)
        .map_err(|error| NamedFilesError::Read { folder: folder.into(), error })?;
    for entry in entries.flatten() {
        let path = entry.path();
        if is_match_file(&path) {
            files.push(path);
        } else if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            add_files(&path, depth - 1, files)?;
        }
    }
    Ok(())
}
