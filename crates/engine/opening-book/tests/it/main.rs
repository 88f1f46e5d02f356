//! Tests for opening books for the catalog's games.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod building;
mod damage;
mod playing;

use std::sync::Arc;

use games_package::TableGame;
use opening_book::{
    Book, BookError, BookSettings, BuildEnd, BuildOptions, Opening, Openings, PlayerSearch, Search,
    build,
};

fn openings() -> Openings {
    let opening = |code, name, position: &str| Opening { code, name, position: position.into() };
    let list = vec![
        opening("A00", "Side Opening", "a w 1"),
        opening("A01", "Middle Opening", "e w 1"),
        opening("A02", "Middle Opening: Late", "e w 9"),
        opening("A02", "Middle Opening: Second", "ee b 2"),
    ];
    Openings::new(list, without_number)
}

fn without_number(position: &str) -> String {
    position.rsplit_once(' ').map_or(position, |(essence, _)| essence).into()
}

#[test]
fn a_position_has_a_name_whatever_its_numbers_are() {
    let openings = openings();
    let name = |position| openings.at(position).map(ToString::to_string);
    assert_eq!(name("e w 7").as_deref(), Some("A01 Middle Opening"));
    assert_eq!(name("e b 1"), None);
    assert_eq!(name(""), None);
}

#[test]
fn openings_are_found_by_code_and_by_part_of_the_name() {
    let openings = openings();
    let found = |text| openings.matching(text).map(|it| it.position.clone()).collect::<Vec<_>>();
    assert_eq!(found("a02"), ["e w 9", "ee b 2"]);
    assert_eq!(found("SIDE"), ["a w 1"]);
    assert_eq!(found("A0"), Vec::<String>::new());
}

/// A game of the catalog.
pub(crate) fn game(name: &str) -> Arc<dyn TableGame> {
    game_catalog::table_game(name).unwrap()
}

/// The build options for the test books.
pub(crate) fn options(positions: usize) -> BuildOptions {
    BuildOptions { positions: Some(positions), ..BuildOptions::new(1_000, 7, "test") }
}

/// A strong-player search for positions in this game.
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

/// A book with this number of positions.
pub(crate) fn built(game_name: &str, settings: BookSettings, positions: usize) -> Book {
    let mut book = Book::new(game(game_name), settings);
    let end = build_further(&mut book, &options(positions), &mut |_| Ok(())).unwrap();
    assert_eq!(end, BuildEnd::Enough);
    assert_eq!(book.expanded_count(), positions);
    book
}

/// The bytes of the book's file.
pub(crate) fn bytes_of(book: &Book) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.book");
    opening_book::save(book, &path).unwrap();
    opening_book::read(&path).unwrap()
}
