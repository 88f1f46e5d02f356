//! Notations for match files.

use game_family::CatalogError;
use notation::{Pgn, SheetFormat};

use crate::families::families;
use crate::games::open_game;

/// All notations for whole matches. If different games' notations have the same name, the first one is used.
pub fn sheet_formats() -> Vec<&'static dyn SheetFormat> {
    let all = families().into_iter().filter_map(|family| Some(family.open(None).ok()?.sheets()));
    let mut formats: Vec<&'static dyn SheetFormat> = Vec::new();
    for format in all.flatten() {
        if formats.iter().all(|known| known.name() != format.name()) {
            formats.push(*format);
        }
    }
    formats
}

/// The default notation for a game's matches.
///
/// # Errors
/// [`CatalogError`] if there is no such game.
pub fn sheet_format(game: &str) -> Result<&'static dyn SheetFormat, CatalogError> {
    Ok(sheet_formats_of(game)?.first().copied().unwrap_or(&Pgn))
}

/// The notations for a game's matches.
///
/// # Errors
/// [`CatalogError`] if there is no such game.
pub fn sheet_formats_of(game: &str) -> Result<&'static [&'static dyn SheetFormat], CatalogError> {
    Ok(open_game(game)?.sheets())
}
