//! The journal: the finished games, one per line, and the single source of truth for everything else.
//!
//! Lines are only ever appended. A line counts when its line feed is there, so that a run that is killed at any moment
//! loses no game that was shown and plays none twice. Each line has a checksum, so that a line that was damaged or
//! changed is found.

mod entry;
mod line;
mod plies;
mod tail;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::entry::{Conclusion, Entry, Thought};
pub use self::line::{Checksum, JournalReader, Line};
pub use self::plies::PlayedPly;
pub use self::tail::JournalTail;
use crate::tournament::Fingerprint;

/// The version of the line format: since 2 lines have checksums.
const VERSION: u32 = 2;

/// Why a journal can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// An I/O error.
    #[error("can't {action} the journal {}", path.display())]
    Io {
        /// "read", "write".
        action: &'static str,
        /// Which file.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// It is of another tournament.
    #[error(
        "{} is the journal of a tournament with other settings: give another folder, or the old settings",
        path.display()
    )]
    OtherSettings {
        /// Which file.
        path: PathBuf,
    },
    /// Another run writes to it.
    #[error("another run uses {}: wait for its end, or give another folder", path.display())]
    InUse {
        /// Which file.
        path: PathBuf,
    },
    /// A line is invalid.
    #[error("{}, line {line}: {message}", path.display())]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// The error.
        message: String,
    },
}

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    rival_arena: u32,
    settings: String,
}

/// A journal that is open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Lines that are not written yet.
    waiting: Vec<u8>,
}

impl Journal {
    /// Opens the journal of the tournament with this fingerprint, or begins one; returns it with the games that are in
    /// it. A partial line at its end is cut off.
    ///
    /// # Errors
    /// [`JournalError`] if it is another tournament's, or can't be read or written.
    pub fn open(path: &Path, of: Fingerprint) -> Result<(Self, Vec<Entry>), JournalError> {
        let failed = |error| JournalError::Io { action: "write", path: path.into(), error };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let file = options.open(path).map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => JournalError::InUse { path: path.into() },
            TryLockError::Error(error) => failed(error),
        })?;
        (&file).seek(SeekFrom::Start(0)).map_err(failed)?;
        let Content { heading, entries, whole } = read(&file, path)?;
        let is_new = heading.is_none();
        if heading.is_some_and(|settings| settings != of.to_string()) {
            return Err(JournalError::OtherSettings { path: path.into() });
        }
        file.set_len(whole).map_err(failed)?;
        let mut journal = Self { file, path: path.into(), waiting: Vec::new() };
        if is_new {
            let heading = Heading { rival_arena: VERSION, settings: of.to_string() };
            line::append(&mut journal.waiting, &heading);
            journal.sync()?;
        }
        Ok((journal, entries))
    }

    /// The games in the journal of the tournament with this fingerprint, without changing it.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read(path: &Path, of: Fingerprint) -> Result<Vec<Entry>, JournalError> {
        let failed = |error| JournalError::Io { action: "read", path: path.into(), error };
        let Content { heading, entries, .. } = read(File::open(path).map_err(failed)?, path)?;
        match heading {
            Some(settings) if settings != of.to_string() => {
                Err(JournalError::OtherSettings { path: path.into() })
            }
            _ => Ok(entries),
        }
    }

    /// Whether somebody has it open for writing: this process or another one. Nobody has one that doesn't exist. It is locked
    /// for a moment to find that out, in which [`open`](Self::open) fails.
    ///
    /// # Errors
    /// [`JournalError::Io`] if that can't be found out.
    pub fn is_in_use(path: &Path) -> Result<bool, JournalError> {
        let failed = |error| JournalError::Io { action: "read", path: path.into(), error };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(failed(error)),
        };
        match file.try_lock_shared() {
            // The lock ends with the file.
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// The lines of a journal, the first one included, to be checked one by one.
    ///
    /// # Errors
    /// [`JournalError::Io`] if it can't be read.
    pub fn lines(path: &Path) -> Result<JournalReader<File>, JournalError> {
        let failed = |error| JournalError::Io { action: "read", path: path.into(), error };
        Ok(JournalReader::new(File::open(path).map_err(failed)?, path))
    }

    /// Appends a game; it counts after the next [`sync`](Self::sync).
    pub fn append(&mut self, entry: &Entry) {
        line::append(&mut self.waiting, entry);
    }

    /// Writes the appended games and waits until they are on the disk.
    ///
    /// # Errors
    /// [`JournalError::Io`] if it can't be written.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let written = self.file.write_all(&self.waiting).and_then(|()| self.file.sync_data());
        self.waiting.clear();
        written.map_err(|error| JournalError::Io {
            action: "write",
            path: self.path.clone(),
            error,
        })
    }
}

/// The content of a file.
struct Content {
    /// The fingerprint in the first line; none if there is no whole line.
    heading: Option<String>,
    entries: Vec<Entry>,
    /// The length of all whole lines, in bytes.
    whole: u64,
}

fn read(from: impl Read, path: &Path) -> Result<Content, JournalError> {
    let mut lines = JournalReader::new(from, path);
    let (mut heading, mut entries) = (None, Vec::new());
    let mut have_checksums = false;
    while let Some(line) = lines.read_next()? {
        let number = line.number;
        let wrong = |message| JournalError::Malformed { path: path.into(), line: number, message };
        if number == 1 {
            let first = checked(line, &mut have_checksums, "restore it from a copy");
            heading = Some(settings(first.map_err(wrong)?).map_err(wrong)?);
        } else {
            let advice = "delete the line to have its game played again";
            entries.push(checked(line, &mut have_checksums, advice).map_err(wrong)?);
        }
    }
    Ok(Content { heading, entries, whole: lines.whole() })
}

/// The content of the line, if its checksum is right. After the first checksum, all lines must have one.
fn checked<T: DeserializeOwned>(
    line: Line,
    have_checksums: &mut bool,
    advice: &str,
) -> Result<T, String> {
    let (is_first, (checksum, value)) = (line.number == 1, line.parse());
    match checksum {
        Checksum::Right => *have_checksums = true,
        Checksum::Missing if !*have_checksums => {}
        Checksum::Missing => {
            return Err(format!("it has no checksum as the lines before: {advice}"));
        }
        Checksum::Wrong => {
            return Err(format!("its checksum is wrong, so it was damaged or changed: {advice}"));
        }
    }
    value.map_err(|error| if is_first { NO_JOURNAL.into() } else { error })
}

const NO_JOURNAL: &str = "not a journal";

/// The content of the first line: the fingerprint of the settings.
pub(crate) fn parse_first(line: Line) -> (Checksum, Result<String, String>) {
    let (checksum, heading) = line.parse();
    (checksum, heading.map_err(|_error| NO_JOURNAL.into()).and_then(settings))
}

fn settings(heading: Heading) -> Result<String, String> {
    let is_known = (1..=VERSION).contains(&heading.rival_arena);
    is_known.then_some(heading.settings).ok_or_else(|| "written by a newer program".into())
}
