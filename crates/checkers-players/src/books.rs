//! Opening books that come with the program.

use opening_book::GameBook;

/// The moves of a ballot in English draughts.
const BALLOT_PLIES: u8 = 3;

/// What the variant with this name has in opening books.
pub(crate) fn of_variant(name: &str) -> GameBook {
    let ballot_plies = if name == "english" { BALLOT_PLIES } else { 0 };
    GameBook { shipped: None, ballot_plies }
}
