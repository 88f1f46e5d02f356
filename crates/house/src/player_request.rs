//! A player as the user or a file names it.

use std::fmt;

use games_package::Options;

use crate::failure::{Failure, FailureKind, OrFail};

/// The person at the screen as a player.
pub const HUMAN: &str = "human";

/// The prefix of the name of an engine.
pub(crate) const ENGINE: &str = "engine:";

/// A player as the user or a file names it: `name` or `PLUGIN/name`, with options (`name:key=value,key=value`), or
/// another program's engine (`engine:PROTOCOL:COMMAND`).
///
/// Two are equal if they name the same player with the same options, wherever the names come from.
#[derive(Clone, Debug)]
pub struct PlayerRequest {
    /// Name or PLUGIN/name; for an engine `engine:PROTOCOL:COMMAND`.
    pub name: String,
    /// Its options; an engine has none.
    pub options: Options,
    /// Where it stands, if it does in a file: what is wrong with it is wrong there.
    pub(crate) place: Option<String>,
    /// Where the name comes from.
    pub(crate) origin: Origin,
}

/// Where a text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// The user, or the program itself.
    User,
    /// A file, which may be from anybody, with the position in it.
    File(String),
    /// Another computer or program, over the network.
    Network,
}

impl PartialEq for PlayerRequest {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.options) == (&other.name, &other.options)
    }
}

impl PlayerRequest {
    /// Parses the text. Names are not looked up in the configuration.
    pub(crate) fn parse(
        spec: &str,
        origin: Origin,
        place: Option<String>,
    ) -> Result<Self, Failure> {
        let (name, options) = if spec.starts_with(ENGINE) {
            (spec, "")
        } else {
            spec.split_once(':').unwrap_or((spec, ""))
        };
        let options = options.parse().or_fail(FailureKind::Usage)?;
        Ok(Self { name: name.into(), options, place, origin })
    }

    /// Sets options that the user gives beside it, and which may be at fault from then on.
    pub fn set_options(&mut self, given: &Options) {
        for (name, value) in given.iter() {
            self.options.set(name, value);
            self.place = None;
        }
    }

    /// The failure for something that is wrong with it: the fault of the command line, or of the file in which it stands.
    pub fn failure(&self, error: impl Into<anyhow::Error>) -> Failure {
        Failure::new(FailureKind::Usage, error).in_file(self.place.clone())
    }

    /// Whether it comes from a plugin.
    pub fn is_from_plugin(&self) -> bool {
        !self.is_engine() && self.name.contains('/')
    }

    /// Whether it is another program's engine.
    pub fn is_engine(&self) -> bool {
        self.engine().is_some()
    }

    /// Whether it runs code that is not part of the program: a plugin or another program.
    pub fn is_foreign(&self) -> bool {
        self.is_engine() || self.is_from_plugin()
    }

    /// Protocol and command of an engine; `None` for other players.
    pub(crate) fn engine(&self) -> Option<&str> {
        self.name.strip_prefix(ENGINE)
    }
}

/// In the form in which it is parsed, if no option has a comma or surrounding blanks in its value.
impl fmt::Display for PlayerRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.options.is_empty() { Ok(()) } else { write!(f, ":{}", self.options) }
    }
}
