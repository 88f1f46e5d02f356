//! The families of games.

use std::sync::{PoisonError, RwLock};

use game_family::Family;
use thiserror::Error;

/// This program's families, in listing order.
const OWN: [&dyn Family; 12] = [
    checkers_players::FAMILY,
    chess_players::FAMILY,
    connect_four_players::FAMILY,
    othello_players::FAMILY,
    hex_game_players::FAMILY,
    breakthrough_players::FAMILY,
    tic_tac_toe_players::FAMILY,
    tic_tac_toe_players::FAMILY_FOR_THREE,
    pig_players::FAMILY,
    backgammon_players::FAMILY,
    kuhn_poker_players::FAMILY,
    dominoes_players::FAMILY,
];

/// The added families.
static ADDED: RwLock<Vec<&'static dyn Family>> = RwLock::new(Vec::new());

/// The reason why a family can't be added.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// A family with this name exists.
    #[error("game \"{name}\" already exists")]
    Exists {
        /// The name.
        name: &'static str,
    },
    /// The name can't be part of a game name.
    #[error("invalid game name \"{name}\": use lower-case letters, digits and hyphens")]
    Name {
        /// The name.
        name: &'static str,
    },
}

/// Adds a family to the catalog of this process. A program must do this before it parses any game name.
///
/// # Errors
/// [`FamilyError`] if the family's name is taken or malformed.
pub fn add_family(family: &'static dyn Family) -> Result<(), FamilyError> {
    let name = family.name();
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(is_allowed) {
        return Err(FamilyError::Name { name });
    }
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if OWN.iter().chain(added.iter()).any(|known| known.name() == name) {
        return Err(FamilyError::Exists { name });
    }
    added.push(family);
    Ok(())
}

/// All families: this program's, then the added ones.
pub(crate) fn families() -> Vec<&'static dyn Family> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    OWN.into_iter().chain(added.iter().copied()).collect()
}
