//! Books for tests.

use std::sync::Arc;

use games_package::TableGame;
use opening_book::{
    Book, BookError, BookSettings, BuildEnd, BuildOptions, PlayerSearch, Search, build,
};

/// A game of the catalog.
pub(crate) fn game(name: &str) -> Arc<dyn TableGame> {
    game_catalog::table_game(name).unwrap()
}

/// How the books of tests are built.
pub(crate) fn options(positions: usize) -> BuildOptions {
    BuildOptions { positions: Some(positions), ..BuildOptions::new(1_000, 7, "test") }
}

/// What searches positions of this game by the strong player.
pub(crate) fn search(game: &str) -> Result<Box<dyn Search>, String> {
    let options = "hash=1".parse().unwrap();
    let player = game_catalog::new_player(game, "pvs", &options);
    let player = player.map_err(|error| error.to_string())?;
    Ok(Box::new(PlayerSearch::new(player, 1_000, 7)))
}

/// Builds the book further, and calls `watch` after every few positions.
pub(crate) fn build_further(
    book: &mut Book,
    options: &BuildOptions,
    watch: &mut dyn FnMut(&Book) -> Result<(), BookError>,
) -> Result<BuildEnd, BookError> {
    let name = book.game().name().to_owned();
    build(book, options, &|| search(&name), &|| false, watch)
}

/// A book of this many positions.
pub(crate) fn built(game_name: &str, settings: BookSettings, positions: usize) -> Book {
    let mut book = Book::new(game(game_name), settings);
    let end = build_further(&mut book, &options(positions), &mut |_| Ok(())).unwrap();
    assert_eq!(end, BuildEnd::Enough);
    assert_eq!(book.expanded_count(), positions);
    book
}

/// The bytes of its file.
pub(crate) fn bytes_of(book: &Book) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    opening_book::save(book, &path).unwrap();
    opening_book::read(&path).unwrap()
}
