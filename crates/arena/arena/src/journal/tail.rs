//! Reads a journal while a run writes to it.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::{Entry, JournalError, JournalReader, heading, parse_checked_line};
use crate::tournament::Fingerprint;

/// The advice shown for an invalid line.
const ADVICE: &str = "delete the line to replay its game";

/// A journal that this or another process may be writing. Reading takes no lock.
#[derive(Debug)]
pub struct JournalTail {
    path: PathBuf,
    of: Fingerprint,
    /// Number of lines read, and their size in bytes.
    lines: usize,
    bytes: u64,
}

impl JournalTail {
    /// The unread journal for the tournament with this fingerprint. The file may not exist yet.
    pub fn new(path: &Path, of: Fingerprint) -> Self {
        Self { path: path.into(), of, lines: 0, bytes: 0 }
    }

    /// Passes each new game to `take`, with the offset of its line for [`entry_at`](Self::entry_at). Ignores a line
    /// that is still being written.
    ///
    /// # Errors
    /// [`JournalError`] if the journal belongs to another tournament, can't be read, has an invalid line, or was
    /// truncated.
    pub fn read_new(&mut self, take: &mut dyn FnMut(Entry, u64)) -> Result<(), JournalError> {
        let Some(file) = self.open_at(self.bytes)? else { return Ok(()) };
        let mut reader = JournalReader::after(file, &self.path, self.lines, self.bytes);
        while let Some(line) = reader.read_next()? {
            let number = line.number;
            let wrong = |message| JournalError::Malformed {
                path: self.path.clone(),
                line: number,
                message,
            };
            if number == 1 {
                if heading(line, &self.path)? != self.of.to_string() {
                    return Err(JournalError::OtherSettings { path: self.path.clone() });
                }
            } else {
                take(parse_checked_line(line, ADVICE).map_err(wrong)?, self.bytes);
            }
            (self.lines, self.bytes) = (number, reader.whole());
        }
        Ok(())
    }

    /// The game on the line at this offset. `None` if no line begins there.
    ///
    /// # Errors
    /// [`JournalError`] if the line can't be read or is not a game.
    pub fn entry_at(&self, place: u64) -> Result<Option<Entry>, JournalError> {
        let Some(file) = self.open_at(place)? else { return Ok(None) };
        let mut reader = JournalReader::after(file, &self.path, 1, place);
        let Some(line) = reader.read_next()? else { return Ok(None) };
        let wrong = |message| JournalError::Malformed { path: self.path.clone(), line: 0, message };
        parse_checked_line(line, ADVICE).map(Some).map_err(wrong)
    }

    /// Opens the file at this offset. Returns `None` if the file is missing and nothing has been read yet.
    fn open_at(&self, place: u64) -> Result<Option<File>, JournalError> {
        let failed = |error| JournalError::Io { action: "read", path: self.path.clone(), error };
        let mut file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound && self.lines == 0 => {
                return Ok(None);
            }
            Err(error) => return Err(failed(error)),
        };
        if file.metadata().map_err(failed)?.len() < place {
            return Err(failed(io::Error::other("it has become shorter")));
        }
        file.seek(SeekFrom::Start(place)).map_err(failed)?;
        Ok(Some(file))
    }
}
