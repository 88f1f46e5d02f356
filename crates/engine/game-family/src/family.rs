//! Game families, and errors when opening a game.

use games_package::CatalogError;

use crate::open_game::OpenGame;

/// A game family: variants of one game under one name.
///
/// All variants of a family are of one kind, so they have the same players.
pub trait Family: Sync {
    /// The family's name: "checkers". Lower case, no colon.
    fn name(&self) -> &'static str;

    /// The variants listed for users, the default one first.
    fn games(&self) -> Vec<GameInfo>;

    /// Opens a variant, given by the part after the colon in "checkers:english", or the default
    /// variant.
    ///
    /// # Errors
    /// [`CatalogError`] if the variant does not exist.
    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError>;

    /// Other names, each with the variant it refers to; `None` stands for the default or a named variant. None by
    /// default.
    fn aliases(&self) -> &'static [(&'static str, Option<&'static str>)] {
        &[]
    }

    /// A random one of the variants that `variant` stands for: "960,518" for "960". `draw(n)` must return a number in
    /// `0..n`. `None`, as by default, if `variant` doesn't stand for several variants.
    fn drawn(&self, _variant: &str, _draw: &mut dyn FnMut(u32) -> u32) -> Option<String> {
        None
    }

    /// Starter puzzles for the variants: the content of a file written by `rival puzzles export`. None by default.
    fn starter_puzzles(&self) -> Option<&'static str> {
        None
    }
}

/// A game in a list for users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The shortest name of the game: "othello", "checkers:international".
    pub name: String,
    /// A one-line description of the game.
    pub description: String,
}

impl GameInfo {
    /// A game with this name and description.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self { name: name.into(), description: description.into() }
    }
}

/// Opens a game from its name, width, height and row length.
type OpenRows = fn(String, [u8; 3]) -> Result<Box<dyn OpenGame>, String>;

/// The variants that a family lists, with their descriptions.
type ListedVariants = &'static [(&'static str, &'static str)];

/// A game family with boards of any size and rows of any length: the variant "7,6,4" has seven columns, six rows and a
/// row of four.
#[derive(Debug)]
pub struct RowFamily {
    /// The name of the family.
    pub name: &'static str,
    /// Other names for the default variant.
    pub aliases: &'static [(&'static str, Option<&'static str>)],
    /// The default variant: "7,6,4".
    pub default: &'static str,
    /// The listed variants, with their descriptions. The default variant comes first and has an empty name.
    pub listed: ListedVariants,
    /// Opens the game with this name, width, height and row length. The error is a phrase.
    pub open: OpenRows,
}

impl Family for RowFamily {
    fn name(&self) -> &'static str {
        self.name
    }

    fn aliases(&self) -> &'static [(&'static str, Option<&'static str>)] {
        self.aliases
    }

    fn games(&self) -> Vec<GameInfo> {
        let info = |&(variant, description): &(&str, &str)| match variant {
            "" => GameInfo::new(self.name, description),
            _ => GameInfo::new(format!("{}:{variant}", self.name), description),
        };
        self.listed.iter().map(info).collect()
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(self.default);
        let sizes = numbers(self.name, variant, "WIDTH,HEIGHT,LENGTH", self.default)?;
        let [width, height, in_a_row] = sizes;
        let name = format!("{}:{width},{height},{in_a_row}", self.name);
        (self.open)(name, sizes).map_err(|why| CatalogError::parameters(self.name, variant, why))
    }
}

/// Parses the comma-separated integers of a variant of `game`. For messages, `names` contains the integers' names and
/// `example` is an example: "WIDTH,HEIGHT,LENGTH" and "3,3,3".
///
/// # Errors
/// [`CatalogError::Parameters`] for any other string.
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
