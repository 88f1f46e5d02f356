//! The notations in which whole matches are kept in files.

mod pdn;

use games_package::{Pgn, SheetFormat};

pub(crate) use self::pdn::Pdn;
use crate::CatalogError;
use crate::games::{CatalogGame, GameVisitor, with_game};

/// All notations for whole matches, best known to people first.
pub const SHEET_FORMATS: [&dyn SheetFormat; 2] = [&Pdn, &Pgn];

/// The notation in which matches of a game are written: the game's own, if it has one; else PGN, which is for all.
///
/// # Errors
/// [`CatalogError`] if there is no such game.
pub fn sheet_format(game: &str) -> Result<&'static dyn SheetFormat, CatalogError> {
    struct Wanted;
    impl GameVisitor for Wanted {
        type Output = Option<&'static dyn SheetFormat>;

        fn visit<G: CatalogGame>(self, _name: String, _game: G) -> Self::Output {
            G::SHEETS
        }
    }
    with_game(game, Wanted).map(|own| own.unwrap_or(&Pgn))
}
