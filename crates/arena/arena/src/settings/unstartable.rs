//! The policy for players that fail to start.

use serde::{Deserialize, Serialize};

/// The policy for a player that fails to start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unstartable {
    /// The run stops and can be resumed once the player is repaired.
    #[default]
    Stop,
    /// A player that fails to start before the first game is excluded. A player that fails to start later loses each
    /// such game.
    Exclude,
    /// The player loses each game when it fails to start.
    Forfeit,
}

/// A player that is excluded because it failed to start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excluded {
    /// Its name in tables.
    pub name: String,
    /// The player's error, as a phrase.
    pub why: String,
}
