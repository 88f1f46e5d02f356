//! Declarations of players (names, games and options), for checks on a command line and forms on a
//! screen.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The option that states a player's memory in whole MiB, with its default. A program that seats many players adds up
/// these values.
pub const MEMORY_OPTION: &str = "hash";

/// Memory in MiB to assume for a player without [`MEMORY_OPTION`]: such a player stores little more than its position.
pub const MEMORY_MIB_DEFAULT: u64 = 8;

/// A kind of player that can be seated, as listed by `rival players`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerInfo {
    /// The player's name: lower case, no spaces.
    pub name: String,
    /// A one-line description of the player.
    pub description: String,
    /// The games that the player supports.
    pub games: Games,
    /// The options.
    pub options: Vec<OptionSpec>,
}

impl PlayerInfo {
    /// Memory in MiB that the player uses with these options: the value of its [`MEMORY_OPTION`] or the option's
    /// default; [`MEMORY_MIB_DEFAULT`] if the player has no such option. A value that the player refuses counts as 0.
    pub fn memory_mib(&self, options: &Options) -> u64 {
        let Some(spec) = self.options.iter().find(|spec| spec.name == MEMORY_OPTION) else {
            return MEMORY_MIB_DEFAULT;
        };
        options.get(MEMORY_OPTION).or_else(|_unset| spec.default_text().parse()).unwrap_or(0)
    }
}

/// The games that a player supports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Games {
    /// Any game; the player only chooses among the given legal moves.
    All,
    /// These games; "checkers" means every variant, "checkers:english" only that variant.
    Named(Vec<String>),
}

impl Games {
    /// Returns `true` if `game` ("checkers:english") is one of them.
    pub fn include(&self, game: &str) -> bool {
        let family = game.split(':').next().unwrap_or(game);
        match self {
            Self::All => true,
            Self::Named(names) => names.iter().any(|name| name == game || name == family),
        }
    }
}

/// One setting of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// The option's name: lower case, no spaces, no `=` or `,`.
    pub name: String,
    /// A one-line description of the option's effect, with its unit.
    pub description: String,
    /// The option's type, range and default.
    pub kind: OptionKind,
}

/// The type of an option, with its range and default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number in `min..=max`.
    Integer {
        /// The default value.
        default: i64,
        /// Minimum value.
        min: i64,
        /// Maximum value.
        max: i64,
    },
    /// `true` or `false`.
    Flag {
        /// The default value.
        default: bool,
    },
    /// One of a few words.
    Choice {
        /// The default value.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// Any text.
    Text {
        /// The default value.
        default: String,
    },
}

impl OptionSpec {
    /// A whole number in `min..=max`.
    pub fn integer(name: &str, description: &str, default: i64, min: i64, max: i64) -> Self {
        Self::new(name, description, OptionKind::Integer { default, min, max })
    }

    /// One of a few words.
    pub fn choice(name: &str, description: &str, default: &str, choices: &[&str]) -> Self {
        let choices = choices.iter().map(ToString::to_string).collect();
        Self::new(name, description, OptionKind::Choice { default: default.into(), choices })
    }

    /// `true` or `false`.
    pub fn flag(name: &str, description: &str, default: bool) -> Self {
        Self::new(name, description, OptionKind::Flag { default })
    }

    /// Any text.
    pub fn text(name: &str, description: &str, default: &str) -> Self {
        Self::new(name, description, OptionKind::Text { default: default.into() })
    }

    /// An option of this kind.
    pub fn new(name: &str, description: &str, kind: OptionKind) -> Self {
        Self { name: name.into(), description: description.into(), kind }
    }

    /// The default value as a string.
    pub fn default_text(&self) -> String {
        match &self.kind {
            OptionKind::Integer { default, .. } => default.to_string(),
            OptionKind::Flag { default } => default.to_string(),
            OptionKind::Choice { default, .. } | OptionKind::Text { default } => default.clone(),
        }
    }

    /// The allowed values, as a phrase: "a whole number from 1 to 64".
    pub fn expected(&self) -> String {
        match &self.kind {
            OptionKind::Integer { min, max, .. } => format!("a whole number from {min} to {max}"),
            OptionKind::Flag { .. } => "true or false".into(),
            OptionKind::Choice { choices, .. } => format!("one of {}", choices.join(", ")),
            OptionKind::Text { .. } => "a string".into(),
        }
    }

