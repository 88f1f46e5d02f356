//! Record files: human-readable TOML.
//!
//! The types here belong to the file format, not to the table. These types only change by additions.

mod ending;
mod flat;
mod lines;

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use board_engine::{SEATS_MAX, printable, without_controls};
use games_package::{Header, Odds, Ply, Record, RecordedPlayer, ThinkingLimits, TimeControl};
use serde::{Deserialize, Serialize};
use system::files::sync_name;
use thiserror::Error;

pub use self::ending::EndingParts;
pub use self::flat::FlatVariation;
use self::lines::{FilePly, FileVariation};
use crate::{TextFile, tag_text};

/// The version of the file format. Versions 1 and 2 lack parts that were added later. Both versions are still supported
/// because the damaged records that `games-package` repairs have these versions.
const VERSION: u32 = 3;

/// Maximum size of a record in bytes.
pub const RECORD_BYTES_MAX: u64 = 16 << 20;

/// The reason why a record can't be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The file can't be read or written.
    #[error("can't {action} {}", path.display())]
    Io {
        /// The action that failed: "read" or "write".
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// The record is larger than [`RECORD_BYTES_MAX`].
    #[error("{}: the record is larger than {} MiB", path.display(), RECORD_BYTES_MAX >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The path leads to a folder, a pipe or a device.
    #[error("{} is not a file", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The text is not valid TOML, or not a record.
    #[error("not a record: line {line}, column {column}: {message}")]
    Malformed {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The error.
        message: String,
    },
    /// The text is neither a record nor in another known format.
    #[error("no match recognized; expected a record, PGN, PDN, .mat or GGF")]
    Unrecognized,
    /// The record was written by a newer program.
    #[error(
        "the record was written by a newer version of Rival (format {found}; this program reads {VERSION})"
    )]
    Newer {
        /// The version of the file format.
        found: u32,
    },
    /// A value is invalid.
    #[error("not a record: {what} can't be \"{value}\"")]
    Value {
        /// The name of the value.
        what: &'static str,
        /// The value as written.
        value: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rival_record: u32,
    game: String,
    start: String,
    final_position: String,
    time_control: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth_max: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes_max: Option<u64>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pondering: bool,
    /// The seed, stored as a string because TOML's integers end at 2⁶³.
    seed: String,
    /// The names and values of the tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    preface: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<EndingParts>,
    #[serde(default)]
    seat: Vec<FileSeat>,
    #[serde(default)]
    ply: Vec<FilePly>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variation: Vec<FileVariation>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSeat {
    player: String,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_control: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth_max: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes_max: Option<u64>,
}

/// A match as a file.
pub trait RecordFile: Sized {
    /// The record as file content. Times are in microseconds, and no number exceeds 2⁶³ − 1.
    fn to_text(&self) -> String;

    /// Parses a record from file content. [`Record::replay`] checks whether its moves are legal.
    ///
    /// # Errors
    /// [`RecordError`] with the location of the first error.
    fn from_text(text: &str) -> Result<Self, RecordError>;

    /// Parses a record from file content.
    ///
    /// # Errors
    /// [`RecordError`] with the location of the first error.
    fn from_bytes(bytes: &[u8]) -> Result<Self, RecordError> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let before = String::from_utf8_lossy(bytes.get(..error.valid_up_to()).unwrap_or(&[]));
            let (line, column) = place(&before);
            RecordError::Malformed { line, column, message: "not valid UTF-8".into() }
        })?;
        Self::from_text(text)
    }

    /// Reads a record from a file.
    ///
    /// # Errors
    /// [`RecordError`] with the location of the first error.
    fn load(path: &Path) -> Result<Self, RecordError> {
        let read_error = |error| RecordError::Io { action: "read", path: path.into(), error };
        let file = TextFile::new(open_match_file(path)?).map_err(read_error)?;
        Self::from_bytes(&read_record(path, file)?)
    }

    /// Writes the record to a file atomically: readers see either the old file or the new one.
    ///
    /// # Errors
    /// [`RecordError::Io`] if the file can't be written.
    fn save(&self, path: &Path) -> Result<(), RecordError> {
        save_text(path, &self.to_text())
    }
}

