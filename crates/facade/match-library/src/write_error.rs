//! Errors when writing matches.

use std::path::PathBuf;
use std::sync::Arc;

use game_catalog::CatalogError;
use games_package::ReplayError;
use notation::{RecordError, SheetError};
use thiserror::Error;

use crate::library_error::LibraryError;

/// The reason why a match can't be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] CatalogError),
    /// The game's matches use a different notation.
    #[error("{game} can't be written as {asked}: use {own}")]
    OtherNotation {
        /// The game.
        game: String,
        /// The game's notations.
        own: String,
        /// The requested notation.
        asked: &'static str,
    },
    /// The notation can't express the match.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// The match can't be drawn, because it contains an illegal move.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The file can't be written.
    #[error(transparent)]
    File(#[from] RecordError),
    /// The library can't be written.
    #[error(transparent)]
    Library(Arc<LibraryError>),
    /// A file with several matches must use a notation.
    #[error("{}: to write several matches, use a notation file such as games.pdn or games.pgn", file.display())]
    NoNotation {
        /// The file.
        file: PathBuf,
    },
    /// The file's folder does not exist.
    #[error("can't write {}: {} is not a folder", file.display(), folder.display())]
    NoFolder {
        /// The file.
        file: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
}

impl From<LibraryError> for WriteError {
    fn from(error: LibraryError) -> Self {
        Self::Library(Arc::new(error))
    }
}

impl From<Arc<LibraryError>> for WriteError {
    fn from(error: Arc<LibraryError>) -> Self {
        Self::Library(error)
    }
}