    /// Returns `true` if `value` is allowed.
    fn allows(&self, value: &str) -> bool {
        match &self.kind {
            OptionKind::Integer { min, max, .. } => {
                value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number))
            }
            OptionKind::Flag { .. } => value.parse::<bool>().is_ok(),
            OptionKind::Choice { choices, .. } => choices.iter().any(|choice| choice == value),
            OptionKind::Text { .. } => true,
        }
    }
}

/// Option values by name, as strings. `Display` formats them as `name=value,name=value`, which can be parsed back if no
/// value contains a comma or has spaces around it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    values: BTreeMap<String, String>,
}

impl Options {
    /// Sets one value and returns the previous one.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) -> Option<String> {
        self.values.insert(name.into(), value.into())
    }

    /// Returns `true` if no option is set.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All names with their values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// These options checked against the player's declarations, with defaults for all options that are not set.
    ///
    /// # Errors
    /// [`OptionError`] for the first option that is not declared or has a value that is not allowed.
    pub fn checked(&self, player: &str, specs: &[OptionSpec]) -> Result<Self, OptionError> {
        let mut all = Self {
            values: specs.iter().map(|spec| (spec.name.clone(), spec.default_text())).collect(),
        };
        for (name, value) in self.iter() {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let names = specs.iter().map(|spec| spec.name.as_str());
                let suggestion = crate::suggestion(name, names.clone());
                let known = names.collect::<Vec<_>>().join(", ");
                return Err(OptionError::Unknown {
                    player: player.into(),
                    name: name.into(),
                    suggestion,
                    known,
                });
            };
            if !spec.allows(value) {
                let (player, name, value) = (player.into(), name.into(), value.into());
                return Err(OptionError::Value { player, name, value, expected: spec.expected() });
            }
            all.set(name, value);
        }
        Ok(all)
    }

    /// The value of an option, as the type that the player needs.
    ///
    /// # Errors
    /// [`OptionError::Value`] if the option is not set or its value is not of that type. After
    /// [`checked`](Self::checked), neither error can occur for declared options and matching types.
    pub fn get<T: FromStr>(&self, name: &str) -> Result<T, OptionError> {
        let text = self.values.get(name).map_or("", String::as_str);
        let wrong = |_| OptionError::Value {
            player: String::new(),
            name: name.into(),
            value: text.into(),
            expected: "another type of value".into(),
        };
        text.parse().map_err(wrong)
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> =
            self.iter().map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&pairs.join(","))
    }
}

/// Parses `name=value,name=value`. An empty string has no options.
impl FromStr for Options {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some((name, value)) if !name.trim().is_empty() => {
                    if options.set(name.trim(), value.trim()).is_some() {
                        return Err(OptionError::Twice { name: name.trim().into() });
                    }
                }
                _ => return Err(OptionError::Malformed { text: pair.into() }),
            }
        }
        Ok(options)
    }
}

/// The reason why an option is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// The text is not of the form `name=value`.
    #[error("malformed option \"{text}\": expected NAME=VALUE")]
    Malformed {
        /// The part as given.
        text: String,
    },
    /// The player has no such option.
    #[error("{player} has no option \"{name}\"{}", crate::hint(suggestion.as_deref(), known))]
    Unknown {
        /// The player's name.
        player: String,
        /// The option as given.
        name: String,
        /// The declared option that was probably meant.
        suggestion: Option<String>,
        /// The declared options, separated by commas.
        known: String,
    },
    /// The option's value is not allowed.
    #[error("{}option {name} can't be \"{value}\": expected {expected}", of_player(player))]
    Value {
        /// The player's name; empty if unknown.
        player: String,
        /// The option's name.
        name: String,
        /// The value as given.
        value: String,
        /// The allowed values.
        expected: String,
    },
    /// The option's value is allowed, but not available.
    #[error("{}option {name}={value}: {why}", of_player(player))]
    Unavailable {
        /// The player's name.
        player: String,
        /// The option's name.
        name: String,
        /// The value as given.
        value: String,
        /// The missing or wrong part, and the remedy.
        why: String,
    },
    /// The option is set more than once.
    #[error("option {name} is set twice")]
    Twice {
        /// The option's name.
        name: String,
    },
}

fn of_player(player: &str) -> String {
    if player.is_empty() { String::new() } else { format!("{player}: ") }
}