impl RecordFile for Record {
    fn to_text(&self) -> String {
        toml::to_string(&File::from(self)).expect("texts, numbers and lists of them are TOML")
    }

    fn from_text(text: &str) -> Result<Self, RecordError> {
        check_version(text)?;
        let file: File = toml::from_str(text).map_err(|error| malformed(text, &error))?;
        file.try_into()
    }
}

/// Writes text to a file atomically: readers see either the old file or the new one.
///
/// # Errors
/// [`RecordError::Io`] if the file can't be written.
pub fn save_text(path: &Path, text: &str) -> Result<(), RecordError> {
    let mut file = NewFile::create(path)?;
    file.write(text)?;
    file.save()
}

/// A file that is written part by part. The new file replaces the existing file with its name only when it is complete.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    file: BufWriter<tempfile::NamedTempFile>,
}

impl NewFile {
    /// Creates the file under a temporary name.
    ///
    /// # Errors
    /// [`RecordError::Io`] if the file can't be created.
    pub fn create(path: &Path) -> Result<Self, RecordError> {
        let folder =
            path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = temporary_file_in(folder).map_err(|error| write_error(path, error))?;
        Ok(Self { path: path.into(), file: BufWriter::new(file) })
    }

    /// Writes the next part.
    ///
    /// # Errors
    /// [`RecordError::Io`] if the part can't be written.
    pub fn write(&mut self, text: &str) -> Result<(), RecordError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| write_error(&self.path, error))
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// [`RecordError::Io`] if the file can't be written.
    pub fn save(self) -> Result<(), RecordError> {
        let Self { path, file } = self;
        let io_error = |error| write_error(&path, error);
        let file = file.into_inner().map_err(|error| io_error(error.into_error()))?;
        file.as_file().sync_all().map_err(io_error)?;
        file.persist(&path).map_err(|error| io_error(error.error))?;
        sync_name(&path).map_err(io_error)
    }
}

fn write_error(path: &Path, error: io::Error) -> RecordError {
    RecordError::Io { action: "write", path: path.into(), error }
}

/// Opens a match file for reading.
///
/// # Errors
/// [`RecordError`] if the file can't be opened or is not a regular file.
pub fn open_match_file(path: &Path) -> Result<fs::File, RecordError> {
    let io_error = |error| RecordError::Io { action: "read", path: path.into(), error };
    // Opening a pipe without a writer would block.
    if !fs::metadata(path).map_err(io_error)?.is_file() {
        return Err(RecordError::NotAFile { path: path.into() });
    }
    fs::File::open(path).map_err(io_error)
}

/// The text of the record in this file.
///
/// # Errors
/// [`RecordError`] if the file can't be read or is larger than [`RECORD_BYTES_MAX`].
pub fn read_record(path: &Path, file: impl Read) -> Result<Vec<u8>, RecordError> {
    let io_error = |error| RecordError::Io { action: "read", path: path.into(), error };
    let mut text = Vec::new();
    file.take(RECORD_BYTES_MAX + 1).read_to_end(&mut text).map_err(io_error)?;
    if text.len() as u64 > RECORD_BYTES_MAX {
        return Err(RecordError::TooLarge { path: path.into() });
    }
    Ok(text)
}

/// A file with a unique name and the usual permissions for new files.
fn temporary_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".rival-record");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Checks a record's format version. This check comes first, because a newer format may have any content.
fn check_version(text: &str) -> Result<(), RecordError> {
    #[derive(Deserialize)]
    struct Version {
        rival_record: u32,
    }
    let Version { rival_record: found } =
        toml::from_str(text).map_err(|error| malformed(text, &error))?;
    match found {
        0 => Err(RecordError::Value { what: "rival_record", value: found.to_string() }),
        1..=VERSION => Ok(()),
        _ => Err(RecordError::Newer { found }),
    }
}

fn malformed(text: &str, error: &toml::de::Error) -> RecordError {
    if !text.trim().is_empty() && !text.contains('=') {
        return RecordError::Unrecognized;
    }
    let offset = error.span().map_or(0, |span| span.start);
    let (line, column) = place(text.get(..offset).unwrap_or(text));
    RecordError::Malformed { line, column, message: error.message().into() }
}

