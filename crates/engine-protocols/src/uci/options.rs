//! `option` and `setoption`.

use games_package::{OptionKind, OptionSpec};

/// Options that have standard names in the protocol, by their names here.
const STANDARD: [(&str, &str); 4] =
    [("hash", "Hash"), ("threads", "Threads"), ("lines", "MultiPV"), ("ponder", "Ponder")];

/// The option by which a program asks for castling as in Chess960.
pub(super) const CHESS_960: &str = "UCI_Chess960";
/// The option by which an engine learns that it may ponder.
pub(super) const PONDER: &str = "Ponder";
/// How an empty text is written.
const EMPTY: &str = "<empty>";

/// What the protocol calls the option with this name.
fn uci_name(name: &str) -> &str {
    STANDARD.iter().find(|(own, _)| *own == name).map_or(name, |(_, standard)| standard)
}

/// The option that the protocol calls so; names differ in more than case.
pub(super) fn named<'a>(options: &'a [OptionSpec], name: &str) -> Option<&'a OptionSpec> {
    options.iter().find(|spec| uci_name(&spec.name).eq_ignore_ascii_case(name))
}

/// The declaration of an option with its value.
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

/// Name and value in what follows `setoption`; a button has no value. Both may have blanks in them.
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

/// The name in what follows `option`.
pub(super) fn parse_declaration(rest: &str) -> Option<String> {
    let mut words = rest.split_ascii_whitespace();
    if words.next()? != "name" {
        return None;
    }
    let name: Vec<&str> = words.take_while(|word| *word != "type").collect();
    (!name.is_empty()).then(|| name.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_may_have_blanks() {
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
        let declared = parse_declaration("name Skill Level type spin default 20 min 0 max 20");
        assert_eq!(declared.as_deref(), Some("Skill Level"));
        assert_eq!(parse_declaration("type spin"), None);
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
        assert_eq!(named(&options, "HASH").map(|spec| spec.name.as_str()), Some("hash"));
        assert!(named(&options, "MultiPV").is_none());
    }
}
