//! The journal: what was played, one line a game, and the one truth that everything else is made from.
//!
//! Lines are only ever appended. A line counts when its line feed is there, so that a run that is killed at any moment
//! loses no game that was told of and plays none twice.

mod entry;
mod story;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::entry::{Conclusion, Entry, Thought};
pub use self::story::Told;
use crate::tournament::Fingerprint;

/// The form of the lines.
const VERSION: u32 = 1;

/// The longest line that is read: a thousand times a long game.
const LINE_BYTES_MAX: u64 = 64 << 20;

/// A journal can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The system refuses.
    #[error("can't {action} the journal {}", path.display())]
    Io {
        /// "read", "write".
        action: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system says.
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
    /// A line makes no sense.
    #[error("{}, line {line}: {message}", path.display())]
    Malformed {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
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
    /// Lines that were not written yet.
    waiting: Vec<u8>,
}

impl Journal {
    /// Opens the journal of the tournament with this fingerprint, or begins one; returns it with the games that are in
    /// it. What a torn write left at its end is cut off.
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
        let Read { heading, entries, whole } = read(&file, path)?;
        let is_new = heading.is_none();
        if heading.is_some_and(|settings| settings != of.to_string()) {
            return Err(JournalError::OtherSettings { path: path.into() });
        }
        file.set_len(whole).map_err(failed)?;
        let mut journal = Self { file, path: path.into(), waiting: Vec::new() };
        if is_new {
            let heading = Heading { rival_arena: VERSION, settings: of.to_string() };
            journal.write_line(&heading);
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
        let Read { heading, entries, .. } = read(&File::open(path).map_err(failed)?, path)?;
        match heading {
            Some(settings) if settings != of.to_string() => {
                Err(JournalError::OtherSettings { path: path.into() })
            }
            _ => Ok(entries),
        }
    }

    /// Notes a game; it counts after the next [`sync`](Self::sync).
    pub fn append(&mut self, entry: &Entry) {
        self.write_line(entry);
    }

    /// Writes what was noted and waits until it is on the disk.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the system can't.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let written = self.file.write_all(&self.waiting).and_then(|()| self.file.sync_data());
        self.waiting.clear();
        written.map_err(|error| JournalError::Io {
            action: "write",
            path: self.path.clone(),
            error,
        })
    }

    fn write_line(&mut self, line: &impl Serialize) {
        serde_json::to_writer(&mut self.waiting, line).expect("texts and numbers are JSON");
        self.waiting.push(b'\n');
    }
}

/// What a file holds.
struct Read {
    /// The fingerprint in the first line; none if there is no whole line.
    heading: Option<String>,
    entries: Vec<Entry>,
    /// The length of all whole lines, in bytes.
    whole: u64,
}

fn read(mut file: &File, path: &Path) -> Result<Read, JournalError> {
    let failed = |error| JournalError::Io { action: "read", path: path.into(), error };
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let (mut found, mut line) = (Read { heading: None, entries: Vec::new(), whole: 0 }, Vec::new());
    for number in 1.. {
        line.clear();
        let mut limited = io::Read::take(&mut reader, LINE_BYTES_MAX);
        let length = limited.read_until(b'\n', &mut line).map_err(failed)? as u64;
        let wrong = |message| JournalError::Malformed { path: path.into(), line: number, message };
        if length == LINE_BYTES_MAX {
            return Err(wrong("too long for a game".into()));
        }
        // A line without its end was not yet told of.
        if line.last() != Some(&b'\n') {
            break;
        }
        found.whole += length;
        if number == 1 {
            let heading: Heading =
                serde_json::from_slice(&line).map_err(|_error| wrong("not a journal".into()))?;
            if heading.rival_arena != VERSION {
                return Err(wrong("written by a newer program".into()));
            }
            found.heading = Some(heading.settings);
        } else {
            let entry = serde_json::from_slice(&line);
            found.entries.push(entry.map_err(|error| wrong(error.to_string()))?);
        }
    }
    Ok(found)
}