/// The line and column, from 1, after this text.
fn place(before: &str) -> (usize, usize) {
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = 1 + before.get(line_start..).unwrap_or_default().chars().count();
    (1 + before.matches('\n').count(), column)
}

/// TOML's largest integer: 2⁶³ − 1. As microseconds, this is 292,000 years.
const WHOLE_NUMBER_MAX: u64 = u64::MAX >> 1;

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX).min(WHOLE_NUMBER_MAX)
}

fn whole_nodes(thinking: &ThinkingLimits) -> Option<u64> {
    thinking.nodes.map(|nodes| nodes.min(WHOLE_NUMBER_MAX))
}

fn time_control(text: &str) -> Result<TimeControl, RecordError> {
    let wrong = |_error| RecordError::Value { what: "time_control", value: text.into() };
    text.parse().map_err(wrong)
}

impl From<&RecordedPlayer> for FileSeat {
    fn from(player: &RecordedPlayer) -> Self {
        let Odds { time_control, thinking } = player.odds;
        Self {
            player: player.spec.clone(),
            name: player.name.clone(),
            origin: player.origin.clone(),
            time_control: time_control.map(|control| control.to_string()),
            depth_max: thinking.depth,
            nodes_max: whole_nodes(&thinking),
        }
    }
}

impl TryFrom<FileSeat> for RecordedPlayer {
    type Error = RecordError;

    fn try_from(seat: FileSeat) -> Result<Self, RecordError> {
        let odds = Odds {
            time_control: seat.time_control.as_deref().map(time_control).transpose()?,
            thinking: ThinkingLimits { depth: seat.depth_max, nodes: seat.nodes_max },
        };
        Ok(Self {
            spec: printable(&seat.player),
            name: tag_text(&seat.name),
            origin: seat.origin.as_deref().map(printable),
            odds,
        })
    }
}

impl From<&Record> for File {
    fn from(record: &Record) -> Self {
        let variations = FlatVariation::list(&record.variations);
        Self {
            rival_record: VERSION,
            game: record.game.clone(),
            start: record.start.clone(),
            final_position: record.final_position.clone(),
            time_control: record.time_control.to_string(),
            depth_max: record.thinking.depth,
            nodes_max: whole_nodes(&record.thinking),
            pondering: record.pondering,
            seed: record.seed.to_string(),
            tags: record.header.tags.clone(),
            preface: record.header.preface.clone(),
            ending: record.ending.as_ref().map(EndingParts::from),
            seat: record.players.iter().map(FileSeat::from).collect(),
            ply: record.plies.iter().map(FilePly::from).collect(),
            variation: variations.into_iter().map(FileVariation::from).collect(),
        }
    }
}

impl TryFrom<File> for Record {
    type Error = RecordError;

    fn try_from(file: File) -> Result<Self, RecordError> {
        let value = |what, value: &str| RecordError::Value { what, value: value.into() };
        let variations = file.variation.into_iter().map(FlatVariation::try_from);
        if file.seat.is_empty() || file.seat.len() > SEATS_MAX {
            return Err(value("the number of seats", &file.seat.len().to_string()));
        }
        let tag = |(name, value): (String, String)| (tag_text(&name), tag_text(&value));
        Ok(Self {
            header: Header {
                tags: file.tags.into_iter().map(tag).collect(),
                preface: without_controls(&file.preface).into_owned(),
            },
            time_control: time_control(&file.time_control)?,
            seed: file.seed.parse().map_err(|_error| value("seed", &file.seed))?,
            thinking: ThinkingLimits { depth: file.depth_max, nodes: file.nodes_max },
            pondering: file.pondering,
            ending: file.ending.map(|ending| ending.into_ending(file.seat.len())).transpose()?,
            players: file
                .seat
                .into_iter()
                .map(RecordedPlayer::try_from)
                .collect::<Result<_, _>>()?,
            plies: file.ply.into_iter().map(Ply::try_from).collect::<Result<_, _>>()?,
            variations: FlatVariation::tree(variations.collect::<Result<_, _>>()?)?,
            game: printable(&file.game),
            start: printable(&file.start),
            final_position: printable(&file.final_position),
        })
    }
}
