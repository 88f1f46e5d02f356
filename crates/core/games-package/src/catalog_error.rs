//! Errors when opening games and players.

use board_engine::NotationError;
use thiserror::Error;

use crate::{OptionError, hint};

/// An unknown name or a wrong option.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// The game has no such variant.
    #[error("{game} has no variant \"{variant}\"{}", hint(suggestion.as_deref(), known))]
    UnknownVariant {
        /// The game.
        game: String,
        /// The variant as given.
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
        /// The variant as given.
        variant: String,
        /// The reason.
        why: String,
    },
    /// The name is unknown.
    #[error("there is no {what} \"{name}\"{}", hint(suggestion.as_deref(), known))]
    Unknown {
        /// The kind of name: "game", "player", "evaluator", "algorithm".
        what: &'static str,
        /// The name as given.
        name: String,
        /// The name that was probably meant.
        suggestion: Option<String>,
        /// All names, separated by commas.
        known: String,
    },
    /// The player supports only another kind of game.
    #[error("{player} does not play {game}; its players are {known}")]
    OtherGames {
        /// The player.
        player: String,
        /// The game.
        game: String,
        /// The game's players, separated by commas.
        known: String,
    },
    /// A position or a move is wrong.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// An option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
}

impl CatalogError {
    /// The game can't be played as this variant, for the reason `why`.
    pub fn parameters(game: &str, variant: &str, why: String) -> Self {
        Self::Parameters { game: game.into(), variant: variant.into(), why }
    }
}
