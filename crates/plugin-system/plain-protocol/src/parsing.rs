//! Formats and parses messages, with precise errors for invalid lines.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::message::{FromProgram, ToProgram};
use crate::whole_number;

/// The reason why a line is not a message. The messages are phrases that follow "sent", such as "a line that is not a
/// JSON object".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// The line is not JSON, or not an object.
    #[error("a line that is not a JSON object ({why}): {excerpt}")]
    NotAnObject {
        /// The parse error.
        why: String,
        /// The beginning of the line.
        excerpt: String,
    },
    /// An object without a string `type`.
    #[error("an object without a \"type\": {excerpt}")]
    NoType {
        /// The beginning of the line.
        excerpt: String,
    },
    /// A `type` that is not a string.
    #[error("an object whose \"type\" is {found}, expected a string: {excerpt}")]
    WrongType {
        /// The type's JSON.
        found: String,
        /// The beginning of the line.
        excerpt: String,
    },
    /// A misspelled type.
    #[error("a message of type \"{name}\", expected \"{meant}\"")]
    Misspelled {
        /// The type.
        name: String,
        /// The correct spelling.
        meant: String,
    },
    /// A type that this protocol version doesn't define.
    #[error("a message of unknown type \"{name}\"")]
    UnknownType {
        /// The type.
        name: String,
    },
    /// A known message type with wrong fields.
    #[error("a malformed \"{name}\" ({why}): {excerpt}")]
    Fields {
        /// The type.
        name: String,
        /// The problem.
        why: String,
        /// The beginning of the line.
        excerpt: String,
    },
}

impl MessageError {
    /// The remedy, as the end of a sentence.
    pub(crate) const fn remedy(&self) -> &'static str {
        match self {
            Self::NotAnObject { .. } | Self::NoType { .. } => {
                ": write anything but messages to standard error"
            }
            Self::WrongType { .. }
            | Self::Misspelled { .. }
            | Self::UnknownType { .. }
            | Self::Fields { .. } => "",
        }
    }
}

/// A JSON type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A whole number up to a maximum.
    Whole(u64),
    Number,
    Text,
    Flag,
    List,
}

impl Kind {
    /// The type's name with its article.
    fn name(self) -> String {
        match self {
            Self::Whole(u64::MAX) => "a whole number from 0".into(),
            Self::Whole(max) => format!("a whole number from 0 to {max}"),
            Self::Number => "a number".into(),
            Self::Text => "a string".into(),
            Self::Flag => "true or false".into(),
            Self::List => "a list".into(),
        }
    }

    fn includes(self, value: &Value) -> bool {
        match self {
            Self::Whole(max) => {
                whole_number::deserialize(value).is_ok_and(|number: u64| number <= max)
            }
            Self::Number => value.is_number(),
            Self::Text => value.is_string(),
            Self::Flag => value.is_boolean(),
            Self::List => value.is_array(),
        }
    }
}

/// The largest count in an `info`.
const COUNT_MAX: u64 = 0xFFFF_FFFF;

/// The field types of messages from a program.
const FIELD_KINDS: &[(&str, Kind)] = &[
    ("id", Kind::Whole(u64::MAX)),
    ("protocol", Kind::Whole(COUNT_MAX)),
    ("name", Kind::Text),
    ("options", Kind::List),
    ("ponders", Kind::Flag),
    ("reusable", Kind::Flag),
    ("move", Kind::Text),
    ("offer_draw", Kind::Flag),
    ("expected", Kind::Text),
    ("depth", Kind::Whole(COUNT_MAX)),
    ("selective_depth", Kind::Whole(COUNT_MAX)),
    ("nodes", Kind::Whole(u64::MAX)),
    ("score", Kind::Number),
    ("win_in", Kind::Whole(COUNT_MAX)),
    ("loss_in", Kind::Whole(COUNT_MAX)),
    ("line", Kind::List),
    ("rank", Kind::Whole(COUNT_MAX)),
    ("questions", Kind::List),
    ("text", Kind::Text),
];

