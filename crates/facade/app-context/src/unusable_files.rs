//! Prints warnings on standard error, such as reports of unusable files.

use std::fmt::Display;
use std::io::{Write, stderr};

use crate::message::one_line;

/// Writes a warning as one line to standard error. Ignores write errors.
pub fn warn(text: impl Display) {
    let _closed = writeln!(stderr(), "warning: {}", one_line(&text.to_string()));
}

/// Reports, on standard error, the tablebases and opening books that were found to be unusable since the last call. The
/// program continues without these files.
pub fn name_unusable_files() {
    name_unusable_files_beside("");
}

/// Like [`name_unusable_files`], after a message. Doesn't repeat files that the message already names.
pub(crate) fn name_unusable_files_beside(message: &str) {
    let (tables, books) = (tablebase::take_unusable(), opening_book::take_unusable());
    for file in tables.into_iter().chain(books) {
        if !message.contains(&file.why) {
            warn(&file.why);
        }
    }
}
