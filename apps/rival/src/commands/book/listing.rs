//! `rival book list`.

use std::fs;
use std::io::{ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;
use house::{CommandResult, Failure, FailureKind, OrFail, one_line};
use opening_book::{Book, EXTENSION, default_folder};

use super::{SHIPPED, description, failure, named};
use crate::standard_error::say;

/// Lists the books in the user's folder and those that come with Rival, each on a line. Of the first, those that can't be
/// used are named on the standard error stream.
pub(super) fn run() -> CommandResult {
    let mut lines = Vec::new();
    for path in files_in(&default_folder().map_err(failure)?)? {
        match named(&path.display().to_string()) {
            Ok((book, name)) => lines.push(description(&book, &name)),
            Err(refused) => say(&format!("warning: {}\n", one_line(&refused.to_string()))),
        }
    }
    for info in game_catalog::games() {
        let known = game_catalog::opening_book(&info.name).or_fail(FailureKind::Usage)?;
        let Some(bytes) = known.shipped else { continue };
        let book = Book::from_bytes(bytes, house::game(&info.name)?, SHIPPED).map_err(failure)?;
        lines.push(description(&book, SHIPPED));
    }
    let mut out = stdout().lock();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The files of books in this folder, by name; none if it doesn't exist.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries
            .with_context(|| format!("can't read the folder {}", folder.display()))
            .or_fail(FailureKind::Input)?,
    };
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let is_book = |path: &PathBuf| path.extension().is_some_and(|found| found == EXTENSION);
    let mut files: Vec<PathBuf> = paths.filter(is_book).collect();
    files.sort();
    Ok(files)
}
