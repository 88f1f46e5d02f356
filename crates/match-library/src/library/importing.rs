//! Importing files of many matches.
//!
//! The file is cut into parts of a megabyte. Threads read the matches of a part, play them by the rules and look up what the
//! index needs; the calling thread writes them in the order of the file, the first part in a transaction of its own and then some
//! parts in one. So a file of any size takes the memory of a few parts, other programs can write meanwhile, and an import that ends
//! early has kept what it did: when it is started again, what is there counts as a duplicate.

mod chunks;
mod counted;
mod reading;
mod writing;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use std::rc::Rc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use game_catalog::table_game;
use games_package::{RecordError, SheetFormat, TextFile, read_match_file};

use self::chunks::{Chunk, Chunks};
use self::counted::Counted;
use self::reading::ReadMatch;
use self::writing::Writer;
use super::Library;
use crate::error::EntryError;
use crate::file::format_of;
use crate::import_error::ImportError;

/// How a file is imported.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// The game of matches that don't name theirs.
    pub game: Option<String>,
    /// How many threads read matches and play them by the rules.
    pub threads: NonZeroUsize,
}

/// How far an import is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportProgress {
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// How much of it is done, in bytes.
    pub bytes_done: u64,
    /// The matches that were added.
    pub added: usize,
    /// The matches of which the library has a copy.
    pub duplicates: usize,
    /// The matches that can't be read or break the rules.
    pub refused: usize,
}

/// Who is told how an import goes on.
pub trait ImportObserver {
    /// Some matches were done. The import ends here if it returns false; what was added stays.
    fn advanced(&mut self, progress: &ImportProgress) -> bool;

    /// A match is not imported.
    fn refused(&mut self, why: &EntryError);
}

/// The matches of a part of the file.
type ReadMatches = Vec<Result<ReadMatch, EntryError>>;

/// A part of the file, with its number.
struct Numbered<T> {
    number: usize,
    bytes: u64,
    content: T,
}

/// Imports the matches of a file.
pub(crate) fn import(
    library: &Library,
    file: &Path,
    options: &ImportOptions,
    observer: &mut dyn ImportObserver,
) -> Result<ImportProgress, ImportError> {
    let game = options.game.as_deref().map(table_game).transpose()?;
    let game = game.map(|game| game.name().to_owned());
    let game = game.as_deref();
    let source = Source::open(file, game)?;
    let mut writer = Writer::new(library, source.bytes);
    let Some(format) = source.format else {
        let record = reading::read_record(&read_match_file(file)?)
            .map_err(|error| ImportError::Record { file: file.into(), error: Box::new(error) })?;
        writer.write(vec![Ok(record)], source.bytes, observer)?;
        return writer.finish(observer);
    };
    thread::scope(|scope| {
        let count = options.threads.get();
        // A part that waits for each thread keeps all of them busy.
        let (to_read, unread) = bounded::<Numbered<Chunk>>(count);
        let (to_write, unwritten) = bounded::<Numbered<ReadMatches>>(count);
        for _ in 0..count {
            let (unread, to_write) = (unread.clone(), to_write.clone());
            thread::Builder::new()
                .name("import".into())
                .spawn_scoped(scope, move || read_all(&unread, &to_write, format, game))
                .map_err(|error| ImportError::Thread { error })?;
        }
        drop((unread, to_write));
        let Source { chunks, bytes_read, .. } = source;
        let parts = Parts { chunks, bytes_read, to_read, unwritten, in_flight_max: 2 * count };
        write_all(parts, file, &mut writer, observer)
    })?;
    writer.finish(observer)
}

/// A file with matches.
struct Source {
    bytes: u64,
    /// The notation; none if it must be a record.
    format: Option<&'static dyn SheetFormat>,
    chunks: Chunks<Box<dyn Read>>,
    /// How much of the file the parts so far are, which in UTF-16 are shorter or longer than their text.
    bytes_read: Rc<Cell<u64>>,
}

impl Source {
    fn open(path: &Path, game: Option<&str>) -> Result<Self, ImportError> {
        let read_error = |error| RecordError::Io { action: "read", path: path.into(), error };
        let metadata = fs::metadata(path).map_err(read_error)?;
        if !metadata.is_file() {
            return Err(RecordError::NotAFile { path: path.into() }.into());
        }
        let file = File::open(path).map_err(read_error)?;
        let (file, bytes_read) = Counted::new(BufReader::new(file));
        let mut file = TextFile::new(file).map_err(read_error)?;
        let mut begin = Vec::new();
        (&mut file).take(BEGIN_BYTES).read_to_end(&mut begin).map_err(read_error)?;
        let format = format_of(path, &begin, game);
        let whole: Box<dyn Read> = Box::new(io::Cursor::new(begin).chain(file));
        Ok(Self { bytes: metadata.len(), format, chunks: Chunks::new(whole), bytes_read })
    }
}

/// How much of a file says which notation it is in.
const BEGIN_BYTES: u64 = 1 << 16;

/// Reads parts until there are no more, or nobody wants them.
fn read_all(
    unread: &Receiver<Numbered<Chunk>>,
    to_write: &Sender<Numbered<ReadMatches>>,
    format: &'static dyn SheetFormat,
    game: Option<&str>,
) {
    for Numbered { number, bytes, content } in unread {
        let read = Numbered { number, bytes, content: reading::read(&content, format, game) };
        if to_write.send(read).is_err() {
            return;
        }
    }
}

/// The parts of a file on their way through the threads.
struct Parts {
    chunks: Chunks<Box<dyn Read>>,
    bytes_read: Rc<Cell<u64>>,
    to_read: Sender<Numbered<Chunk>>,
    unwritten: Receiver<Numbered<ReadMatches>>,
    in_flight_max: usize,
}

/// Gives parts to the threads and writes what comes back, in the order of the file.
fn write_all(
    mut parts: Parts,
    file: &Path,
    writer: &mut Writer<'_>,
    observer: &mut dyn ImportObserver,
) -> Result<(), ImportError> {
    let mut early = BTreeMap::new();
    let (mut sent, mut written, mut bytes_sent) = (0, 0, 0);
    let mut is_at_end = false;
    loop {
        while !is_at_end && sent - written < parts.in_flight_max {
            let Some(chunk) = parts.chunks.next() else {
                is_at_end = true;
                break;
            };
            let content = chunk.map_err(|error| RecordError::Io {
                action: "read",
                path: file.into(),
                error,
            })?;
            let bytes = parts.bytes_read.get() - bytes_sent;
            bytes_sent += bytes;
            let chunk = Numbered { number: sent, bytes, content };
            parts.to_read.send(chunk).map_err(|_ended| ImportError::Interrupted)?;
            sent += 1;
        }
        if written == sent {
            return Ok(());
        }
        while !early.contains_key(&written) {
            let read = parts.unwritten.recv().map_err(|_ended| ImportError::Interrupted)?;
            early.insert(read.number, read);
        }
        if let Some(read) = early.remove(&written)
            && !writer.write(read.content, read.bytes, observer)?
        {
            return Ok(());
        }
        written += 1;
    }
}
