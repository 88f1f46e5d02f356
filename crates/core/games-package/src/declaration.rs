//! Checks of declarations from outside: names that can be typed, lists of limited length, options with allowed
//! defaults.

use std::collections::BTreeSet;

use board_engine::{cut_off, is_printable};
use thiserror::Error;

use crate::{OptionError, OptionKind, OptionSpec, Options};

/// Maximum number of entries in a list: players, games, options, choices.
const ENTRIES_MAX: usize = 256;

/// Maximum length of a name in bytes.
const NAME_BYTES_MAX: usize = 64;

/// Maximum length of an option's default in bytes.
const DEFAULT_BYTES_MAX: usize = 256;

/// An error in a declaration, as a phrase about the declaration's author.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DeclarationError {
    /// A list is too long.
    #[error("it has {count} {what}: at most {ENTRIES_MAX} are allowed")]
    Count {
        /// The kind of elements in the list: "players".
        what: &'static str,
        /// The length of the list.
        count: usize,
    },
    /// A name can't be typed.
    #[error(
        "its {what} name \"{}\" is invalid: use 1 to {NAME_BYTES_MAX} of a-z, 0-9, -, _ and .",
        shown(name)
    )]
    Name {
        /// The kind of object that is named: "player".
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A name appears twice.
    #[error("it has two {what}s named {name}: rename one")]
    Twice {
        /// The kind of object that is named: "player".
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A choice can't be typed.
    #[error(
        "its option {option} has the invalid choice \"{}\": use 1 to {NAME_BYTES_MAX} bytes, without commas, surrounding blanks or unprintable characters",
        shown(choice)
    )]
    Choice {
        /// The option.
        option: String,
        /// The choice.
        choice: String,
    },
    /// A default is too long, or can't be shown.
    #[error(
        "its option {option} has a default that is longer than {DEFAULT_BYTES_MAX} bytes or has unprintable characters"
    )]
    Default {
        /// The option.
        option: String,
    },
    /// A default is not among the values of its option.
    #[error(transparent)]
    Option(#[from] OptionError),
}

/// A string from the declaration, as quoted in a message.
fn shown(text: &str) -> String {
    cut_off(text.trim(), NAME_BYTES_MAX)
}

/// Names are typed on command lines: lower case letters, digits, `-`, `_` and `.`.
///
/// # Errors
/// [`DeclarationError::Name`].
pub fn check_name(what: &'static str, name: &str) -> Result<(), DeclarationError> {
    let allowed = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_' | b'.')
    };
    let fits = (1..=NAME_BYTES_MAX).contains(&name.len()) && name.bytes().all(allowed);
    if fits { Ok(()) } else { Err(DeclarationError::Name { what, name: name.into() }) }
}

/// Checks the length of a list.
///
/// # Errors
/// [`DeclarationError::Count`].
pub const fn check_count(what: &'static str, count: usize) -> Result<(), DeclarationError> {
    match count {
        0..=ENTRIES_MAX => Ok(()),
        _ => Err(DeclarationError::Count { what, count }),
    }
}

/// Checks that no name appears twice.
///
/// # Errors
/// [`DeclarationError::Twice`].
pub fn check_unique<'a>(
    what: &'static str,
    mut names: impl Iterator<Item = &'a str>,
) -> Result<(), DeclarationError> {
    let mut seen = BTreeSet::new();
    let twice = names.find(|name| !seen.insert(*name));
    twice.map_or(Ok(()), |name| Err(DeclarationError::Twice { what, name: name.into() }))
}

/// The options, with printable descriptions, if their names are typeable and their defaults are allowed.
///
/// # Errors
/// [`DeclarationError`] for the first invalid option.
pub fn check_options(options: Vec<OptionSpec>) -> Result<Vec<OptionSpec>, DeclarationError> {
    check_count("options", options.len())?;
    let checked = options.into_iter().map(check_option).collect::<Result<Vec<_>, _>>()?;
    check_unique("option", checked.iter().map(|option| option.name.as_str()))?;
    Ok(checked)
}

/// Maximum length of a description in characters.
const DESCRIPTION_CHARS_MAX: usize = 500;

fn check_option(spec: OptionSpec) -> Result<OptionSpec, DeclarationError> {
    check_name("option", &spec.name)?;
    match &spec.kind {
        OptionKind::Choice { choices, .. } => check_choices(&spec.name, choices)?,
        OptionKind::Text { default } => check_text(&spec.name, default)?,
        OptionKind::Integer { .. } | OptionKind::Flag { .. } => {}
    }
    let mut default = Options::default();
    default.set(spec.name.as_str(), spec.default_text());
    default.checked("its default", std::slice::from_ref(&spec))?;
    let description = cut_off(spec.description.trim(), DESCRIPTION_CHARS_MAX);
    Ok(OptionSpec { description, ..spec })
}

/// Choices are typed on command lines too, as `OPTION=CHOICE,…`, and can be in any script.
fn check_choices(option: &str, choices: &[String]) -> Result<(), DeclarationError> {
    check_count("choices", choices.len())?;
    let fits = |choice: &str| {
        (1..=NAME_BYTES_MAX).contains(&choice.len())
            && choice.chars().all(|c| is_printable(c) && c != ',')
            && choice.trim() == choice
    };
    if let Some(choice) = choices.iter().find(|choice| !fits(choice)) {
        let (option, choice) = (option.into(), choice.clone());
        return Err(DeclarationError::Choice { option, choice });
    }
    check_unique("choice", choices.iter().map(String::as_str))
}

fn check_text(option: &str, default: &str) -> Result<(), DeclarationError> {
    let fits = default.len() <= DEFAULT_BYTES_MAX && default.chars().all(is_printable);
    if fits { Ok(()) } else { Err(DeclarationError::Default { option: option.into() }) }
}