/// Describes the first field whose value has the wrong type: "\"id\" is \"4\", expected a whole number from 0". Because
/// some fields can be null, a null counts as the fault only if no other field is wrong.
fn wrong_field(fields: &serde_json::Map<String, Value>) -> Option<String> {
    let wrong = |are_null: bool| {
        FIELD_KINDS.iter().find_map(|(field, kind)| {
            let value = fields.get(*field).filter(|value| value.is_null() == are_null)?;
            let value_text = board_engine::excerpt(&value.to_string());
            let why = || format!("\"{field}\" is {value_text}, expected {}", kind.name());
            (!kind.includes(value)).then(why)
        })
    };
    wrong(false).or_else(|| wrong(true))
}

/// The message names, for errors.
const TO_PROGRAM: &[&str] = &[
    "hello",
    "new-game",
    "choose",
    "ponder",
    "ponder-hit",
    "stop",
    "answer",
    "ping",
    "error",
    "quit",
];
const FROM_PROGRAM: &[&str] =
    &["hello", "move", "accept-draw", "resign", "info", "ask", "pong", "error"];

impl ToProgram<'_> {
    /// Parses a line. Skips a leading byte order mark and replaces invalid UTF-8.
    ///
    /// # Errors
    /// [`MessageError`] if the line is not a message.
    pub fn parse(line: &[u8]) -> Result<ToProgram<'static>, MessageError> {
        read(&text(line), TO_PROGRAM)
    }

    /// The message as a line, without the line end.
    pub fn to_line(&self) -> Vec<u8> {
        written(self)
    }
}

impl FromProgram {
    /// Parses a line. Skips a leading byte order mark and replaces invalid UTF-8.
    ///
    /// # Errors
    /// [`MessageError`] if the line is not a message.
    pub fn parse(line: &[u8]) -> Result<Self, MessageError> {
        read(&text(line), FROM_PROGRAM)
    }

    /// The message as a line, without the line end.
    pub fn to_line(&self) -> Vec<u8> {
        written(self)
    }
}

/// The byte order mark, which some programs write before their first line (Unicode Standard, 2.13).
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// The text of a line without its byte order mark. Invalid UTF-8 is replaced.
fn text(line: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line))
}

fn written(message: &impl Serialize) -> Vec<u8> {
    // This can't fail: all map keys are strings, and no type's serialization returns an error.
    serde_json::to_vec(message).unwrap_or_default()
}

/// The message type of a line in either direction, or `None` without a string `type`.
pub fn message_type(line: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        r#type: String,
    }
    serde_json::from_str::<Head>(&text(line)).ok().map(|head| head.r#type)
}

/// Reads one of the `known` messages. Serde alone would also accept an array with the type and the fields in order.
fn read<M: DeserializeOwned>(line: &str, known: &[&str]) -> Result<M, MessageError> {
    if !line.trim_start().starts_with('{') {
        return Err(refusal(line, "", known));
    }
    serde_json::from_str(line).map_err(|error| refusal(line, &error.to_string(), known))
}

/// The error for a line that is none of the `known` messages.
fn refusal(line: &str, error: &str, known: &[&str]) -> MessageError {
    let excerpt = board_engine::excerpt(line);
    let value: Value = match serde_json::from_str(line) {
        Ok(value) => value,
        Err(error) => return MessageError::NotAnObject { why: error.to_string(), excerpt },
    };
    let Value::Object(fields) = value else {
        return MessageError::NotAnObject { why: "another value".into(), excerpt };
    };
    match fields.get("type") {
        Some(Value::String(name)) if known.contains(&name.as_str()) => {
            let wrong = wrong_field(&fields).filter(|_| known == FROM_PROGRAM);
            let why = wrong.unwrap_or_else(|| board_engine::excerpt(error));
            MessageError::Fields { name: name.clone(), why, excerpt }
        }
        Some(Value::String(name)) => {
            let spelled = name.trim().replace('_', "-");
            let meant = known.iter().find(|known| spelled.eq_ignore_ascii_case(known));
            let name = board_engine::excerpt(name);
            match meant {
                Some(&meant) => MessageError::Misspelled { name, meant: meant.into() },
                None => MessageError::UnknownType { name },
            }
        }
        Some(other) => {
            MessageError::WrongType { found: board_engine::excerpt(&other.to_string()), excerpt }
        }
        None => MessageError::NoType { excerpt },
    }
}
