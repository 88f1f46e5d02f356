//! What a plugin says of itself, and how a player of it is asked for.

use serde::{Deserialize, Serialize};

/// A plugin's account of itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Manifest {
    /// The first version.
    V1(ManifestV1),
}

/// A plugin's name and players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ManifestV1 {
    /// The plugin's name: lower case, no blanks.
    pub name: String,
    /// The plugin's own version: "1.2.0".
    pub version: String,
    /// The players that it can make.
    pub players: Vec<PlayerInfoV1>,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerInfoV1 {
    /// Its name: lower case, no blanks.
    pub name: String,
    /// What it does, in one line.
    pub description: String,
    /// The games that it plays.
    pub games: GamesV1,
    /// What can be set.
    pub options: Vec<OptionSpecV1>,
}

/// Which games a player plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GamesV1 {
    /// Any game.
    All,
    /// These ones, as "name" or "name:variant".
    Named(Vec<String>),
}

/// One thing that can be set on a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OptionSpecV1 {
    /// Its name: lower case, no blanks.
    pub name: String,
    /// What it does, in one line.
    pub description: String,
    /// Its type, range and default.
    pub kind: OptionKindV1,
}

/// The type of an option, with its default and range.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OptionKindV1 {
    /// A whole number.
    Integer {
        /// The value if nothing is set.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// `true` or `false`.
    Flag {
        /// The value if nothing is set.
        default: bool,
    },
    /// One of a few words.
    Choice {
        /// The value if nothing is set.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// Any text.
    Text {
        /// The value if nothing is set.
        default: String,
    },
}

/// The program asks for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum NewPlayer {
    /// The first version.
    V1(NewPlayerV1),
}

/// Which player, for which game, and how it is set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewPlayerV1 {
    /// The name of one of the manifest's players.
    pub player: String,
    /// The game with its variant: "checkers:english".
    pub game: String,
    /// Names and values of the options, checked against the manifest and filled up with its defaults.
    pub options: Vec<(String, String)>,
}
