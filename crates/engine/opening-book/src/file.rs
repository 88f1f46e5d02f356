//! Book files: text compressed by gzip, which includes a checksum.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::bufread::GzDecoder;
use flate2::{Compression, GzBuilder};
use games_package::TableGame;
use system::files::sync_name;

use crate::book::Book;
use crate::error::BookError;
use crate::text;

/// Maximum size of a file and of its text.
const FILE_MEBIBYTES_MAX: u64 = 64;
const TEXT_MEBIBYTES_MAX: u64 = 512;

/// The first bytes of gzip data.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The suffix of an incomplete file, and of a build's lock file.
const UNFINISHED: &str = "unfinished";
const LOCK: &str = "lock";

/// The bytes of a book file.
///
/// # Errors
/// [`BookError`] if the file doesn't exist, can't be read, is not a regular file, or is too large.
pub fn read(path: &Path) -> Result<Vec<u8>, BookError> {
    read_up_to(path, FILE_MEBIBYTES_MAX)
}

/// Reads a file of at most this size.
pub(crate) fn read_up_to(path: &Path, mebibytes_max: u64) -> Result<Vec<u8>, BookError> {
    let name = path.display().to_string();
    // Opening a pipe without a writer would block.
    let found = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => BookError::Missing { path: path.into() },
        _ => BookError::io("read", path)(error),
    })?;
    if !found.is_file() {
        return Err(BookError::NoBook { name });
    }
    let file = File::open(path).map_err(BookError::io("read", path))?;
    let mut bytes = Vec::new();
    let most = mebibytes_max << 20;
    file.take(most + 1).read_to_end(&mut bytes).map_err(BookError::io("read", path))?;
    if bytes.len() as u64 > most {
        return Err(BookError::TooLarge { name, mebibytes: mebibytes_max });
    }
    Ok(bytes)
}

/// Returns `true` if a file that starts with these bytes is a book, even if it is damaged after its title.
pub fn is_book(bytes: &[u8]) -> bool {
    let mut title = [0; text::TITLE.len()];
    let is_read = GzDecoder::new(bytes).read_exact(&mut title).is_ok();
    is_read && title == text::TITLE.as_bytes()
}

/// The full name of the game that a book with these bytes belongs to. `name` is the file name used in messages.
///
/// # Errors
/// [`BookError`] if the bytes are not a book.
pub fn game_of(bytes: &[u8], name: &str) -> Result<String, BookError> {
    text::game_of(&unpack(bytes, name)?, name)
}

/// The text decompressed from these bytes.
fn unpack(bytes: &[u8], name: &str) -> Result<String, BookError> {
    if !bytes.starts_with(&GZIP) {
        return Err(BookError::NoBook { name: name.into() });
    }
    let damaged = |what: &str| BookError::Damaged { name: name.into(), what: what.into() };
    let mut unpacked = Vec::new();
    let mut decoder = GzDecoder::new(bytes).take((TEXT_MEBIBYTES_MAX << 20) + 1);
    let read = decoder.read_to_end(&mut unpacked);
    read.map_err(|error| damaged(&format!("it can't be unpacked: {error}")))?;
    if unpacked.len() as u64 > TEXT_MEBIBYTES_MAX << 20 {
        return Err(BookError::TooLarge { name: name.into(), mebibytes: TEXT_MEBIBYTES_MAX });
    }
    if !decoder.into_inner().into_inner().is_empty() {
        return Err(damaged("it has data after its end"));
    }
    String::from_utf8(unpacked).map_err(|_error| damaged("it is not text"))
}

fn pack(text: &str, path: &Path) -> Result<Vec<u8>, BookError> {
    // Without a time stamp, so the same book produces the same file.
    let mut encoder = GzBuilder::new().write(Vec::new(), Compression::best());
    let packed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    packed.map_err(BookError::io("write", path))
}

/// Writes a book atomically.
///
/// # Errors
/// [`BookError::Io`] if the file can't be written; an existing file is then unchanged.
pub fn save(book: &Book, path: &Path) -> Result<(), BookError> {
    save_bytes(&pack(&text::write(book), path)?, path)
}

/// Writes the bytes of a book in another format atomically.
///
/// # Errors
/// The same errors as [`save`].
pub fn save_bytes(bytes: &[u8], path: &Path) -> Result<(), BookError> {
    let unfinished = beside(path, UNFINISHED);
    let mut file = File::create(&unfinished).map_err(BookError::io("write", &unfinished))?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(BookError::io("write", &unfinished))?;
    let renamed = fs::rename(&unfinished, path).and_then(|()| sync_name(path));
    renamed.map_err(BookError::io("write", path))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

impl Book {
    /// Parses a book for this game from a file's bytes. `name` is the file name used in messages.
    ///
    /// # Errors
    /// [`BookError`] if the bytes are not a book, belong to another game, or are damaged.
    pub fn from_bytes(
        bytes: &[u8],
        game: Arc<dyn TableGame>,
        name: &str,
    ) -> Result<Self, BookError> {
        text::read(&unpack(bytes, name)?, game, name)
    }
}

/// Locks a file against other builders until the lock is dropped or the program ends.
#[derive(Debug)]
pub struct BookLock {
    path: PathBuf,
    _file: File,
}

impl BookLock {
    /// Locks the file with this name for this builder. Creates the file's folder if it doesn't exist.
    ///
    /// # Errors
    /// [`BookError::Busy`] if another builder holds the lock, [`BookError::Io`] if the lock file can't be written.
    pub fn take(path: &Path) -> Result<Self, BookError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(BookError::io("write", folder))?;
        }
        let lock = beside(path, LOCK);
        let file = File::create(&lock).map_err(BookError::io("write", &lock))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { path: lock, _file: file }),
            Err(TryLockError::WouldBlock) => Err(BookError::Busy { path: path.into() }),
            Err(TryLockError::Error(error)) => Err(BookError::io("lock", lock)(error)),
        }
    }
}

impl Drop for BookLock {
    fn drop(&mut self) {
        // A leftover file does no harm.
        let _gone = fs::remove_file(&self.path);
    }
}
