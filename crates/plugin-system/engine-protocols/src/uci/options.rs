//! `option` and `setoption`.

use games_package::{OptionKind, OptionSpec};

use crate::engine_option::{AllowedValues, EngineOption};
use crate::searcher::SEED;

/// Our option names and their standard names in the protocol.
const STANDARD: [(&str, &str); 6] = [
    ("hash", "Hash"),
    ("threads", "Threads"),
    ("lines", "MultiPV"),
    ("ponder", "Ponder"),
    ("tables-folder", "SyzygyPath"),
    (SEED, "Seed"),
];

/// The option for Chess960 castling.
pub(super) const CHESS_960: &str = "UCI_Chess960";
/// The option that permits pondering.
pub(super) const PONDER: &str = "Ponder";
/// The protocol's notation for an empty string.
const EMPTY: &str = "<empty>";

/// The protocol's name for one of our options.
fn uci_name(name: &str) -> &str {
    STANDARD.iter().find(|(own, _)| *own == name).map_or(name, |(_, standard)| standard)
}

/// Finds an option by its protocol name, ignoring case.
pub(super) fn named<'a>(
    mut options: impl Iterator<Item = &'a OptionSpec>,
    name: &str,
) -> Option<&'a OptionSpec> {
    options.find(|spec| uci_name(&spec.name).eq_ignore_ascii_case(name))
}

/// Formats an option's declaration with its value.
pub(super) fn declaration(spec: &OptionSpec, value: &str) -> String {
    let name = uci_name(&spec.name);
    match &spec.kind {
        OptionKind::Integer { min, max, .. } => {
            format!("option name {name} type spin default {value} min {min} max {max}")
        }
        OptionKind::Flag { .. } => format!("option name {name} type check default {value}"),
        OptionKind::Choice { choices, .. } => {
            let choices = choices.join(" var ");
            format!("option name {name} type combo default {value} var {choices}")
        }
        OptionKind::Text { .. } => {
            let value = if value.is_empty() { EMPTY } else { value };
            format!("option name {name} type string default {value}")
        }
    }
}

/// Parses the name and value from the text after `setoption`. The name and the value may contain blanks; a button has
/// no value.
pub(super) fn parse_setting(rest: &str) -> Option<(String, String)> {
    let mut words = rest.split_ascii_whitespace();
    if words.next()? != "name" {
        return None;
    }
    let words: Vec<&str> = words.collect();
    let at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
    let value = words.get(at + 1..).unwrap_or_default().join(" ");
    let value = if value == EMPTY { String::new() } else { value };
    (at > 0).then(|| (words[..at].join(" "), value))
}

/// Parses an option from the text after `option`.
pub(super) fn parse_declaration(rest: &str) -> Option<EngineOption> {
    let mut words = rest.split_ascii_whitespace();
    if words.next()? != "name" {
        return None;
    }
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "type").collect();
    let kind = words.next().unwrap_or_default();
    let details: Vec<&str> = words.collect();
    let values = allowed_values(kind, &details);
    (!name.is_empty()).then(|| EngineOption { name: name.join(" "), values })
}

/// The allowed values of an option, parsed from its type and the words after it.
fn allowed_values(kind: &str, details: &[&str]) -> AllowedValues {
    let limit = |name: &str| {
        let at = details.iter().position(|word| *word == name)?;
        details.get(at + 1)?.parse::<i64>().ok()
    };
    match kind {
        "spin" => AllowedValues::Whole {
            min: limit("min").unwrap_or(i64::MIN),
            max: limit("max").unwrap_or(i64::MAX),
        },
        "check" => AllowedValues::Flag,
        "combo" => {
            let choices = details.split(|word| *word == "var").skip(1);
            AllowedValues::one_of(choices.map(|words| words.join(" ")).collect())
        }
        "button" => AllowedValues::Nothing,
        _ => AllowedValues::Text,
    }
}

/// The command that sets this option.
pub(super) fn setting(option: &EngineOption, value: &str) -> String {
    let name = &option.name;
    if option.values == AllowedValues::Nothing {
        return format!("setoption name {name}");
    }
    let value = if value.is_empty() { EMPTY } else { value };
    format!("setoption name {name} value {value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_contain_blanks() {
        let check = |rest: &str, expected: Option<(&str, &str)>| {
            let expected = expected.map(|(name, value)| (name.into(), value.into()));
            assert_eq!(parse_setting(rest), expected, "{rest}");
        };
        check("name Hash value 64", Some(("Hash", "64")));
        check("name Move Overhead value 10", Some(("Move Overhead", "10")));
        check("name Style value very  bold", Some(("Style", "very bold")));
        check("name Clear Hash", Some(("Clear Hash", "")));
        check("name Book value <empty>", Some(("Book", "")));
        check("name value 3", None);
        check("Hash 3", None);
        check("", None);
    }

    #[test]
    fn an_engines_declarations_define_the_allowed_values() {
        let check = |rest: &str, name: &str, values: AllowedValues| {
            let name = name.into();
            assert_eq!(parse_declaration(rest), Some(EngineOption { name, values }), "{rest}");
        };
        let level = AllowedValues::Whole { min: 0, max: 20 };
        check("name Skill Level type spin default 20 min 0 max 20", "Skill Level", level);
        let whole = AllowedValues::Whole { min: i64::MIN, max: i64::MAX };
        check("name Hash type spin max big", "Hash", whole);
        check("name Ponder type check default false", "Ponder", AllowedValues::Flag);
        let styles = AllowedValues::OneOf(vec!["Solid".into(), "Very Risky".into()]);
        check("name Style type combo default Solid var Solid var Very Risky", "Style", styles);
        check("name Style type combo", "Style", AllowedValues::Text);
        check("name Clear Hash type button", "Clear Hash", AllowedValues::Nothing);
        check("name Book type string default <empty>", "Book", AllowedValues::Text);
        check("name Odd", "Odd", AllowedValues::Text);
        assert_eq!(parse_declaration("type spin"), None);
    }

    #[test]
    fn setting_an_option_follows_its_type() {
        let check = |values: AllowedValues, value: &str, expected: &str| {
            assert_eq!(setting(&EngineOption { name: "A b".into(), values }, value), expected);
        };
        check(AllowedValues::Text, "x y", "setoption name A b value x y");
        check(AllowedValues::Text, "", "setoption name A b value <empty>");
        check(AllowedValues::Nothing, "", "setoption name A b");
    }

    #[test]
    fn options_are_declared_with_their_standard_names() {
        let hash = OptionSpec::integer("hash", "", 64, 1, 512);
        assert_eq!(declaration(&hash, "32"), "option name Hash type spin default 32 min 1 max 512");
        let style = OptionSpec::choice("style", "", "calm", &["calm", "bold"]);
        assert_eq!(
            declaration(&style, "bold"),
            "option name style type combo default bold var calm var bold"
        );
        let text = OptionSpec::text("book", "", "");
        assert_eq!(declaration(&text, ""), "option name book type string default <empty>");
        let options = [hash, style];
        assert_eq!(named(options.iter(), "HASH").map(|spec| spec.name.as_str()), Some("hash"));
        assert!(named(options.iter(), "MultiPV").is_none());
    }
}
