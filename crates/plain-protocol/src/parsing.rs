//! Messages as lines, and what is wrong with a line that is none.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::message::{FromProgram, ToProgram};

/// Why a line is no message. The texts are phrases that go on after what was sent: "a line that is not a JSON object".
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// No JSON, or no object.
    #[error("a line that is not a JSON object ({why}): {excerpt}")]
    NotAnObject {
        /// The parser's reason.
        why: String,
        /// The beginning of the line.
        excerpt: String,
    },
    /// An object without a text `type`.
    #[error("an object without a \"type\": {excerpt}")]
    NoType {
        /// The beginning of the line.
        excerpt: String,
    },
    /// A type that this version of the protocol doesn't have.
    #[error("a message of the unknown type \"{name}\"")]
    UnknownType {
        /// The type.
        name: String,
    },
    /// A known type with wrong fields.
    #[error("a malformed \"{name}\" ({why}): {excerpt}")]
    Fields {
        /// The type.
        name: String,
        /// What is wrong.
        why: String,
        /// The beginning of the line.
        excerpt: String,
    },
}

/// The names of the messages, for errors.
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
    /// Reads a line. A byte order mark before it is skipped, and bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// [`MessageError`].
    pub fn parse(line: &[u8]) -> Result<ToProgram<'static>, MessageError> {
        let line = text(line);
        serde_json::from_str(&line).map_err(|error| refusal(&line, &error, TO_PROGRAM))
    }

    /// The message as a line, without its end.
    pub fn to_line(&self) -> Vec<u8> {
        written(self)
    }
}

impl FromProgram {
    /// Reads a line. A byte order mark before it is skipped, and bytes that are not UTF-8 are replaced.
    ///
    /// # Errors
    /// [`MessageError`].
    pub fn parse(line: &[u8]) -> Result<Self, MessageError> {
        let line = text(line);
        serde_json::from_str(&line).map_err(|error| refusal(&line, &error, FROM_PROGRAM))
    }

    /// The message as a line, without its end.
    pub fn to_line(&self) -> Vec<u8> {
        written(self)
    }
}

/// What some programs write before their first line (Unicode Standard, 2.13).
const BYTE_ORDER_MARK: &[u8] = "\u{FEFF}".as_bytes();

/// The text of a line.
fn text(line: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line))
}

fn written(message: &impl Serialize) -> Vec<u8> {
    // The keys of all maps are texts, and no type writes an error: this can't fail.
    serde_json::to_vec(message).unwrap_or_default()
}

/// The type of the message in a line, whichever way it goes; none if it has no text `type`.
pub fn message_type(line: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        r#type: String,
    }
    serde_json::from_str::<Head>(&text(line)).ok().map(|head| head.r#type)
}

/// What is wrong with a line that is none of these messages.
fn refusal(line: &str, error: &serde_json::Error, known: &[&str]) -> MessageError {
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
            let why = board_engine::excerpt(&error.to_string());
            MessageError::Fields { name: name.clone(), why, excerpt }
        }
        Some(Value::String(name)) => {
            MessageError::UnknownType { name: board_engine::excerpt(name) }
        }
        _ => MessageError::NoType { excerpt },
    }
}
