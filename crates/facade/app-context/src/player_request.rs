//! A player as named by the user or in a file.

use std::path::PathBuf;
use std::{fmt, mem};

use games_package::Options;

use crate::failure::{Failure, FailureKind, OrFail};

/// The player for the human at the screen.
pub const HUMAN: &str = "human";

/// The prefix of an engine's name.
pub(crate) const ENGINE: &str = "engine:";

/// The option for the number of threads; its case is ignored.
const THREADS: &str = "threads";

/// A player as named by the user or in a file: `name` or `PLUGIN/name`, with options (`name:key=value,key=value`), or
/// another program's engine (`engine:PROTOCOL:COMMAND`).
///
/// Two requests are equal if they name the same player with the same options, regardless of their origin.
#[derive(Clone, Debug)]
pub struct PlayerRequest {
    /// The name, or PLUGIN/name; for an engine, `engine:PROTOCOL:COMMAND`.
    pub name: String,
    /// The options; an engine has none.
    pub options: Options,
    /// The location of the name in a file, if any, for error messages.
    pub(crate) place: Option<String>,
    /// The origin of the name.
    pub(crate) origin: Origin,
    /// The folder where an engine program starts; this process's folder by default.
    pub(crate) folder: Option<PathBuf>,
}

/// The origin of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// The user, or the program itself.
    User,
    /// A file, possibly from another person, with the specification's location in the file.
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
    /// Parses the specification. Does not look up names in the configuration.
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
        Ok(Self { name: name.into(), options, place, origin, folder: None })
    }

    /// Sets additional options that the user gave. Errors then refer to these options.
    pub fn set_options(&mut self, given: &Options) {
        for (name, value) in given.iter() {
            self.options.set(name, value);
            self.place = None;
        }
    }

    /// The failure for an error in the request, caused by the command line or by the file.
    pub fn failure(&self, error: impl Into<anyhow::Error>) -> Failure {
        Failure::new(FailureKind::Usage, error).in_file(self.place.clone())
    }

    /// Returns `true` if the player comes from a plugin.
    pub fn is_from_plugin(&self) -> bool {
        !self.is_engine() && self.name.contains('/')
    }

    /// Returns `true` if the player is another program's engine.
    pub fn is_engine(&self) -> bool {
        self.engine().is_some()
    }

    /// Returns `true` if the player runs code that is not part of the program: a plugin or another program.
    pub fn is_foreign(&self) -> bool {
        self.is_engine() || self.is_from_plugin()
    }

    /// Moves an engine's options into its command so that its name is complete.
    pub fn write_options_in_command(&mut self) {
        for (name, value) in mem::take(&mut self.options).iter() {
            self.name.push(if self.name.contains('?') { '&' } else { '?' });
            self.name.extend([name, "=", value]);
        }
    }

    /// Removes the options for which `is_kept` returns `false` from an engine's command.
    pub fn retain_command_options(&mut self, mut is_kept: impl FnMut(&str, &str) -> bool) {
        let Some((command, options)) = self.name.split_once('?') else { return };
        let mut is_option_kept = |option: &&str| {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            is_kept(name, value)
        };
        let kept: Vec<&str> = options.split('&').filter(&mut is_option_kept).collect();
        let separator = if kept.is_empty() { "" } else { "?" };
        self.name = format!("{command}{separator}{}", kept.join("&"));
    }

    /// The number of threads set in the options, or 1.
    pub fn threads(&self) -> usize {
        let command = self.engine().and_then(|engine| engine.split_once('?'));
        let options = command.map_or("", |(_, options)| options).split('&');
        let mut named = options.filter_map(|option| option.split_once('='));
        let named = named.find(|(name, _)| name.eq_ignore_ascii_case(THREADS));
        let threads = named.and_then(|(_, threads)| threads.parse().ok());
        threads.or_else(|| self.options.get(THREADS).ok()).unwrap_or(1)
    }

    /// The protocol and command of an engine; `None` for other players.
    pub(crate) fn engine(&self) -> Option<&str> {
        self.name.strip_prefix(ENGINE)
    }
}

/// Formats the request so that it can be parsed back, provided that no option value contains a comma or surrounding
/// spaces.
impl fmt::Display for PlayerRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.options.is_empty() { Ok(()) } else { write!(f, ":{}", self.options) }
    }
}
