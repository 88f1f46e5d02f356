//! A player in a tournament.

use std::fmt;

use games_package::{Odds, ThinkingLimits, TimeControl};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Unstartable, texts};

/// A player in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// The player with its options.
    pub player: String,
    /// The player's name in tables; if unset, the player's specification.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The hash of its code, if known to the program that wrote the settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The folder in which the player's program starts, if the player is an engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// For an engine, the BLAKE3 hash of its program files at the run's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// The player's time control, if different from the other players' (time odds).
    #[serde(default, with = "texts::optional_controls", skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// The player's depth limit in plies, if different from the other players'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The player's node limit per move, if different from the other players'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// `true` if the player gets a new process for every game, even if other players don't.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    /// `true` if the player may ponder; `None` to use the tournament's setting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<bool>,
    /// The policy if the player fails to start; `None` to use the tournament's policy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unstartable: Option<Unstartable>,
    /// Options in addition to those in `player`, in the order for an engine. A stored run merges these options into
    /// `player`.
    #[serde(default, deserialize_with = "texts::option_values", skip_serializing)]
    pub options: Vec<(String, String)>,
    /// Number of threads: the option `threads`.
    #[serde(default, skip_serializing)]
    pub threads: Option<u32>,
    /// Additional arguments for an engine's command.
    #[serde(default, skip_serializing)]
    pub args: Vec<String>,
    /// The folder in which an engine starts: the option `dir`.
    #[serde(default, skip_serializing)]
    pub dir: Option<String>,
    /// Lines to send to an engine before its options: the option `init`.
    #[serde(default, skip_serializing)]
    pub init: Vec<String>,
    /// The file for an engine's standard error: the option `stderr`.
    #[serde(default, skip_serializing)]
    pub stderr: Option<String>,
}

/// The reason why a player's options don't fit its specification string.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EntrantError {
    /// Arguments are given, but the player is not a command.
    #[error("{0}: only a player like engine:PROTOCOL:COMMAND can have args")]
    Arguments(String),
    /// A value contains the option separator.
    #[error("{player}: option {name} can't contain \"{separator}\"")]
    Separator {
        /// The player.
        player: String,
        /// The option's name.
        name: String,
        /// The separator.
        separator: char,
    },
}

/// The prefix of another program's engine.
const ENGINE: &str = "engine:";

impl Entrant {
    /// The specification string for the player with all its options.
    ///
    /// # Errors
    /// [`EntrantError`] if the string can't express an option.
    pub fn spec(&self) -> Result<String, EntrantError> {
        let is_engine = self.player.starts_with(ENGINE);
        let mut text = self.player.clone();
        if !self.args.is_empty() {
            let words = shlex::try_join(self.args.iter().map(String::as_str)).ok();
            let words = words.filter(|words| is_engine && !words.contains('?'));
            let words = words.ok_or_else(|| EntrantError::Arguments(self.label().into()))?;
            let end = text.find('?').unwrap_or(text.len());
            text.insert_str(end, &format!(" {words}"));
        }
        let [begin, separator] = if is_engine { ['?', '&'] } else { [':', ','] };
        for (name, value) in self.all_options() {
            if value.contains(separator) {
                let (player, name) = (self.label().into(), name.into());
                return Err(EntrantError::Separator { player, name, separator });
            }
            text.push(if text.contains(begin) { separator } else { begin });
            text.extend([name, "=", &value]);
        }
        Ok(text)
    }

    /// Adds these options if the player is an engine. The player's own options take precedence.
    pub fn add_engine_options(&mut self, options: &[(String, String)]) {
        if !self.player.starts_with(ENGINE) {
            return;
        }
        let own = self.player.split_once('?').map_or("", |(_, own)| own);
        let is_own = |name: &str| {
            let mut names = own.split('&').map(|own| own.split('=').next().unwrap_or(own));
            names.any(|own| own.eq_ignore_ascii_case(name))
        };
        let added = options.iter().filter(|(name, _)| !is_own(name)).cloned();
        let added: Vec<(String, String)> = added.collect();
        self.options.splice(0..0, added);
    }

    /// The options in addition to those in `player`.
    fn all_options(&self) -> impl Iterator<Item = (&str, String)> {
        let text = |name, value: &Option<String>| value.clone().map(|value| (name, value));
        let threads = self.threads.map(|threads| ("threads", threads.to_string()));
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.clone()));
        let init = self.init.iter().map(|line| ("init", line.clone()));
        let of_process = text("dir", &self.dir).into_iter().chain(text("stderr", &self.stderr));
        options.chain(threads).chain(of_process).chain(init)
    }

    /// The same player, with all its options in its specification string.
    #[must_use]
    pub fn with_spec(self, player: String) -> Self {
        Self {
            options: Vec::new(),
            threads: None,
            args: Vec::new(),
            dir: None,
            init: Vec::new(),
            stderr: None,
            player,
            ..self
        }
    }

    /// Its odds.
    pub const fn odds(&self) -> Odds {
        let thinking = ThinkingLimits { depth: self.depth, nodes: self.nodes };
        Odds { time_control: self.time, thinking }
    }

    /// Its name in tables.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.player)
    }
}

/// A player without a separate name or odds.
impl From<String> for Entrant {
    fn from(player: String) -> Self {
        Self {
            player,
            name: None,
            code: None,
            folder: None,
            program: None,
            time: None,
            depth: None,
            nodes: None,
            restart: false,
            ponder: None,
            unstartable: None,
            options: Vec::new(),
            threads: None,
            args: Vec::new(),
            dir: None,
            init: Vec::new(),
            stderr: None,
        }
    }
}

/// Shows the name in tables.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}
