//! Matches of older programs, which kept each in a file: `match-3.toml`, beside a lock file while it was played.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use games_package::{Record, RecordError};
use rusqlite::Connection;

use crate::batch::Batch;
use crate::library_error::LibraryError;
use crate::match_id::MatchId;
use crate::time_of_day;

/// The program that kept matches in files.
const PROGRAM: &str = "rival";

/// A file that was not imported yet.
#[derive(Debug)]
pub(crate) struct NewFile {
    path: PathBuf,
    /// Its name without the extension.
    stem: String,
}

/// The files in the folder that were not imported yet, except those that an older program is playing; by number.
pub(crate) fn new_files(
    connection: &Connection,
    folder: &Path,
) -> Result<Vec<NewFile>, LibraryError> {
    let mut select =
        connection.prepare_cached("SELECT count(*) FROM imported_files WHERE name = ?1")?;
    let mut files = Vec::new();
    // A folder that can't be read has nothing for us; the database says so if it can't be written either.
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Some(stem) = match_stem(&path) else { continue };
        let is_known = select.query_row([&stem], |row| row.get::<_, bool>(0))?;
        if !is_known && !is_being_played(&path) {
            files.push(NewFile { path, stem });
        }
    }
    files.sort_by_key(|file| (MatchId::from_name(&file.stem), file.stem.clone()));
    Ok(files)
}

/// Imports the files that were not imported yet. Returns why some of them can't be read; they are left for the next time.
pub(crate) fn import(batch: &Batch<'_>, folder: &Path) -> Result<Vec<String>, LibraryError> {
    let mut unreadable = Vec::new();
    for NewFile { path, stem } in new_files(batch.connection(), folder)? {
        match Record::load(&path) {
            Ok(record) => {
                let saved = path.metadata().and_then(|metadata| metadata.modified());
                let saved = saved.map_or_else(|_unknown| 0, time_of_day::milliseconds);
                batch.import(MatchId::from_name(&stem), PROGRAM, saved, &record)?;
                batch.connection().execute("INSERT INTO imported_files VALUES (?1)", [&stem])?;
            }
            Err(error) => unreadable.push(describe(&path, &error)),
        }
    }
    Ok(unreadable)
}

/// The name of a file with a match, without its extension.
fn match_stem(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    let is_match = stem.starts_with("match") && path.extension().is_some_and(|end| end == "toml");
    is_match.then(|| stem.to_owned())
}

/// Whether an older program holds the lock file of the match.
fn is_being_played(path: &Path) -> bool {
    let lock = File::open(path.with_extension("lock")).map(|lock| lock.try_lock_shared());
    matches!(lock, Ok(Err(TryLockError::WouldBlock)))
}

fn describe(path: &Path, error: &RecordError) -> String {
    match error {
        // These name the file.
        RecordError::Io { error: cause, .. } => format!("{error}: {cause}"),
        RecordError::TooLarge { .. } | RecordError::NotAFile { .. } => error.to_string(),
        _ => format!("{}: {error}", path.display()),
    }
}
