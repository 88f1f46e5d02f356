//! Matches that are saved nowhere else, one file each.
//!
//! Each file has a lock file beside it that is locked while its match is played. The operating system releases the
//! lock when the program ends, even if it is killed. A program that continues a match takes its lock, so that no two
//! programs play the same match.

use std::cmp;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy;
use games_package::{EndReason, Record};

/// The maximum number of matches. The oldest ones are removed when a new one begins.
const KEPT_MAX: usize = 50;

/// The highest number of a match, far more than can be played at the same time.
const SLOTS_MAX: usize = 10_000;

/// A folder with kept matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Library {
    folder: PathBuf,
}

impl Library {
    /// The library in this folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The library in the folder where programs of this user keep their state. None if there can be no such folder.
    pub fn of_user() -> Option<Self> {
        let strategy = etcetera::choose_base_strategy().ok()?;
        let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("rival");
        fs::create_dir_all(&folder).ok()?;
        Some(Self { folder })
    }

    /// A slot for a new match. None if no file can be created.
    pub fn new_slot(&self) -> Option<Slot> {
        self.remove_oldest();
        let slot = |number| Slot::take(&self.folder.join(format!("match-{number}.toml")));
        // A number is free if its lock is free and it has no match.
        (1..=SLOTS_MAX).find_map(|number| slot(number).filter(|slot| !slot.file.exists()))
    }

    /// All matches, the newest first.
    pub fn matches(&self) -> Vec<KeptMatch> {
        let kept = |(saved, file): (SystemTime, PathBuf)| KeptMatch {
            name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            saved,
            record: Record::load(&file).map_err(|error| error.to_string()),
            is_being_played: Slot::take(&file).is_none(),
            file,
        };
        self.files().into_iter().map(kept).collect()
    }

    /// The times of the last save and the files of all matches, the newest first.
    fn files(&self) -> Vec<(SystemTime, PathBuf)> {
        let is_match = |path: &PathBuf| {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            name.starts_with("match") && path.extension().is_some_and(|end| end == "toml")
        };
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .map(|entry| entry.path())
            .filter(is_match)
            .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
            .collect();
        files.sort_by_key(|entry| cmp::Reverse(entry.clone()));
        files
    }

    fn remove_oldest(&self) {
        for (_, file) in self.files().iter().skip(KEPT_MAX - 1) {
            if let Some(_old) = Slot::take(file) {
                // If it fails, the next call tries again.
                let _left = fs::remove_file(file);
            }
        }
    }
}

/// The file of a match, locked by this program until the value is dropped.
#[derive(Debug)]
pub struct Slot {
    file: PathBuf,
    /// The open lock file, which holds the lock.
    _lock: File,
}

impl Slot {
    /// Locks the match in this file. None if another program has it.
    fn take(file: &Path) -> Option<Self> {
        let lock = File::create(lock_path(file)).ok()?;
        lock.try_lock().ok()?;
        Some(Self { file: file.into(), _lock: lock })
    }

    /// The file of the match.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

/// Removes the lock file of a slot without a match. That of a match stays: another program may be about to lock it.
impl Drop for Slot {
    fn drop(&mut self) {
        if !self.file.exists() {
            // A lock file that is left over does no harm.
            let _left = fs::remove_file(lock_path(&self.file));
        }
    }
}

fn lock_path(file: &Path) -> PathBuf {
    file.with_extension("lock")
}

/// A match of the library.
#[derive(Debug)]
pub struct KeptMatch {
    /// Its name: "match-3".
    pub name: String,
    /// Its file.
    pub file: PathBuf,
    /// When it was saved last.
    pub saved: SystemTime,
    /// The record, or why it can't be read.
    pub record: Result<Record, String>,
    /// Whether a program is playing it now.
    pub is_being_played: bool,
}

impl KeptMatch {
    /// Whether it was played to its end, so that it can't be continued.
    pub fn is_finished(&self) -> bool {
        let ending = self.record.as_ref().ok().and_then(|record| record.ending.as_ref());
        ending.is_some_and(|ending| ending.reason != EndReason::Stopped)
    }

    /// Whether `name` is its name, or its number alone.
    pub fn has_name(&self, name: &str) -> bool {
        self.name == name || self.name.strip_prefix("match-") == Some(name)
    }

    /// Its title in a list: "checkers:english: human – club, 12 plies, not over".
    pub fn title(&self) -> String {
        let record = match &self.record {
            Ok(record) => record,
            Err(why) => return format!("can't be read: {why}"),
        };
        let plies = match record.plies.len() {
            1 => "1 ply".into(),
            count => format!("{count} plies"),
        };
        let state = match (self.is_being_played, self.is_finished()) {
            (true, _) => "played now",
            (false, true) => "over",
            (false, false) => "not over",
        };
        let specs = record.players.iter().map(|player| player.spec.as_str());
        let players = specs.collect::<Vec<_>>().join(" – ");
        format!("{}: {players}, {plies}, {state}", record.game)
    }

    /// When it was saved last, to the second: "2026-11-24T06:12:05Z".
    pub fn timestamp(&self) -> String {
        humantime::format_rfc3339_seconds(self.saved).to_string()
    }

    /// When it was saved last, to the minute: "2026-11-24 06:12".
    pub fn date(&self) -> String {
        self.timestamp().chars().take("2026-11-24T06:12".len()).map(blank_for_t).collect()
    }

    /// Locks it for this program. None if another program has it.
    pub fn take(&self) -> Option<Slot> {
        Slot::take(&self.file)
    }

    /// Deletes it. False if another program is playing it.
    ///
    /// # Errors
    /// If the file can't be removed.
    pub fn delete(&self) -> io::Result<bool> {
        let Some(_slot) = self.take() else { return Ok(false) };
        fs::remove_file(&self.file).map(|()| true)
    }
}

fn blank_for_t(sign: char) -> char {
    if sign == 'T' { ' ' } else { sign }
}
