//! The options that an engine declares under any protocol, and the user's values for these options.

use board_engine::printable;
use games_package::{FailureKind, PlayerError};

/// An option declared by an engine.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct EngineOption {
    /// The option's name, as the engine spells it.
    pub(crate) name: String,
    pub(crate) values: AllowedValues,
}

/// The values that an option can have.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum AllowedValues {
    /// `true` or `false`.
    Flag,
    /// A whole number in `min..=max`.
    Whole { min: i64, max: i64 },
    /// A number in `min..=max`.
    Number { min: f64, max: f64 },
    /// One of these, ignoring case.
    OneOf(Vec<String>),
    /// Any string.
    Text,
    /// No value: setting the option is a command.
    Nothing,
}

impl AllowedValues {
    /// One of `choices`, or any string if there are none.
    pub(crate) fn one_of(choices: Vec<String>) -> Self {
        if choices.is_empty() { Self::Text } else { Self::OneOf(choices) }
    }

    fn allow(&self, value: &str) -> bool {
        match self {
            Self::Flag => value.parse::<bool>().is_ok(),
            Self::Whole { min, max } => {
                value.parse().is_ok_and(|number: i64| (*min..=*max).contains(&number))
            }
            Self::Number { min, max } => {
                value.parse().is_ok_and(|number: f64| (*min..=*max).contains(&number))
            }
            Self::OneOf(choices) => choices.iter().any(|known| known.eq_ignore_ascii_case(value)),
            Self::Text => true,
            Self::Nothing => value.is_empty(),
        }
    }

    /// A value derived from `seed`, if whole numbers are allowed.
    pub(crate) fn number_of(&self, seed: u64) -> Option<i64> {
        let Self::Whole { min, max } = *self else { return None };
        let count = i128::from(max) - i128::from(min) + 1;
        let offset = (count > 0).then(|| i128::from(seed) % count)?;
        i64::try_from(i128::from(min) + offset).ok()
    }

    /// The allowed values as a phrase: "a whole number from 1 to 64".
    fn described(&self) -> String {
        match self {
            Self::Flag => "true or false".into(),
            Self::Whole { min, max } => format!("a whole number from {min} to {max}"),
            Self::Number { min, max } => format!("a number from {min} to {max}"),
            Self::OneOf(choices) => format!("one of {}", choices.join(", ")),
            Self::Text => "a string".into(),
            Self::Nothing => "no value".into(),
        }
    }
}

/// The engine's option with this name, ignoring case, if the value is allowed.
///
/// # Errors
/// A [`PlayerError`] that lists the engine's options or the allowed values.
pub(crate) fn checked<'a>(
    options: &'a [EngineOption],
    engine: &str,
    name: &str,
    value: &str,
) -> Result<&'a EngineOption, PlayerError> {
    // The message contains names and values from the engine.
    let refused = |text: String| PlayerError::of_kind(FailureKind::LoadRefused, printable(&text));
    let Some(option) = options.iter().find(|known| known.name.eq_ignore_ascii_case(name)) else {
        let known: Vec<&str> = options.iter().map(|known| known.name.as_str()).collect();
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        return Err(refused(format!("{engine} has no option {name}: it has {known}")));
    };
    if option.values.allow(value) {
        return Ok(option);
    }
    let (name, expected) = (&option.name, option.values.described());
    Err(refused(format!("{engine}: option {name} can't be \"{value}\": expected {expected}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_escapes_the_engines_text() {
        let values = AllowedValues::one_of(vec!["calm\u{1b}[2J".into()]);
        let options = [EngineOption { name: "style\0".into(), values }];
        for (name, value) in [("other", ""), ("style\0", "wild")] {
            let refusal = checked(&options, "engine", name, value).unwrap_err();
            assert!(!refusal.text().contains(char::is_control), "{:?}", refusal.text());
        }
    }

    #[test]
    fn a_value_is_checked_against_the_engines_declaration() {
        let check = |values: AllowedValues, allowed: &[&str], refused: &[&str]| {
            for value in allowed {
                assert!(values.allow(value), "{values:?}: {value}");
            }
            for value in refused {
                assert!(!values.allow(value), "{values:?}: {value}");
            }
        };
        check(AllowedValues::Flag, &["true", "false"], &["", "1", "on"]);
        check(AllowedValues::Whole { min: 0, max: 20 }, &["0", "20"], &["-1", "21", "x", "1.5"]);
        check(AllowedValues::Number { min: 0.5, max: 2.0 }, &["0.5", "1"], &["0.4", "nan", ""]);
        let styles = || vec!["calm".into(), "Very Risky".into()];
        check(AllowedValues::one_of(styles()), &["Calm", "very risky"], &["", "wild"]);
        check(AllowedValues::one_of(Vec::new()), &["", "anything"], &[]);
        check(AllowedValues::Nothing, &[""], &["1"]);
    }

    #[test]
    fn a_refusal_lists_the_possible_values() {
        let values = AllowedValues::Whole { min: 0, max: 20 };
        let options = [EngineOption { name: "Skill Level".into(), values }];
        let refusal = |options: &[EngineOption], name, value| {
            checked(options, "Fake", name, value)
                .map_or_else(|error| error.text().to_owned(), |option| option.name.clone())
        };
        assert_eq!(refusal(&options, "skill level", "3"), "Skill Level");
        assert_eq!(
            refusal(&options, "skill level", "99"),
            "Fake: option Skill Level can't be \"99\": expected a whole number from 0 to 20"
        );
        assert_eq!(refusal(&options, "Hash", "1"), "Fake has no option Hash: it has Skill Level");
        assert_eq!(refusal(&[], "Hash", "1"), "Fake has no option Hash: it has none");
    }
}
