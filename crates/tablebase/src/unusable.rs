//! Files of tables that can't be used, wherever in the program that is found.
//!
//! Players, analyses and whoever quotes tables open them, each for itself, and damage of a block is found in the middle of a
//! search, which can't report it: the value is unknown, and play goes on.

use std::path::Path;

use unusable_files::{UnusableFile, UnusableFiles};

use crate::error::TableError;

/// All that was noted in this process.
static NOTED: UnusableFiles = UnusableFiles::new();

/// Notes that a file can't be used, for [`take_unusable`], and writes it to the log. Each file is noted once, with the first
/// reason. An error that is about [no file](TableError::path) is not noted.
pub fn note_unusable(error: &TableError) {
    let Some(path) = error.path() else { return };
    log_if(NOTED.note(path, error.to_string()), error);
}

/// The same for a file that is built again meanwhile, which is said in place of what was noted of it and not taken yet.
pub fn note_built_again(error: &TableError) {
    let Some(path) = error.path() else { return };
    log_if(NOTED.note_instead(path, error.built_again()), error);
}

/// Notes that tables in this folder of tables were to be built beside a game and could not be, for [`take_unusable`], and writes
/// it to the log. That is done once for each folder, whatever the game, and not where the builder was told to stop or somebody
/// else builds the same tables.
pub fn note_not_built(folder: &Path, error: &TableError) {
    if matches!(error, TableError::Stopped | TableError::Busy { .. }) {
        return;
    }
    if NOTED.note(folder, format!("small endgame tables can't be built: {error}")) {
        tracing::warn!(%error, "small endgame tables can't be built");
    }
}

/// The files that were noted since this was last called. Each is given once in the life of the process, so that the caller must
/// name it to the user.
pub fn take_unusable() -> Vec<UnusableFile> {
    NOTED.take()
}

fn log_if(is_new: bool, error: &TableError) {
    if is_new {
        tracing::warn!(%error, "an endgame table can't be used");
    }
}
