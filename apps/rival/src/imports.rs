//! Imports of files with matches into the library.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, anyhow};
use house::{Failure, FailureKind, OrFail};
use match_library::{ImportError, ImportOptions, ImportProgress, is_match_file};

/// How files are imported: the game of matches that don't say which one they are of, and how many threads read them, by default one
/// for each core.
pub(crate) fn options(game: Option<String>, threads: Option<NonZeroUsize>) -> ImportOptions {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    ImportOptions { game, threads: threads.unwrap_or_else(cores) }
}

/// "Added 3 matches; 2 were there already, 1 was refused,".
pub(crate) fn summary(all: &ImportProgress) -> String {
    let matches =
        |count| if count == 1 { "1 match".to_owned() } else { format!("{count} matches") };
    let part = |count, what| (count > 0).then(|| format!("{} {what}", matches(count)));
    let parts = [part(all.duplicates, "already there"), part(all.refused, "refused")];
    let added = format!("Added {}", matches(all.added));
    std::iter::once(added).chain(parts.into_iter().flatten()).collect::<Vec<_>>().join("; ")
}

/// How deep folders in a folder are looked into.
const DEPTH_MAX: usize = 8;

/// The files that are named, and those with matches of the folders that are and of the folders in these.
///
/// # Errors
/// If a folder can't be read or has no such file.
pub(crate) fn named_files(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        add_files(path, DEPTH_MAX, &mut found)?;
        if found.is_empty() {
            let why = anyhow!("{}: there is no file with matches in it", path.display());
            return Err(Failure::new(FailureKind::Input, why));
        }
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// Adds the files with matches of a folder, and of the folders in it, but not of those that a link leads to.
fn add_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries = fs::read_dir(folder)
        .with_context(|| format!("can't read {}", folder.display()))
        .or_fail(FailureKind::Input)?;
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

/// Adds what was imported from a file to what was imported before.
pub(crate) fn add(all: &mut ImportProgress, done: &ImportProgress) {
    all.added += done.added;
    all.duplicates += done.duplicates;
    all.refused += done.refused;
}

/// Whether the file is to blame, so that others can be imported.
pub(crate) const fn is_of_file(error: &ImportError) -> bool {
    matches!(error, ImportError::Read(_) | ImportError::Record { .. })
}

/// Why the import of a file has failed.
pub(crate) fn failure(file: &Path, error: ImportError) -> Failure {
    match error {
        ImportError::Game(error) => Failure::new(FailureKind::Usage, error),
        ImportError::Library(error) => error.into(),
        error @ (ImportError::Read(_) | ImportError::Record { .. }) => {
            Failure::new(FailureKind::Input, error)
        }
        error => {
            let error = anyhow::Error::new(error).context(file.display().to_string());
            Failure::new(FailureKind::Failed, error)
        }
    }
}
