//! Families of games.

use crate::error::CatalogError;
use crate::open_game::OpenGame;

/// A family of games: one name, and variants of one game.
///
/// All variants of a family are of one kind, so they have the same players.
pub trait Family: Sync {
    /// The name of the family: "checkers". Lower case, no colon.
    fn name(&self) -> &'static str;

    /// The variants that are listed for users, the default one first.
    fn games(&self) -> Vec<GameInfo>;

    /// Opens the game of a variant: what stands behind the colon in "checkers:english". Without one, the default.
    ///
    /// # Errors
    /// [`CatalogError`] if there is no such variant.
    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError>;

    /// Opens the game of a variant that a record names. A family whose default has changed opens what the name has meant
    /// when such records were written; by default it is [`open`](Self::open).
    ///
    /// # Errors
    /// As [`open`](Self::open).
    fn open_recorded(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        self.open(variant)
    }
}

/// A game in a list for users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The shortest name of the game: "othello", "checkers:international".
    pub name: String,
    /// Its description, in one line.
    pub description: String,
}

impl GameInfo {
    /// A game with this name and description.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self { name: name.into(), description: description.into() }
    }
}

/// The whole numbers of a variant of `game`, separated by commas; `names` says what they are and `example` shows them:
/// "WIDTH,HEIGHT,LENGTH" and "3,3,3".
///
/// # Errors
/// [`CatalogError::Parameters`] if it is anything else.
pub fn numbers<const COUNT: usize>(
    game: &str,
    variant: &str,
    names: &str,
    example: &str,
) -> Result<[u8; COUNT], CatalogError> {
    let numbers: Option<Vec<u8>> = variant.split(',').map(|number| number.parse().ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| {
        CatalogError::parameters(game, variant, format!("expected {names}, like {example}"))
    })
}
