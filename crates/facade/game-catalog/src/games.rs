//! The games, by name.

use std::sync::Arc;

use game_family::{CatalogError, Explorer, Family, GameInfo, LearnableGame, LineOfPlay, OpenGame};
use games_package::{TableGame, suggestion};
use notation::EngineNotations;
use opening_book::GameBook;
use tablebase::Tablebase;

use crate::families::families;

/// All games listed for users, with the default variant of each family first.
pub fn games() -> Vec<GameInfo> {
    families().into_iter().flat_map(Family::games).collect()
}

/// A game's rules by name, for the table.
///
/// # Errors
/// [`CatalogError`] if there is no such game or variant.
pub fn table_game(name: &str) -> Result<Arc<dyn TableGame>, CatalogError> {
    Ok(open_game(name)?.table_game())
}

/// Opens a position in a game, or its start, for exploration.
///
/// # Errors
/// [`CatalogError`] if there is no such game, or if the position is malformed.
pub fn explore(game: &str, position: Option<&str>) -> Result<Box<dyn Explorer>, CatalogError> {
    Ok(open_game(game)?.explore(position)?)
}

/// Begins a line of play at a position in a game, or at its start.
///
/// # Errors
/// [`CatalogError`] if there is no such game, or if the position is malformed.
pub fn line_of_play(
    game: &str,
    position: Option<&str>,
) -> Result<Box<dyn LineOfPlay>, CatalogError> {
    Ok(open_game(game)?.line_of_play(position)?)
}

/// The motif that the game itself finds in a puzzle's solution; see [`Explorer::motif`].
pub fn motif(game: &str, position: &str, solution: &[String]) -> Option<&'static str> {
    explore(game, Some(position)).ok()?.motif(solution)
}

/// The starter puzzle files of all families.
pub fn starter_puzzles() -> Vec<&'static str> {
    families().into_iter().filter_map(Family::starter_puzzles).collect()
}

/// The distinct names of the motifs that games detect themselves.
pub fn motifs() -> Vec<&'static str> {
    let mut names = Vec::new();
    for game in families().into_iter().filter_map(|family| family.open(None).ok()) {
        names.extend(game.motifs());
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// A game's notation in engine protocols, by the game's name; empty for an unknown game.
pub fn engine_notations(name: &str) -> EngineNotations {
    open_game(name).map(|game| game.engine_notations()).unwrap_or_default()
}

/// A game's tablebases, by the game's name; `None` if the game has none.
///
/// # Errors
/// [`CatalogError`] if there is no such game or variant.
pub fn tablebase(name: &str) -> Result<Option<&'static dyn Tablebase>, CatalogError> {
    Ok(open_game(name)?.tablebase())
}

/// A game's opening book support, by the game's name.
///
/// # Errors
/// [`CatalogError`] if there is no such game or variant.
pub fn opening_book(name: &str) -> Result<GameBook, CatalogError> {
    Ok(open_game(name)?.book())
}

/// A game's full name, and its self-play learning interface, if any.
///
/// # Errors
/// [`CatalogError`] if there is no such game or variant.
pub fn learnable(name: &str) -> Result<(String, Option<Box<dyn LearnableGame>>), CatalogError> {
    let game = open_game(name)?;
    Ok((game.name().to_owned(), game.learnable()))
}

/// A random one of the games that a name stands for, such as a start of Chess960. `draw(n)` must return a number in
/// `0..n`. `None` if the name doesn't stand for several games.
pub fn drawn_game(name: &str, draw: &mut dyn FnMut(u32) -> u32) -> Option<String> {
    let (family, variant) = family_and_variant(&families(), name)?;
    Some(format!("{}:{}", family.name(), family.drawn(&variant?, draw)?))
}

/// The game named `name`: `family`, or `family:variant`.
pub(crate) fn open_game(name: &str) -> Result<Box<dyn OpenGame>, CatalogError> {
    let families = families();
    if let Some((family, variant)) = family_and_variant(&families, name) {
        return family.open(variant.as_deref());
    }
    Err(unknown(&families, name))
}

/// Checks a name that programs compare with others, such as one in a plugin's list of games. The name must be written
/// as the catalog writes it.
///
/// # Errors
/// [`CatalogError`] if there is no such game or variant.
pub fn check_name(name: &str) -> Result<(), CatalogError> {
    let (families, family) = (families(), name.split(':').next().unwrap_or(name));
    if families.iter().any(|known| known.name() == family) {
        return open_game(name).map(drop);
    }
    Err(unknown(&families, name))
}

fn unknown(families: &[&'static dyn Family], name: &str) -> CatalogError {
    let names = families.iter().map(|known| known.name());
    let family = as_typed(name.split(':').next().unwrap_or(name));
    CatalogError::Unknown {
        what: "game",
        name: name.into(),
        suggestion: suggestion(&family, names.clone()),
        known: names.collect::<Vec<_>>().join(", "),
    }
}

/// A family name as the catalog would write it.
fn as_typed(family: &str) -> String {
    family.trim().to_lowercase().replace([' ', '_'], "-")
}

/// The family and the variant of a name. People may type the family in any case, and with spaces or nothing instead of
/// hyphens.
fn family_and_variant(
    families: &[&'static dyn Family],
    name: &str,
) -> Option<(&'static dyn Family, Option<String>)> {
    let (typed, variant) = name.split_once(':').unzip();
    let (typed, variant) = (typed.unwrap_or(name), variant.map(String::from));
    if let Some(family) = families.iter().find(|family| family.name() == typed) {
        return Some((*family, variant));
    }
    let typed = as_typed(typed);
    let without_hyphens = |name: &str| name.replace('-', "");
    let same = |family: &&&dyn Family| without_hyphens(family.name()) == without_hyphens(&typed);
    if let Some(family) = families.iter().find(same) {
        return Some((*family, variant));
    }
    with_alias(families, &typed).map(|(family, implied)| (family, variant.or(implied)))
}

/// The family with this alias and the variant it implies, or the only listed variant with this name: "frisian" or
/// "frisian-draughts" for "checkers:frisian".
fn with_alias(
    families: &[&'static dyn Family],
    alias: &str,
) -> Option<(&'static dyn Family, Option<String>)> {
    for family in families {
        let is_same = |name: &str| name.replace('-', "") == alias.replace('-', "");
        if let Some((_, variant)) = family.aliases().iter().find(|(name, _)| is_same(name)) {
            return Some((*family, variant.map(String::from)));
        }
    }
    for family in families {
        let names = family.aliases().iter().map(|(name, _)| *name).chain([family.name()]);
        let mut variants = names.filter_map(|name| alias.strip_suffix(name)?.strip_suffix('-'));
        let named = |variant: &&str| {
            let name = format!("{}:{variant}", family.name());
            family.games().iter().any(|info| info.name == name)
        };
        if let Some(variant) = variants.find(named) {
            return Some((*family, Some(variant.into())));
        }
    }
    // A number alone is not a name.
    if !alias.starts_with(char::is_alphabetic) {
        return None;
    }
    let mut named = families.iter().filter(|family| {
        family.games().iter().any(|info| info.name == format!("{}:{alias}", family.name()))
    });
    named.next().filter(|_| named.next().is_none()).map(|family| (*family, Some(alias.into())))
}
