//! Imports files with many matches.
//!
//! The file is split into 256 KiB parts. Threads parse the matches in a part, play them by the rules and collect their
//! keys for the index. The calling thread writes the matches in file order, together with their index entries. The
//! first part has its own transaction; later parts share transactions. A file of any size needs only the memory for a
//! few parts, and other programs can write during an import. An interrupted import keeps its matches; the next import
//! counts them as duplicates.

mod counted;
mod reading;
mod writing;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, BufReader, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use std::rc::Rc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use game_catalog::table_game;
use games_package::Repair;
use notation::{SheetFormat, TextFile, open_match_file, read_record};

use self::counted::Counted;
use self::reading::{ReadMatch, Reading};
use self::writing::Writer;
use super::Library;
use crate::chunks::{Chunk, Chunks};
use crate::detection::game_of_moves;
use crate::error::EntryError;
use crate::file::{begin_of, format_of, read_error};
use crate::import_error::ImportError;

/// Import options.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// The game for matches that don't name their game.
    pub game: Option<String>,
    /// Number of threads that parse matches and replay them by the rules.
    pub threads: NonZeroUsize,
    /// Whether to refuse damaged matches instead of salvaging them.
    pub is_strict: bool,
}

impl ImportOptions {
    /// Options with this number of threads, or one thread per core by default.
    pub fn new(game: Option<String>, threads: Option<NonZeroUsize>) -> Self {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self { game, threads: threads.unwrap_or_else(cores), is_strict: false }
    }
}

/// Import progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportProgress {
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Number of bytes processed so far.
    pub bytes_done: u64,
    /// Number of matches added.
    pub added: usize,
    /// Number of matches that were already in the library.
    pub duplicates: usize,
    /// Number of matches that can't be read or break the rules.
    pub refused: usize,
    /// Number of damaged matches that were partly read and either added or already known.
    pub salvaged: usize,
}

impl ImportProgress {
    /// Adds another file's counts.
    pub const fn add(&mut self, done: &Self) {
        self.added += done.added;
        self.duplicates += done.duplicates;
        self.refused += done.refused;
        self.salvaged += done.salvaged;
    }

    /// Formats "Added 3 matches; 2 matches already there; 1 match salvaged; 1 match refused".
    pub fn summary(&self) -> String {
        let matches =
            |count| if count == 1 { "1 match".to_owned() } else { format!("{count} matches") };
        let part = |count, what| (count > 0).then(|| format!("{} {what}", matches(count)));
        let parts = [
            part(self.duplicates, "already there"),
            part(self.salvaged, "salvaged"),
            part(self.refused, "refused"),
        ];
        let added = format!("Added {}", matches(self.added));
        std::iter::once(added).chain(parts.into_iter().flatten()).collect::<Vec<_>>().join("; ")
    }
}

/// The observer of an import.
pub trait ImportObserver {
    /// Reports that some matches were processed. Returning `false` ends the import; added matches remain.
    fn advanced(&mut self, progress: &ImportProgress) -> bool;

    /// Reports that a match is damaged, and that its legible parts were read.
    fn salvaged(&mut self, _repair: &Repair) {}

    /// Reports that a match was refused.
    fn refused(&mut self, why: &EntryError);
}

/// The matches in a part of the file.
type ReadMatches = Vec<Result<ReadMatch, EntryError>>;

/// A part of the file and its number.
struct Numbered<T> {
    number: usize,
    bytes: u64,
    content: T,
}

/// Imports the matches in a file.
pub(crate) fn import(
    library: &Library,
    file: &Path,
    options: &ImportOptions,
    observer: &mut dyn ImportObserver,
) -> Result<ImportProgress, ImportError> {
    let game = options.game.as_deref().map(table_game).transpose()?;
    let source = Source::open(file, game.map(|game| game.name().to_owned()))?;
    let mut writer = Writer::new(library, source.bytes);
    let is_strict = options.is_strict;
    let Some(format) = source.format else {
        let record = reading::check_record(&read_record(file, source.text)?)
            .map_err(|error| ImportError::Record { file: file.into(), error: Box::new(error) })?;
        writer.write(vec![Ok(record)], source.bytes, observer)?;
        return writer.finish(observer);
    };
    let Source { game, text, bytes_read, .. } = source;
    let reading = Reading { format, game: game.as_deref(), is_strict };
    thread::scope(|scope| {
        let count = options.threads.get();
        // One waiting part per thread is enough to keep all threads busy.
        let (to_read, unread) = bounded::<Numbered<Chunk>>(count);
        let (to_write, unwritten) = bounded::<Numbered<ReadMatches>>(count);
        for _ in 0..count {
            let (unread, to_write) = (unread.clone(), to_write.clone());
            thread::Builder::new()
                .name("import".into())
                .spawn_scoped(scope, move || read_all(&unread, &to_write, reading))
                .map_err(|error| ImportError::Thread { error })?;
        }
        drop((unread, to_write));
        let chunks = Chunks::new(text);
        let parts = Parts { chunks, bytes_read, to_read, unwritten, in_flight_max: 2 * count };
        write_all(parts, file, &mut writer, observer)
    })?;
    writer.finish(observer)
}

/// A file with matches.
struct Source {
    bytes: u64,
    /// The game for matches that don't name their game.
    game: Option<String>,
    /// The notation; `None` if the file can only be a record.
    format: Option<&'static dyn SheetFormat>,
    text: Box<dyn Read>,
    /// Number of bytes read from the file so far; for UTF-16, this differs from the text size.
    bytes_read: Rc<Cell<u64>>,
}

impl Source {
    fn open(path: &Path, game: Option<String>) -> Result<Self, ImportError> {
        let file = open_match_file(path)?;
        let read_error = |error| read_error(path, error);
        let bytes = file.metadata().map_err(read_error)?.len();
        let (file, bytes_read) = Counted::new(BufReader::new(file));
        let mut file = TextFile::new(file).map_err(read_error)?;
        let begin = begin_of(&mut file).map_err(read_error)?;
        let game = game_of_moves(path, &begin, game);
        let format = format_of(path, &begin, game.as_deref());
        let whole: Box<dyn Read> = Box::new(io::Cursor::new(begin).chain(file));
        Ok(Self { bytes, game, format, text: whole, bytes_read })
    }
}

/// Reads parts until none are left or no more are needed.
fn read_all(
    unread: &Receiver<Numbered<Chunk>>,
    to_write: &Sender<Numbered<ReadMatches>>,
    reading: Reading<'_>,
) {
    for Numbered { number, bytes, content } in unread {
        let read = Numbered { number, bytes, content: reading::read(&content, reading) };
        if to_write.send(read).is_err() {
            return;
        }
    }
}

/// The parts of a file that the threads are processing.
struct Parts {
    chunks: Chunks<Box<dyn Read>>,
    bytes_read: Rc<Cell<u64>>,
    to_read: Sender<Numbered<Chunk>>,
    unwritten: Receiver<Numbered<ReadMatches>>,
    in_flight_max: usize,
}

/// Passes parts to the threads and writes the results in file order.
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
            let content = chunk.map_err(|error| read_error(file, error))?;
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
