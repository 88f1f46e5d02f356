//! Players that play from opening books.

use std::path::Path;
use std::sync::Arc;

use games_package::{OptionError, OptionSpec, Options, Player, TableGame, Valuation};
use opening_book::{
    BookError, BookPlayer, GameBook, MARGIN_DEFAULT, present, shared_file, shared_weighted,
};

const BOOK: &str = "book";
/// The option value for no book.
const NO_BOOK: &str = "none";
/// The option value for using the available book, if any.
const BOOK_PRESENT: &str = "auto";
const MARGIN: &str = "book-margin";

/// The options of players that can play from books.
pub(crate) fn options() -> [OptionSpec; 2] {
    let book = format!(
        "opening book: {NO_BOOK}, a FILE, or {BOOK_PRESENT} for your own or the shipped one"
    );
    let margin = "maximum score loss of a book move compared with the best one, in the game's unit";
    let default = format!("{}.{:02}", MARGIN_DEFAULT / 100, MARGIN_DEFAULT % 100);
    [OptionSpec::text(BOOK, &book, NO_BOOK), OptionSpec::text(MARGIN, margin, &default)]
}

/// The player with the book that its options request.
///
/// # Errors
/// [`OptionError`] if the option doesn't name a book, the book can't be used, or the margin is malformed.
pub(crate) fn with_book(
    player: Box<dyn Player>,
    name: &str,
    options: &Options,
    game: &Arc<dyn TableGame>,
    known: GameBook,
) -> Result<Box<dyn Player>, OptionError> {
    let margin = margin(name, options)?;
    let wanted: String = options.get(BOOK)?;
    if wanted.trim().is_empty() {
        return Err(OptionError::Value {
            player: name.into(),
            name: BOOK.into(),
            value: wanted,
            expected: format!("{NO_BOOK}, {BOOK_PRESENT} or a FILE"),
        });
    }
    let no_book = |error: BookError| OptionError::Unavailable {
        player: name.into(),
        name: BOOK.into(),
        value: wanted.clone(),
        why: error.to_string(),
    };
    if let Some(format) = known.format.filter(|format| format.is_of(Path::new(&wanted))) {
        let book = shared_weighted(Path::new(&wanted), format).map_err(no_book)?;
        return Ok(Box::new(BookPlayer::weighted(player, book)));
    }
    let book = match wanted.as_str() {
        NO_BOOK => Ok(None),
        BOOK_PRESENT => present(game, known.shipped),
        file => shared_file(Path::new(file), game).map(Some),
    };
    Ok(match book.map_err(no_book)? {
        Some(book) => Box::new(BookPlayer::new(player, book, margin)),
        None => player,
    })
}

/// The margin, in hundredths of the game's unit.
fn margin(player: &str, options: &Options) -> Result<u32, OptionError> {
    let text: String = options.get(MARGIN)?;
    // A score can also be written as "win in 5".
    let margin = match text.parse() {
        Ok(Valuation::Centi(margin)) => u32::try_from(margin).ok(),
        _ => None,
    };
    margin.ok_or_else(|| OptionError::Value {
        player: player.into(),
        name: MARGIN.into(),
        value: text,
        expected: "a number of at least 0 with at most two decimals".into(),
    })
}
