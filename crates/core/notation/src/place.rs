//! A place in a file or string: line and column.

use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
