//! Matches that are saved nowhere else: one file for each run of the program, in the folder where programs of this
//! person keep their state.
//!
//! Beside each file lies one that is locked while its match is played, by the system, so that the lock of a program that
//! was killed is gone with it. Whoever goes on with a match takes its lock; nobody takes what another one has.

use std::cmp;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy;

/// How many matches are kept. Older ones are thrown away when a new one begins.
const KEPT_MAX: usize = 50;

/// The highest number of a match: that many can't be played at once.
const NUMBERS_MAX: usize = 10_000;

/// The place of a match, which is this program's as long as the value lives.
#[derive(Debug)]
pub(crate) struct Kept {
    file: PathBuf,
    /// Open, and so locked.
    _lock: File,
}

impl Kept {
    /// A place for a new match. None if there is no folder for it.
    pub(crate) fn new() -> Option<Self> {
        let folder = folder()?;
        throw_old_away(&folder);
        let place = |number| Self::take(&folder.join(format!("match-{number}.toml")));
        // Whoever has the lock of a number whose match is not there has the number.
        (1..=NUMBERS_MAX).find_map(|number| place(number).filter(|kept| !kept.file.exists()))
    }

    /// The place of the match in this file. None if another program has it.
    pub(super) fn take(file: &Path) -> Option<Self> {
        let lock = File::create(lock_of(file)).ok()?;
        lock.try_lock().ok()?;
        Some(Self { file: file.into(), _lock: lock })
    }

    /// Where the match lies.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }
}

/// The lock of who has left behind no match is of no use. That of a match stays: another program may be about to take it.
impl Drop for Kept {
    fn drop(&mut self) {
        if !self.file.exists() {
            // Whether it can be removed matters to nobody.
            let _left = fs::remove_file(lock_of(&self.file));
        }
    }
}

/// All matches that are kept, and when they were saved last; the newest first.
pub(super) fn files() -> Vec<(SystemTime, PathBuf)> {
    folder().map(|folder| files_in(&folder)).unwrap_or_default()
}

fn lock_of(file: &Path) -> PathBuf {
    file.with_extension("lock")
}

fn folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("rival");
    fs::create_dir_all(&folder).ok()?;
    Some(folder)
}

/// The matches in the folder, the newest first.
fn files_in(folder: &Path) -> Vec<(SystemTime, PathBuf)> {
    let is_match = |path: &PathBuf| {
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("match") && path.extension().is_some_and(|end| end == "toml")
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(is_match)
        .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
        .collect();
    files.sort_by_key(|entry| cmp::Reverse(entry.clone()));
    files
}

fn throw_old_away(folder: &Path) {
    for (_, file) in files_in(folder).iter().skip(KEPT_MAX - 1) {
        if let Some(_old) = Kept::take(file) {
            // What can't be removed now may be next time.
            let _left = fs::remove_file(file);
        }
    }
}
