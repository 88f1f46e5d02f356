//! Where the user's books are.

use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::error::BookError;

/// What the names of books end in.
pub const EXTENSION: &str = "book";

/// The user's folder of books: `rival/books` in the folder for data of programs (`XDG_DATA_HOME`, most often
/// `~/.local/share`).
///
/// # Errors
/// [`BookError::NoFolder`] if the system tells no folder.
pub fn default_folder() -> Result<PathBuf, BookError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_no_home| BookError::NoFolder)?;
    Ok(strategy.data_dir().join("rival").join("books"))
}

/// The file of the book of a game, by its full name, inside a folder of books: `checkers-english.book`.
pub fn file_in(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{}.{EXTENSION}", game.replace([':', '/'], "-")))
}
