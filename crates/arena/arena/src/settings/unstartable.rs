//! The treatment of players that can't be started.

use serde::{Deserialize, Serialize};

/// The treatment of a player that can't be started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unstartable {
    /// The run stops, and can resume after the repair.
    #[default]
    Stop,
    /// A player that doesn't start before the first game is excluded. A player that fails to start later loses those
    /// games.
    Exclude,
    /// The player loses each game that it can't start.
    Forfeit,
}

/// A player that doesn't take part, because it could not be started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Excluded {
    /// Its name in tables.
    pub name: String,
    /// Its error, as a phrase.
    pub why: String,
}
