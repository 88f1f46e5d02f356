//! The notations of files of matches.

mod pdn;

use games_package::{Pgn, SheetFormat};

pub(crate) use self::pdn::Pdn;
use crate::CatalogError;
use crate::games::{CatalogGame, GameVisitor, with_game};

/// All notations for whole matches, the best known first.
pub const SHEET_FORMATS: [&dyn SheetFormat; 2] = [&Pdn, &Pgn];

/// The notation for matches of a game: its own, if it has one, else PGN, which supports every game.
///
/// # Errors
/// [`CatalogError`] if there is no such game.
pub fn sheet_format(game: &str) -> Result<&'static dyn SheetFormat, CatalogError> {
    struct SheetsOfGame;
    impl GameVisitor for SheetsOfGame {
        type Output = Option<&'static dyn SheetFormat>;

        fn visit<G: CatalogGame>(self, _name: String, _game: G) -> Self::Output {
            G::SHEETS
        }
    }
    with_game(game, SheetsOfGame).map(|own| own.unwrap_or(&Pgn))
}
