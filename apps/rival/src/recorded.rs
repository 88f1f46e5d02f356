//! Matches in files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Error, anyhow};
use etcetera::BaseStrategy;
use games_package::{MatchState, Record, RecordError, TableGame};
use house::{CommandResult, Failure, FailureKind, OrFail};

/// A match that was read, and that the rules allow.
pub(crate) struct Recorded {
    pub(crate) record: Record,
    pub(crate) game: Arc<dyn TableGame>,
    /// The match as it stood at the end of the record.
    pub(crate) end: Box<dyn MatchState>,
}

/// Reads the match in a file and checks it against the rules of its game.
pub(crate) fn load(path: &Path) -> Result<Recorded, Failure> {
    read(path).or_fail(FailureKind::Input)
}

fn read(path: &Path) -> Result<Recorded, Error> {
    let file = || path.display().to_string();
    let record = match Record::load(path) {
        // What the system says comes with the file's name.
        Err(
            error @ (RecordError::Io { .. }
            | RecordError::TooLarge { .. }
            | RecordError::NotAFile { .. }),
        ) => return Err(error.into()),
        loaded => loaded.with_context(file)?,
    };
    let game = game_catalog::table_game(&record.game).with_context(file)?;
    let end = record.replay(&*game).with_context(file)?;
    Ok(Recorded { record, game, end })
}

/// Where a match is kept that is saved nowhere else: in the folder where programs of this person keep their state, which
/// is made if it isn't there. None if there is no such folder.
pub(crate) fn kept() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("rival");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("match.toml"))
}

/// Finds out before a match whether its record will have a folder to lie in.
pub(crate) fn check_place(file: Option<&Path>) -> CommandResult {
    let folder = file.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    match (file, folder) {
        (Some(file), Some(folder)) if !folder.is_dir() => {
            let error =
                anyhow!("can't write {}: {} is no folder", file.display(), folder.display());
            Err(Failure::new(FailureKind::Failed, error))
        }
        _ => Ok(()),
    }
}

/// Writes the record, if there is a file for it.
pub(crate) fn save(record: &Record, file: Option<&Path>) -> CommandResult {
    file.map_or(Ok(()), |file| record.save(file).or_fail(FailureKind::Failed))
}
