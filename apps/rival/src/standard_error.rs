//! What is written beside the output of a command.

use std::io::{Write, stderr};

/// Writes to the standard error stream, whether somebody reads it or not.
pub(crate) fn say(text: &str) {
    let _closed = stderr().write_all(text.as_bytes());
}
