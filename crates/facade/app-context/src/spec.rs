//! A player specification with its origin.

use std::fmt;

use crate::failure::Failure;
use crate::player_request::{Origin, PlayerRequest};

/// A player specification such as `alpha-beta:depth=4`, with its origin: typed by the user, read from a file or
/// received over the network.
///
/// A player can be any program on this computer (`engine:uci:COMMAND`). A program starts if the user named it. If a
/// file named it, the user must first allow that. Therefore, this value records both the origin and the specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    text: String,
    pub(crate) origin: Origin,
    /// The configuration key with this specification, for messages: "rival.toml: players.patient".
    pub(crate) key: Option<String>,
}

impl PlayerSpec {
    /// A specification typed on the command line, in a menu or at a prompt, or chosen by the program itself.
    pub fn from_user(text: impl Into<String>) -> Self {
        Self { text: text.into(), origin: Origin::User, key: None }
    }

    /// A specification in a file, on this line if known.
    pub fn from_file(
        text: impl Into<String>,
        file: impl fmt::Display,
        line: Option<usize>,
    ) -> Self {
        let place = line.map_or_else(|| file.to_string(), |line| format!("{file}: line {line}"));
        Self { text: text.into(), origin: Origin::File(place), key: None }
    }

    /// A specification received over the network. Such a specification never starts a program, unless it is a
    /// configured name for one.
    pub fn from_network(text: impl Into<String>) -> Self {
        Self { text: text.into(), origin: Origin::Network, key: None }
    }

    /// Adds the specification's key in the configuration.
    #[must_use]
    pub(crate) fn under_key(self, key: String) -> Self {
        Self { key: Some(key), ..self }
    }

    /// Adds an option: `lines=3`.
    #[must_use]
    pub fn with_option(self, option: &str) -> Self {
        let separator = if self.text.contains(':') { ',' } else { ':' };
        Self { text: format!("{}{separator}{option}", self.text), ..self }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Parses the specification. Does not look up names: [`AppContext::find`](crate::AppContext::find) does that.
    ///
    /// # Errors
    /// [`Failure`] if the options are malformed.
    pub fn request(&self) -> Result<PlayerRequest, Failure> {
        self.parsed().map_err(|failure| failure.in_file(self.place()))
    }

    /// Like [`request`](Self::request), but a failure does not state a location.
    pub(crate) fn parsed(&self) -> Result<PlayerRequest, Failure> {
        PlayerRequest::parse(&self.text, self.origin.clone(), self.place())
    }

    /// The location of the specification, if read from a file: its key in the configuration, or its line in another
    /// file.
    pub(crate) fn place(&self) -> Option<String> {
        self.key.clone().or_else(|| match &self.origin {
            Origin::File(place) => Some(place.clone()),
            Origin::User | Origin::Network => None,
        })
    }
}
