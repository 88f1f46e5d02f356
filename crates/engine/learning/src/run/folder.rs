//! The folder of a run.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use crate::LearningError;

/// The file with a run's best network, used by the player `learned`.
const BEST: &str = "best.net";

/// The default folder for a run of the game with this full name, in the user's data folder.
///
/// # Errors
/// [`LearningError::NoFolder`] if the system has no data folder.
pub fn default_folder(game: &str) -> Result<PathBuf, LearningError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_no_home| LearningError::NoFolder)?;
    let name = game.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "-");
    Ok(strategy.data_dir().join("rival").join("learned").join(name))
}

/// The file with the best network in a run's folder.
pub fn best_network(folder: &Path) -> PathBuf {
    folder.join(BEST)
}

/// A folder not used by any other run.
#[derive(Debug)]
pub(super) struct RunFolder {
    path: PathBuf,
    /// The folder lock, held until it is dropped.
    _lock: File,
}

impl RunFolder {
    /// Opens the folder, creating it if it doesn't exist.
    pub(super) fn open(path: &Path) -> Result<Self, LearningError> {
        fs::create_dir_all(path).map_err(LearningError::io("create", path))?;
        let lock = path.join("lock");
        let file = File::create(&lock).map_err(LearningError::io("create", &lock))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path: path.into(), _lock: file }),
            Err(TryLockError::WouldBlock) => Err(LearningError::Busy { folder: path.into() }),
            Err(TryLockError::Error(error)) => Err(LearningError::io("lock", &lock)(error)),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn state(&self) -> PathBuf {
        self.path.join("state")
    }

    pub(super) fn manifest(&self) -> PathBuf {
        self.path.join("manifest.txt")
    }

    /// The page about the run.
    pub(super) fn report(&self) -> PathBuf {
        self.path.join("report.html")
    }

    pub(super) fn chunk(&self, generation: u32, chunk: u32) -> PathBuf {
        self.path.join(format!("generation-{generation:04}-{chunk:02}.games"))
    }

    pub(super) fn network(&self, generation: u32) -> PathBuf {
        self.path.join(format!("generation-{generation:04}.net"))
    }
}

/// Removes a file, if it exists.
pub(super) fn remove(path: &Path) -> Result<(), LearningError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(LearningError::io("remove", path)(error))
        }
        _ => Ok(()),
    }
}
