//! The protocol's lines: `command name=value name="a value" flag`.

use std::fmt::Write as _;

use notation::ProtocolLine;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Message {
    /// The command; empty for an empty line.
    pub(crate) command: String,
    /// Names and values; a flag's value is empty.
    arguments: Vec<(String, String)>,
}

impl Message {
    /// Parses a line. Every line is a message, but the command may be unknown.
    pub(crate) fn parse(line: &str) -> Self {
        let mut rest = line.trim();
        let mut words = Vec::new();
        while !rest.is_empty() {
            let (word, after) = next_word(rest);
            words.push(word);
            rest = after.trim_start();
        }
        let mut words = words.into_iter();
        let command = words.next().map_or_else(String::new, |(name, _)| name);
        Self { command, arguments: words.collect() }
    }

    /// The value of an argument.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let found = self.arguments.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The names and values of all arguments, in order.
    pub(crate) fn into_arguments(self) -> Vec<(String, String)> {
        self.arguments
    }

    /// Returns `true` if the argument exists.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// Splits off the first word of a string as a name and a value.
fn next_word(text: &str) -> ((String, String), &str) {
    let name_end =
        text.find(|sign: char| sign == '=' || sign.is_whitespace()).unwrap_or(text.len());
    let (name, rest) = text.split_at(name_end);
    let Some(value) = rest.strip_prefix('=') else { return ((name.into(), String::new()), rest) };
    let (value, rest) = match value.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())),
    };
    ((name.into(), value.into()), rest)
}

/// Builds a line.
pub(crate) struct MessageBuilder(String);

impl MessageBuilder {
    pub(crate) fn new(command: &str) -> Self {
        Self(command.into())
    }

    /// Adds an argument. Drops quotation marks and line ends, which the protocol can't express.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: &str) -> Self {
        let value: String =
            value.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
        let value = value.replace('"', "");
        let needs_quotes = value.is_empty() || value.contains(['=', ' ']);
        let mark = if needs_quotes { "\"" } else { "" };
        // Writing to a string can't fail.
        let _ = write!(self.0, " {name}={mark}{value}{mark}");
        self
    }

    pub(crate) fn line(self) -> String {
        self.0
    }
}

/// Formats `set-param`, which sets an option.
pub(crate) fn setting(name: &str, value: &str) -> String {
    MessageBuilder::new("set-param").with("name", name).with("value", value).line()
}

/// Formats `pos`, which sets the position of `line`.
pub(crate) fn place(line: &dyn ProtocolLine) -> String {
    let (position, moves) = line.to_protocol();
    let place = MessageBuilder::new("pos").with("pos", &position);
    if moves.is_empty() { place.line() } else { place.with("moves", &moves).line() }
}

/// Formats `error message="…"`.
pub(crate) fn error(message: &str) -> String {
    MessageBuilder::new("error").with("message", message).line()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, command: &str, arguments: &[(&str, &str)]) {
        let message = Message::parse(line);
        let found: Vec<(&str, &str)> =
            message.arguments.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!((message.command.as_str(), found.as_slice()), (command, arguments), "{line}");
    }

    #[test]
    fn lines_are_parsed_as_the_protocol_requires() {
        check("", "", &[]);
        check(" hub ", "hub", &[]);
        check("go think", "go", &[("think", "")]);
        check(
            "id name=Scan author=\"Fabien Letouzey\" country=",
            "id",
            &[("name", "Scan"), ("author", "Fabien Letouzey"), ("country", "")],
        );
        check(
            "pos pos=W moves=\"1-2 3-4\" x",
            "pos",
            &[("pos", "W"), ("moves", "1-2 3-4"), ("x", "")],
        );
        check("a b=\"never closed", "a", &[("b", "never closed")]);
        check("=x a==b", "", &[("a", "=b")]);
    }

    #[test]
    fn messages_survive_a_round_trip() {
        let line = |value| MessageBuilder::new("a").with("b", value).line();
        assert_eq!(line("c"), "a b=c");
        assert_eq!(line("c d"), "a b=\"c d\"");
        assert_eq!(line(""), "a b=\"\"");
        assert_eq!(line("x=\"1\"\nquit"), "a b=\"x=1 quit\"");
    }
}
