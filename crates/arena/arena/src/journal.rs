//! The journal: the finished games, one per line. Everything else is derived from the journal.
//!
//! Lines are only ever appended. A line counts once its line feed is written, so a run can be killed at any moment
//! without losing a reported game or playing a game twice. Each line has a checksum that reveals damage and changes.

mod entry;
mod line;
mod tail;

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use system::files::sync_name;
use thiserror::Error;

use crate::tournament::Fingerprint;

pub use entry::{Conclusion, Entry, PlayedPly, Thought};
pub use line::{Checksum, JournalReader, Line};
pub use tail::JournalTail;

/// The format version.
const VERSION: u32 = 3;

/// The reason why a journal can't be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// An I/O error.
    #[error("can't {action} the journal {}", path.display())]
    Io {
        /// The failed action: "read", "write".
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The journal belongs to another tournament.
    #[error(
        "{} is the journal of a run with different settings; choose another folder or use the old settings",
        path.display()
    )]
    OtherSettings {
        /// The file.
        path: PathBuf,
    },
    /// A newer program wrote the journal.
    #[error("{} was {}", path.display(), newer(*found))]
    Newer {
        /// The file.
        path: PathBuf,
        /// The journal's format version.
        found: u32,
    },
    /// Another run is writing to the journal.
    #[error("another run is using {}; wait for it to finish or pass a different --out", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A line is invalid.
    #[error("{}, line {line}: {message}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line number, from 1.
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

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// Lines not yet written.
    waiting: Vec<u8>,
}

impl Journal {
    /// Opens or creates the journal for the tournament with this fingerprint. Returns the journal and its games.
    /// Truncates a partial last line.
    ///
    /// # Errors
    /// [`JournalError`] if the journal belongs to another tournament, or can't be read or written.
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
            sync_name(path).map_err(failed)?;
        }
        Ok((journal, entries))
    }

    /// Reads the games in the journal for the tournament with this fingerprint, without changing it.
    ///
    /// # Errors
    /// The same errors as [`open`](Self::open).
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

    /// Checks that a newer program didn't write the journal. A missing journal passes.
    ///
    /// # Errors
    /// [`JournalError::Newer`] if a newer program wrote it, or [`JournalError::Io`] if the journal can't be read.
    pub fn check_format(path: &Path) -> Result<(), JournalError> {
        if !path.exists() {
            return Ok(());
        }
        let first = Self::lines(path)?.read_next()?;
        match first.map(|line| version(&line)) {
            Some(Ok(found)) if found > VERSION => {
                Err(JournalError::Newer { path: path.into(), found })
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` if this or another process has the journal open for writing; `false` if there is no journal. The
    /// check briefly locks the file, and [`open`](Self::open) fails during this check.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the check fails.
    pub fn is_in_use(path: &Path) -> Result<bool, JournalError> {
        let failed = |error| JournalError::Io { action: "read", path: path.into(), error };
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(failed(error)),
        };
        match file.try_lock_shared() {
            // Closing the file releases the lock.
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Reads the journal line by line, including the first line.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the journal can't be read.
    pub fn lines(path: &Path) -> Result<JournalReader<File>, JournalError> {
        let failed = |error| JournalError::Io { action: "read", path: path.into(), error };
        Ok(JournalReader::new(File::open(path).map_err(failed)?, path))
    }

    /// Appends a game. The game counts after the next [`sync`](Self::sync).
    pub fn append(&mut self, entry: &Entry) {
        line::append(&mut self.waiting, entry);
    }

    /// Writes the appended games and waits until they are on disk.
    ///
    /// # Errors
    /// [`JournalError::Io`] if the games can't be written.
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
    /// The fingerprint in the first line; `None` if the first line is incomplete.
    heading: Option<String>,
    entries: Vec<Entry>,
    /// The total length of all complete lines, in bytes.
    whole: u64,
}

fn read(from: impl Read, path: &Path) -> Result<Content, JournalError> {
    let mut lines = JournalReader::new(from, path);
    let (mut first, mut entries) = (None, Vec::new());
    while let Some(line) = lines.read_next()? {
        let number = line.number;
        let wrong = |message| JournalError::Malformed { path: path.into(), line: number, message };
        if number == 1 {
            first = Some(heading(line, path)?);
        } else {
            let advice = "delete the line to replay its game";
            entries.push(parse_checked_line(line, advice).map_err(wrong)?);
        }
    }
    Ok(Content { heading: first, entries, whole: lines.whole() })
}

/// Parses the line's content if its checksum is correct.
fn parse_checked_line<T: DeserializeOwned>(line: Line, advice: &str) -> Result<T, String> {
    let (checksum, value) = line.parse();
    match checksum {
        Checksum::Right => value,
        Checksum::Missing => Err(format!("checksum missing; {advice}")),
        Checksum::Wrong => {
            Err(format!("wrong checksum: the line was damaged or modified; {advice}"))
        }
    }
}

/// Parses the settings fingerprint from a journal's first line.
fn heading(line: Line, path: &Path) -> Result<String, JournalError> {
    let wrong = |message| JournalError::Malformed { path: path.into(), line: 1, message };
    let found = version(&line).map_err(wrong)?;
    if found > VERSION {
        return Err(JournalError::Newer { path: path.into(), found });
    }
    let heading: Heading = parse_checked_line(line, "restore it from a copy").map_err(wrong)?;
    Ok(heading.settings)
}

/// Verifies the first line's checksum and parses the settings fingerprint.
pub(crate) fn parse_first(line: Line) -> (Checksum, Result<String, String>) {
    let found = version(&line);
    let (checksum, heading) = line.parse::<Heading>();
    let settings = found.and_then(|found| match heading {
        _ if found > VERSION => Err(newer(found)),
        Ok(heading) => Ok(heading.settings),
        Err(_) => Err(NO_JOURNAL.into()),
    });
    (checksum, settings)
}

/// The format version in the journal's first line. The version must be parsed first, because a newer journal can have
/// any other content.
fn version(line: &Line) -> Result<u32, String> {
    #[derive(Deserialize)]
    struct Version {
        rival_arena: u32,
    }
    let (_, version) = line.clone().parse::<Version>();
    version.map(|version| version.rival_arena).map_err(|_error| NO_JOURNAL.into())
}

const NO_JOURNAL: &str = "not a journal";

fn newer(found: u32) -> String {
    format!("written by a newer version of Rival (format {found}; this program reads {VERSION})")
}
