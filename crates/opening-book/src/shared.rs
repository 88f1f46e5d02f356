//! Books that all players of a program share.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use games_package::TableGame;

use crate::book::Book;
use crate::error::BookError;
use crate::file;
use crate::folder::{default_folder, file_in};
use crate::unusable::note_unusable;

/// What is shared, as long as somebody has it.
static SHARED: Mutex<Vec<Shared>> = Mutex::new(Vec::new());

struct Shared {
    game: String,
    bytes: Vec<u8>,
    book: Weak<Book>,
}

/// The book in a file. Who asks for the same gets the same.
///
/// # Errors
/// As [`read`](crate::read) and [`Book::from_bytes`].
pub fn shared_file(path: &Path, game: &Arc<dyn TableGame>) -> Result<Arc<Book>, BookError> {
    shared(&file::read(path)?, game, &path.display().to_string())
}

/// The book of a game that is there: the user's own, or the one that comes with the program, if there is either. A book of
/// the user's that can't be used is noted for [`take_unusable`](crate::take_unusable), and left out. Who asks for the same
/// gets the same.
///
/// # Errors
/// As [`Book::from_bytes`] for the book that comes with the program.
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
    let name = format!("the book of {} that comes with the program", game.name());
    shipped.map(|bytes| shared(bytes, game, &name)).transpose()
}

/// The user's own book of a game, by its full name, if there is one.
pub fn user_file(game: &str) -> Option<PathBuf> {
    Some(file_in(&default_folder().ok()?, game)).filter(|path| path.exists())
}

/// The book with these bytes of a file.
fn shared(bytes: &[u8], game: &Arc<dyn TableGame>, name: &str) -> Result<Arc<Book>, BookError> {
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|shared| shared.book.strong_count() > 0);
    let known = all.iter().find(|shared| shared.game == game.name() && shared.bytes == bytes);
    if let Some(book) = known.and_then(|shared| shared.book.upgrade()) {
        return Ok(book);
    }
    let book = Arc::new(Book::from_bytes(bytes, Arc::clone(game), name)?);
    let (game, bytes, weak) = (game.name().into(), bytes.into(), Arc::downgrade(&book));
    all.push(Shared { game, bytes, book: weak });
    Ok(book)
}
