//! A player as it is asked for.

use std::fmt;

use games_package::Options;

use crate::failure::{Failure, FailureKind, OrFail};
use crate::spec::Origin;

/// The player that stands for a person at the screen.
pub const HUMAN: &str = "human";

/// What starts the name of a player that is another program's engine.
pub(crate) const ENGINE: &str = "engine:";

/// A player as it is asked for: `name` or `PLUGIN/name`, with options (`name:key=value,key=value`), or somebody else's
/// engine (`engine:PROTOCOL:COMMAND`).
///
/// Two are equal if they ask for the same player, wherever they stand.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Name or PLUGIN/name; of an engine all that it is asked for by.
    pub name: String,
    /// Its options; an engine has none.
    pub options: Options,
    /// Where the configuration names it, if it does.
    pub(crate) place: Option<String>,
    /// Who wrote the name.
    pub(crate) origin: Origin,
}

impl PartialEq for Asked {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.options) == (&other.name, &other.options)
    }
}

impl Asked {
    /// Reads it as it stands: no name is looked up.
    pub(crate) fn parse(spec: &str, origin: Origin) -> Result<Self, Failure> {
        let (name, options) = if spec.starts_with(ENGINE) {
            (spec, "")
        } else {
            spec.split_once(':').unwrap_or((spec, ""))
        };
        let options = options.parse().or_fail(FailureKind::Usage)?;
        Ok(Self { name: name.into(), options, place: None, origin })
    }

    /// Whether it comes from a plugin.
    pub fn is_from_plugin(&self) -> bool {
        !self.is_engine() && self.name.contains('/')
    }

    /// Whether it is another program's engine.
    pub fn is_engine(&self) -> bool {
        self.engine().is_some()
    }

    /// Whether it runs code that did not come with the program: that of a plugin, or another program.
    pub fn is_foreign(&self) -> bool {
        self.is_engine() || self.is_from_plugin()
    }

    /// Protocol and command of an engine; `None` if it is none.
    pub(crate) fn engine(&self) -> Option<&str> {
        self.name.strip_prefix(ENGINE)
    }
}

/// As it can be asked for again, if no option has a comma or blanks around its value.
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.options.is_empty() { Ok(()) } else { write!(f, ":{}", self.options) }
    }
}
