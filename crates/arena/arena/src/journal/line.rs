//! A journal line with its checksum.
//!
//! A line is a JSON object with the last member `checksum`: the first 16 hexadecimal digits of a BLAKE3 hash over all
//! bytes before that member.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::JournalError;

/// Maximum line length in bytes: a thousand times the length of a long game.
const LINE_BYTES_MAX: u64 = 64 << 20;

/// The string between a line's content and its checksum.
const MEMBER: &[u8] = b",\"checksum\":\"";

/// The string after the checksum.
const CLOSING: &[u8] = b"\"}";

/// Number of digits in a checksum.
const DIGITS: usize = 16;

/// A line of the file.
#[derive(Clone, Debug)]
pub struct Line {
    /// Line number, from 1.
    pub number: usize,
    /// The bytes, without the line feed.
    bytes: Vec<u8>,
}

/// The result of checking a checksum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Checksum {
    /// The line is unchanged.
    Right,
    /// The line has no checksum.
    Missing,
    /// The line was damaged or changed after it was written.
    Wrong,
}

/// Appends a value as a line.
pub(super) fn append(to: &mut Vec<u8>, value: &impl Serialize) {
    let start = to.len();
    serde_json::to_writer(&mut *to, value).expect("texts and numbers are JSON");
    let closing = to.pop();
    debug_assert_eq!(closing, Some(b'}'), "a line is an object");
    let checksum = checksum(&to[start..]);
    for part in [MEMBER, checksum.as_bytes(), CLOSING, b"\n"] {
        to.extend_from_slice(part);
    }
}

fn checksum(content: &[u8]) -> String {
    blake3::hash(content).to_hex().chars().take(DIGITS).collect()
}

impl Line {
    /// Parses the line's content and checks its checksum.
    ///
    /// # Errors
    /// The reason why the line can't be parsed.
    pub fn parse<T: DeserializeOwned>(mut self) -> (Checksum, Result<T, String>) {
        let found = match self.split() {
            Some((content, digits)) => {
                let is_right = digits == checksum(&self.bytes[..content]).as_bytes();
                self.bytes.truncate(content);
                self.bytes.push(b'}');
                if is_right { Checksum::Right } else { Checksum::Wrong }
            }
            None => Checksum::Missing,
        };
        (found, serde_json::from_slice(&self.bytes).map_err(|error| error.to_string()))
    }

    /// The length of the content that the checksum covers, and the checksum; `None` if there is no checksum.
    fn split(&self) -> Option<(usize, &[u8])> {
        let rest = self.bytes.strip_suffix(CLOSING)?;
        let (rest, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        let content = rest.strip_suffix(MEMBER)?;
        Some((content.len(), digits))
    }
}

/// Reads a journal line by line.
#[derive(Debug)]
pub struct JournalReader<R> {
    reader: BufReader<R>,
    path: PathBuf,
    number: usize,
    whole: u64,
    is_torn: bool,
}

impl<R: Read> JournalReader<R> {
    pub(super) fn new(from: R, path: &Path) -> Self {
        let reader = BufReader::with_capacity(1 << 16, from);
        Self { reader, path: path.into(), number: 0, whole: 0, is_torn: false }
    }

    /// Starts reading after the first `number` lines, which take up `whole` bytes.
    pub(super) fn after(from: R, path: &Path, number: usize, whole: u64) -> Self {
        Self { number, whole, ..Self::new(from, path) }
    }

    /// The next line; `None` at the end. Bytes after the last line feed are not a line: the run was killed while
    /// writing them.
    ///
    /// # Errors
    /// [`JournalError`] if the line can't be read, or is longer than any game.
    pub fn read_next(&mut self) -> Result<Option<Line>, JournalError> {
        let (number, mut bytes) = (self.number + 1, Vec::new());
        let mut limited = Read::take(&mut self.reader, LINE_BYTES_MAX);
        let length =
            limited.read_until(b'\n', &mut bytes).map_err(|error| self.read_error(error))?;
        if length as u64 == LINE_BYTES_MAX {
            let (path, message) = (self.path.clone(), "too long for a game".into());
            return Err(JournalError::Malformed { path, line: number, message });
        }
        if bytes.pop_if(|last| *last == b'\n').is_none() {
            self.is_torn = length > 0;
            return Ok(None);
        }
        self.number = number;
        self.whole += length as u64;
        Ok(Some(Line { number, bytes }))
    }

    /// The total length of all lines read so far, in bytes.
    pub const fn whole(&self) -> u64 {
        self.whole
    }

    /// Returns `true` if bytes follow the last line feed. Valid once all lines have been read.
    pub const fn is_torn(&self) -> bool {
        self.is_torn
    }

    fn read_error(&self, error: io::Error) -> JournalError {
        JournalError::Io { action: "read", path: self.path.clone(), error }
    }
}
