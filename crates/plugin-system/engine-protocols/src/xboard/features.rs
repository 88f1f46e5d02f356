//! `feature`: an engine's capabilities and options.

use std::collections::BTreeMap;

use games_package::{OptionKind, OptionSpec};

use crate::engine_option::{AllowedValues, EngineOption};
use crate::hub::message::Message;

/// The option for an engine's memory in MiB, available with the feature `memory`.
pub(super) const MEMORY: &str = "memory";
/// The option for an engine's threads, available with the feature `smp`.
pub(super) const CORES: &str = "cores";

/// The usual names for these options in other protocols. Users can also use these names here.
const ALIASES: [(&str, &str); 2] = [("hash", MEMORY), ("threads", CORES)];

/// Unsupported features: moves in SAN, and the commands `white` and `black`.
const REJECTED: [&str; 2] = ["san", "colors"];

/// An engine's features by name.
pub(super) type Features = BTreeMap<String, String>;

/// Parses the features in a line such as `feature ping=1 myname="A name"`, in order.
pub(super) fn parse(line: &str) -> Vec<(String, String)> {
    Message::parse(line).into_arguments()
}

/// The answer to a feature.
pub(super) fn answer(name: &str, value: &str) -> String {
    let is_rejected = REJECTED.contains(&name) && value != "0";
    format!("{} {name}", if is_rejected { "rejected" } else { "accepted" })
}

/// Returns `true` if the engine has this feature.
pub(super) fn has(features: &Features, name: &str) -> bool {
    features.get(name).is_some_and(|value| value == "1")
}

/// Parses the option declared by a feature: `option="NAME -spin 5 0 10"`, `memory=1` or `smp=1`.
pub(super) fn declared(name: &str, value: &str) -> Option<EngineOption> {
    let whole = |name: &str| EngineOption {
        name: name.into(),
        values: AllowedValues::Whole { min: 1, max: i64::from(i32::MAX) },
    };
    match (name, value) {
        ("memory", "1") => Some(whole(MEMORY)),
        ("smp", "1") => Some(whole(CORES)),
        ("option", text) => {
            let (name, rest) = text.split_once(" -")?;
            let (kind, details) = rest.split_once(' ').unwrap_or((rest, ""));
            let number = |index| details.split_ascii_whitespace().nth(index)?.parse().ok();
            let values = match kind {
                "check" => AllowedValues::Flag,
                "spin" | "slider" => AllowedValues::Whole {
                    min: number(1).unwrap_or(i64::MIN),
                    max: number(2).unwrap_or(i64::MAX),
                },
                "combo" => {
                    let choices = details.split("///");
                    let plain = |choice: &str| choice.trim().trim_start_matches('*').to_owned();
                    AllowedValues::one_of(choices.map(plain).collect())
                }
                "button" | "save" | "reset" => AllowedValues::Nothing,
                _ => AllowedValues::Text,
            };
            Some(EngineOption { name: name.trim().into(), values })
        }
        _ => None,
    }
}

/// The engine's option that `name` refers to, which may be an alias.
pub(super) fn meant<'a>(options: &[EngineOption], name: &'a str) -> &'a str {
    let is_declared = options.iter().any(|option| option.name.eq_ignore_ascii_case(name));
    let alias = ALIASES.iter().find(|(usual, _)| usual.eq_ignore_ascii_case(name));
    alias.filter(|_| !is_declared).map_or(name, |(_, own)| own)
}

/// The command that sets this option.
pub(super) fn setting(option: &EngineOption, value: &str) -> String {
    let name = &option.name;
    match (&option.values, name.as_str()) {
        (_, MEMORY | CORES) => format!("{name} {value}"),
        (AllowedValues::Nothing, _) => format!("option {name}"),
        (AllowedValues::Flag, _) => format!("option {name}={}", u8::from(value == "true")),
        _ => format!("option {name}={value}"),
    }
}

/// Formats one of our player's options as a feature.
pub(super) fn declaration(spec: &OptionSpec, value: &str) -> String {
    let name = &spec.name;
    let details = match &spec.kind {
        OptionKind::Integer { min, max, .. } => format!("-spin {value} {min} {max}"),
        OptionKind::Flag { .. } => format!("-check {}", u8::from(value == "true")),
        OptionKind::Choice { choices, .. } => {
            let mark =
                |choice: &String| format!("{}{choice}", if choice == value { "*" } else { "" });
            format!("-combo {}", choices.iter().map(mark).collect::<Vec<_>>().join(" /// "))
        }
        OptionKind::Text { .. } => format!("-string {value}"),
    };
    format!("feature option=\"{name} {}\"", details.replace('"', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_and_options_are_understood() {
        let found = parse("feature ping=1 myname=\"Ada 1.0\" option=\"Skill -spin 5 0 10\" done=1");
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["ping", "myname", "option", "done"]);
        assert_eq!(found[1].1, "Ada 1.0");
        let check = |text: &str, name: &str, values: AllowedValues, value, command: &str| {
            let option = declared("option", text).expect("an option");
            assert_eq!((option.name.as_str(), &option.values), (name, &values), "{text}");
            assert_eq!(setting(&option, value), command);
        };
        let level = AllowedValues::Whole { min: 0, max: 10 };
        check("Skill -spin 5 0 10", "Skill", level, "3", "option Skill=3");
        check("Own Book -check 1", "Own Book", AllowedValues::Flag, "true", "option Own Book=1");
        let styles = AllowedValues::OneOf(vec!["calm".into(), "wild".into()]);
        check("Style -combo *calm /// wild", "Style", styles, "wild", "option Style=wild");
        check("Clear -button", "Clear", AllowedValues::Nothing, "", "option Clear");
        check("Path -file x", "Path", AllowedValues::Text, "y z", "option Path=y z");
        assert_eq!(declared("option", "nothing"), None);
    }

    #[test]
    fn usual_option_names_set_memory_and_cores() {
        let options: Vec<EngineOption> = [("memory", "1"), ("smp", "1")]
            .iter()
            .filter_map(|(name, value)| declared(name, value))
            .collect();
        assert_eq!([meant(&options, "Hash"), meant(&options, "threads")], [MEMORY, CORES]);
        assert_eq!(setting(&options[0], "64"), "memory 64");
        assert_eq!([answer("san", "1"), answer("ping", "1")], ["rejected san", "accepted ping"]);
    }
}
