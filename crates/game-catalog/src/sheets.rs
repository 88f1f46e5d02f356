//! The notations of files of matches.

use game_family::CatalogError;
use games_package::{Pgn, SheetFormat};

use crate::families::families;
use crate::games::open_game;

/// All notations for whole matches: those that games have of their own, then PGN, which supports every game.
pub fn sheet_formats() -> Vec<&'static dyn SheetFormat> {
    let own = families().into_iter().filter_map(|family| family.open(None).ok()?.sheets());
    let mut formats: Vec<&'static dyn SheetFormat> = Vec::new();
    for format in own.chain([&Pgn as &dyn SheetFormat]) {
        if formats.iter().all(|known| known.name() != format.name()) {
            formats.push(format);
        }
    }
    formats
}

/// The notation for matches of a game: its own, if it has one, else PGN.
///
/// # Errors
/// [`CatalogError`] if there is no such game.
pub fn sheet_format(game: &str) -> Result<&'static dyn SheetFormat, CatalogError> {
    Ok(open_game(game)?.sheets().unwrap_or(&Pgn))
}
