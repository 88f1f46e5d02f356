//! The user's files that were found unusable, which programs name.

use std::io::{Write, stderr};

use crate::message::one_line;

/// Names the endgame tables and opening books that were found unusable since the last call, by whomever, on the standard error
/// stream; everything goes on without them.
pub fn name_unusable_files() {
    name_unusable_files_beside("");
}

/// The same beside a message that was written already: those that it names are not named again.
pub(crate) fn name_unusable_files_beside(message: &str) {
    let (tables, books) = (tablebase::take_unusable(), opening_book::take_unusable());
    for file in tables.into_iter().chain(books) {
        if !message.contains(&file.why) {
            // If standard error is closed, only the log has it.
            let _gone = writeln!(stderr(), "warning: {}", one_line(&file.why));
        }
    }
}
