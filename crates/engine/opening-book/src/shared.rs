//! Books shared by all players in a program, the user's book folder, and unusable books.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, UNIX_EPOCH};

use etcetera::BaseStrategy;
use games_package::TableGame;
use system::files::{UnusableFile, UnusableFiles};

use crate::book::Book;
use crate::error::BookError;
use crate::file;
use crate::weighted::{BookFormat, WeightedBook};

/// The shared books, as long as a player holds them.
static SHARED: Mutex<Vec<CachedBook>> = Mutex::new(Vec::new());

/// The size limit for weighted book files, in MiB.
const WEIGHTED_MEBIBYTES_MAX: u64 = 1024;

/// The shared weighted books, as long as a player holds them.
static SHARED_WEIGHTED: Mutex<Vec<CachedWeightedBook>> = Mutex::new(Vec::new());

struct CachedWeightedBook {
    id: FileId,
    book: Weak<dyn WeightedBook>,
}

/// Identifies a file as unchanged.
#[derive(PartialEq, Eq)]
struct FileId {
    path: PathBuf,
    len: u64,
    /// The time since the Unix epoch.
    modified: Duration,
}

impl FileId {
    /// `None` if the file's metadata is unavailable.
    fn of(path: &Path) -> Option<Self> {
        let (path, metadata) = (fs::canonicalize(path).ok()?, fs::metadata(path).ok()?);
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(Self { path, len: metadata.len(), modified })
    }
}

struct CachedBook {
    game: String,
    bytes: Vec<u8>,
    book: Weak<Book>,
}

/// The book in a file. Callers with equal files share one book.
///
/// # Errors
/// The same errors as [`read`](crate::read) and [`Book::from_bytes`].
pub fn shared_file(path: &Path, game: &Arc<dyn TableGame>) -> Result<Arc<Book>, BookError> {
    share(&file::read(path)?, game, &path.display().to_string())
}

/// A game's book: the user's own book if it exists, or else the shipped book, if any. If the user's book is unusable,
/// it is recorded for [`take_unusable`](crate::take_unusable) and ignored. Callers with the same request share one
/// book.
///
/// # Errors
/// The same errors as [`Book::from_bytes`], for the shipped book.
pub fn present(
    game: &Arc<dyn TableGame>,
    shipped: Option<&[u8]>,
) -> Result<Option<Arc<Book>>, BookError> {
    if let Some(path) = user_file(game.name()) {
        match shared_file(&path, game) {
            Ok(book) => return Ok(Some(book)),
            Err(error) => note_unusable(&path, &error),
        }
    }
    let name = format!("the shipped book of {}", game.name());
    shipped.map(|bytes| share(bytes, game, &name)).transpose()
}

/// The user's own book for the game with this full name, if it exists.
pub fn user_file(game: &str) -> Option<PathBuf> {
    Some(file_in(&default_folder().ok()?, game)).filter(|path| path.exists())
}

/// The book in a file with these bytes.
fn share(bytes: &[u8], game: &Arc<dyn TableGame>, name: &str) -> Result<Arc<Book>, BookError> {
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|shared| shared.book.strong_count() > 0);
    let known = all.iter().find(|shared| shared.game == game.name() && shared.bytes == bytes);
    if let Some(book) = known.and_then(|shared| shared.book.upgrade()) {
        return Ok(book);
    }
    let book = Arc::new(Book::from_bytes(bytes, Arc::clone(game), name)?);
    let (game, bytes, weak) = (game.name().into(), bytes.into(), Arc::downgrade(&book));
    all.push(CachedBook { game, bytes, book: weak });
    Ok(book)
}

/// The weighted book in a file with this format. Callers with the same unchanged file share one book, which is only
/// read once.
///
/// # Errors
/// The same errors as [`read`](crate::read), and [`BookError::Foreign`] if the file has a different format.
pub fn shared_weighted(
    path: &Path,
    format: &BookFormat,
) -> Result<Arc<dyn WeightedBook>, BookError> {
    let id = FileId::of(path);
    let mut all = SHARED_WEIGHTED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|shared| shared.book.strong_count() > 0);
    let known = all.iter().find(|shared| id.as_ref() == Some(&shared.id));
    if let Some(book) = known.and_then(|shared| shared.book.upgrade()) {
        return Ok(book);
    }
    let bytes = file::read_up_to(path, WEIGHTED_MEBIBYTES_MAX)?;
    let book = (format.read)(bytes).map_err(|why| BookError::Foreign {
        name: path.display().to_string(),
        format: format.name,
        why,
    })?;
    all.extend(id.map(|id| CachedWeightedBook { id, book: Arc::downgrade(&book) }));
    Ok(book)
}

/// The file extension of books.
pub const EXTENSION: &str = "book";

/// The user's book folder: `rival/books` in the folder for program data (`XDG_DATA_HOME`, usually `~/.local/share`).
///
/// # Errors
/// [`BookError::NoFolder`] if the system has no data folder.
pub fn default_folder() -> Result<PathBuf, BookError> {
    let strategy = etcetera::choose_base_strategy().map_err(|_no_home| BookError::NoFolder)?;
    Ok(strategy.data_dir().join("rival").join("books"))
}

/// The book file for the game with this full name in a book folder: `checkers-english.book`.
pub fn file_in(folder: &Path, game: &str) -> PathBuf {
    folder.join(format!("{}.{EXTENSION}", game.replace([':', '/'], "-")))
}

/// The books recorded as unusable in this process.
static NOTED: UnusableFiles = UnusableFiles::new();

/// Records for [`take_unusable`] that the book in this file can't be used, and logs it. Each file is recorded only
/// once, with the first reason.
pub(crate) fn note_unusable(path: &Path, error: &BookError) {
    if NOTED.note(path, error.to_string()) {
        tracing::warn!(%error, "an opening book can't be used");
    }
}

/// The user's unusable books recorded since the last call. Each book is returned once per process, and the caller must
/// report it to the user.
pub fn take_unusable() -> Vec<UnusableFile> {
    NOTED.take()
}
