//! A cursor over text with line and column.

use board_engine::is_printable;

use crate::sheet::{PlaceInText, SheetError};

/// A position in a text.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    text: String,
    offset: usize,
    place: PlaceInText,
}

impl Cursor {
    /// UTF-8, or else Latin-1: the first 256 characters of Unicode. Unprintable characters are replaced.
    pub(super) fn new(bytes: &[u8]) -> Self {
        let shown = |c: char| {
            let is_shown = is_printable(c) || c.is_whitespace();
            if is_shown { c } else { char::REPLACEMENT_CHARACTER }
        };
        let text = match str::from_utf8(bytes) {
            Ok(text) => text.trim_start_matches('\u{feff}').chars().map(shown).collect(),
            Err(_) => bytes.iter().map(|&byte| shown(char::from(byte))).collect(),
        };
        Self { text, offset: 0, place: PlaceInText::default() }
    }

    pub(super) const fn place(&self) -> PlaceInText {
        self.place
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.text.get(self.offset..).and_then(|rest| rest.chars().next())
    }

    /// What has not been read.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.offset += next.len_utf8();
        if next == '\n' {
            self.place.line = self.place.line.saturating_add(1);
            self.place.column = 1;
        } else {
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(next)
    }

    /// Takes characters while `belongs` holds.
    pub(super) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &str {
        let start = self.offset;
        while self.peek().is_some_and(&belongs) {
            self.bump();
        }
        self.text.get(start..self.offset).unwrap_or_default()
    }

    /// Takes up to `count` characters.
    pub(super) fn take_count(&mut self, count: usize) -> &str {
        let start = self.offset;
        for _ in 0..count {
            self.bump();
        }
        self.text.get(start..self.offset).unwrap_or_default()
    }

    /// Steps over blanks, and over lines that begin with `%`, which are for other programs (PGN, 6).
    pub(super) fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.peek() != Some('%') || self.place.column != 1 {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    /// Takes the text before `end`, and skips `end`.
    pub(super) fn take_to(&mut self, end: char, what: &str) -> Result<String, SheetError> {
        let place = self.place;
        self.bump();
        let text = self.take_while(|c| c != end).to_owned();
        match self.bump() {
            Some(_) => Ok(text),
            None => {
                Err(SheetError::malformed(place, format!("{what} that starts here has no end")))
            }
        }
    }
}
