//! Options as a program describes them.

use std::collections::BTreeMap;

use games_package::{DeclarationError, OptionKind, OptionSpec, Options, check_options};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::whole_number;

/// An option of a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OptionDescription {
    /// Its name.
    pub name: String,
    /// A one-line description.
    #[serde(default)]
    pub description: String,
    /// The option's type, with range and default.
    #[serde(flatten)]
    pub kind: OptionType,
}

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum OptionType {
    /// A whole number.
    Int {
        /// The default value.
        #[serde(deserialize_with = "whole_number::deserialize")]
        default: i64,
        /// Minimum value.
        #[serde(deserialize_with = "whole_number::deserialize")]
        min: i64,
        /// Maximum value.
        #[serde(deserialize_with = "whole_number::deserialize")]
        max: i64,
    },
    /// True or false.
    Bool {
        /// The default value.
        default: bool,
    },
    /// One of a few strings.
    Enum {
        /// The default value.
        default: String,
        /// All values.
        values: Vec<String>,
    },
    /// Any string.
    String {
        /// The default value.
        default: String,
    },
}

impl OptionDescription {
    /// Sets the default if the option allows this value.
    pub fn set_default(&mut self, value: &str) {
        match &mut self.kind {
            OptionType::Int { default, .. } => *default = value.parse().unwrap_or(*default),
            OptionType::Bool { default } => *default = value.parse().unwrap_or(*default),
            OptionType::Enum { default, .. } | OptionType::String { default } => {
                value.clone_into(default);
            }
        }
    }
}

impl From<OptionDescription> for OptionSpec {
    fn from(option: OptionDescription) -> Self {
        let kind = match option.kind {
            OptionType::Int { default, min, max } => OptionKind::Integer { default, min, max },
            OptionType::Bool { default } => OptionKind::Flag { default },
            OptionType::Enum { default, values } => OptionKind::Choice { default, choices: values },
            OptionType::String { default } => OptionKind::Text { default },
        };
        Self { name: option.name, description: option.description, kind }
    }
}

impl From<&OptionSpec> for OptionDescription {
    fn from(spec: &OptionSpec) -> Self {
        let kind = match spec.kind.clone() {
            OptionKind::Integer { default, min, max } => OptionType::Int { default, min, max },
            OptionKind::Flag { default } => OptionType::Bool { default },
            OptionKind::Choice { default, choices } => {
                OptionType::Enum { default, values: choices }
            }
            OptionKind::Text { default } => OptionType::String { default },
        };
        Self { name: spec.name.clone(), description: spec.description.clone(), kind }
    }
}

/// Checks and converts a program's option descriptions.
///
/// # Errors
/// [`DeclarationError`] if a description is invalid.
pub fn option_specs(options: Vec<OptionDescription>) -> Result<Vec<OptionSpec>, DeclarationError> {
    check_options(options.into_iter().map(OptionSpec::from).collect())
}

/// Converts checked values to their options' types.
pub fn values(options: &Options, specs: &[OptionSpec]) -> BTreeMap<String, Value> {
    let typed = |spec: &OptionSpec, text: &str| match spec.kind {
        OptionKind::Integer { .. } => text.parse::<i64>().ok().map(Value::from),
        OptionKind::Flag { .. } => text.parse::<bool>().ok().map(Value::from),
        OptionKind::Choice { .. } | OptionKind::Text { .. } => None,
    };
    let value = |(name, text): (&str, &str)| {
        let spec = specs.iter().find(|spec| spec.name == name);
        let value = spec.and_then(|spec| typed(spec, text));
        (name.to_owned(), value.unwrap_or_else(|| text.into()))
    };
    options.iter().map(value).collect()
}
