//! What is not in the catalog.

use games_package::{OptionError, hint};
use thiserror::Error;

/// A name or an option that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// There is no such game.
    #[error("there is no game \"{name}\"{}", hint(suggestion.as_deref(), known))]
    UnknownGame {
        /// The game as it was given.
        name: String,
        /// The game that was probably meant.
        suggestion: Option<String>,
        /// All games, separated by commas.
        known: String,
    },
    /// The game has no such variant.
    #[error("{game} has no variant \"{variant}\"{}", hint(suggestion.as_deref(), known))]
    UnknownVariant {
        /// The game.
        game: String,
        /// The variant as it was given.
        variant: String,
        /// The variant that was probably meant.
        suggestion: Option<String>,
        /// All variants, separated by commas.
        known: String,
    },
    /// The game can't be played with these parameters.
    #[error("{game} can't be played as \"{variant}\": {why}")]
    Parameters {
        /// The game.
        game: String,
        /// The variant as it was given.
        variant: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is no such player.
    #[error("there is no player \"{name}\"{}", hint(suggestion.as_deref(), known))]
    UnknownPlayer {
        /// The player as it was given.
        name: String,
        /// The player that was probably meant.
        suggestion: Option<String>,
        /// All players, separated by commas.
        known: String,
    },
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
}
