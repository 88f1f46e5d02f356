//! The opening books that Rival ships, built by `rival book build` as described in docs/user/books.md.

use opening_book::GameBook;

/// The number of plies in an English draughts ballot.
const BALLOT_PLIES: u8 = 3;

/// The opening book settings of the variant with this name.
pub(crate) fn of_variant(name: &str) -> GameBook {
    let shipped: Option<&'static [u8]> = match name {
        "english" => Some(include_bytes!("books/english.book")),
        "international" => Some(include_bytes!("books/international.book")),
        "russian" => Some(include_bytes!("books/russian.book")),
        "brazilian" => Some(include_bytes!("books/brazilian.book")),
        _ => None,
    };
    let ballot_plies = if name == "english" { BALLOT_PLIES } else { 0 };
    GameBook { shipped, ballot_plies, ..GameBook::default() }
}
