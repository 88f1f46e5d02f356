//! The text that asks for a player, with its origin.

use std::fmt;

use crate::asked::Asked;
use crate::failure::Failure;

/// A text that asks for a player, with its origin: `alpha-beta:depth=4`, typed by the user or read from a file.
///
/// A player can be any program of this computer (`engine:hub:COMMAND`). The program is started if the user named it; if a
/// file named it, the user has to allow that. So there is no way to make this from a text alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    text: String,
    pub(crate) origin: Origin,
    /// The key of the configuration that has this text, for messages: "rival.toml: players.patient".
    pub(crate) key: Option<String>,
}

/// Who wrote a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// The user, or the program itself.
    User,
    /// Anybody: it was read from a file, at this place.
    File(String),
}

impl PlayerSpec {
    /// What the user says on the command line, in a menu or at a prompt; also what the program itself chooses.
    pub fn from_user(text: impl Into<String>) -> Self {
        Self { text: text.into(), origin: Origin::User, key: None }
    }

    /// What stands on this line of a file, as far as the line is known.
    pub fn from_file(
        text: impl Into<String>,
        file: impl fmt::Display,
        line: Option<usize>,
    ) -> Self {
        let place = line.map_or_else(|| file.to_string(), |line| format!("{file}: line {line}"));
        Self { text: text.into(), origin: Origin::File(place), key: None }
    }

    /// The same with its key in the configuration.
    #[must_use]
    pub(crate) fn under_key(self, key: String) -> Self {
        Self { key: Some(key), ..self }
    }

    /// The same with one more option: `lines=3`.
    #[must_use]
    pub fn with_option(self, option: &str) -> Self {
        let separator = if self.text.contains(':') { ',' } else { ':' };
        Self { text: format!("{}{separator}{option}", self.text), ..self }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the text asks for as it stands. [`House::find`](crate::House::find) looks names up in the configuration.
    ///
    /// # Errors
    /// [`Failure`] if its options are malformed.
    pub fn asked(&self) -> Result<Asked, Failure> {
        Asked::parse(&self.text, self.origin.clone())
    }
}
