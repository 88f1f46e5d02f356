//! A location in a file or string: line and column.

use std::fmt;

use crate::games_in_text::line_feeds;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceInText {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl PlaceInText {
    /// The beginning.
    pub const START: Self = Self { line: 1, column: 1 };

    /// Adds this many lines, for text that is not at the start of its file.
    pub fn move_down(&mut self, lines: u32) {
        self.line = self.line.saturating_add(lines);
    }

    /// The location after this text, which starts here.
    #[must_use]
    pub fn moved_past(self, text: &str) -> Self {
        let count = |chars: usize| u32::try_from(chars).unwrap_or(u32::MAX);
        match text.rsplit_once('\n') {
            Some((before, last)) => Self {
                line: self.line.saturating_add(1).saturating_add(line_feeds(before.as_bytes())),
                column: count(last.chars().count()).saturating_add(1),
            },
            None => {
                Self { column: self.column.saturating_add(count(text.chars().count())), ..self }
            }
        }
    }
}

impl Default for PlaceInText {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Display for PlaceInText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
