//! The manifest of a plugin, and the request for a player.

use serde::{Deserialize, Serialize};

/// A plugin's manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Manifest {
    /// The first version.
    V1(ManifestV1),
}

/// A plugin's name and players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ManifestV1 {
    /// The plugin's name: lower case, no spaces.
    pub name: String,
    /// The plugin's version, such as "1.2.0".
    pub version: String,
    /// The players that the plugin can create.
    pub players: Vec<PlayerInfoV1>,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerInfoV1 {
    /// The plugin's name: lower case, no spaces.
    pub name: String,
    /// A one-line description.
    pub description: String,
    /// The games that the player plays.
    pub games: GamesV1,
    /// Its options.
    pub options: Vec<OptionSpecV1>,
}

/// The games that a player plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GamesV1 {
    /// Any game.
    All,
    /// These games, as "name" or "name:variant".
    Named(Vec<String>),
}

/// An option of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OptionSpecV1 {
    /// The plugin's name: lower case, no spaces.
    pub name: String,
    /// A one-line description.
    pub description: String,
    /// The option's type, range and default.
    pub kind: OptionKindV1,
}

/// The type of an option, with its default and range.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OptionKindV1 {
    /// A whole number.
    Integer {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// `true` or `false`.
    Flag {
        /// The default value.
        default: bool,
    },
    /// One of several words.
    Choice {
        /// The default value.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// Any string.
    Text {
        /// The default value.
        default: String,
    },
}

/// The request for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NewPlayer {
    /// The first version.
    V1(NewPlayerV1),
}

/// A player, its game and its options.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewPlayerV1 {
    /// The name of one of the players in the manifest.
    pub player: String,
    /// The game with its variant, such as "checkers:english".
    pub game: String,
    /// Option names and values, checked against the manifest. Omitted options have their default values.
    pub options: Vec<(String, String)>,
}
