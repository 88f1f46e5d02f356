//! A cursor over text with line and column.

use board_engine::is_printable;

use crate::PlaceInText;
use crate::games_in_text::GameText;
use crate::text_encoding::{BYTE_ORDER_MARK, decoded};

/// A cursor over a text.
#[derive(Clone, Debug)]
pub(super) struct Cursor {
    text: String,
    at: Position,
}

/// A position to which a cursor can return.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    offset: usize,
    place: PlaceInText,
}

impl Cursor {
    /// A cursor at the start of a part of a file. Unprintable characters are replaced.
    pub(super) fn new(part: GameText<'_>) -> Self {
        let shown = |c: char| {
            let is_shown = is_printable(c) || c.is_whitespace();
            if is_shown { c } else { char::REPLACEMENT_CHARACTER }
        };
        let text = decoded(part.text);
        let text = text.chars().filter(|&c| c != BYTE_ORDER_MARK).map(shown).collect();
        let line = PlaceInText::START.line.saturating_add(part.lines_before);
        let place = PlaceInText { line, ..PlaceInText::START };
        Self { text, at: Position { offset: 0, place } }
    }

    pub(super) const fn place(&self) -> PlaceInText {
        self.at.place
    }

    /// The cursor's position.
    pub(super) const fn position(&self) -> Position {
        self.at
    }

    /// Returns to an earlier position.
    pub(super) const fn go_to(&mut self, position: Position) {
        self.at = position;
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The unread text.
    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at.offset..).unwrap_or_default()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        let Position { offset, place } = &mut self.at;
        *offset += next.len_utf8();
        if next == '\n' {
            place.line = place.line.saturating_add(1);
            place.column = 1;
        } else {
            place.column = place.column.saturating_add(1);
        }
        Some(next)
    }

    /// Takes characters while `belongs` returns `true`.
    pub(super) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &str {
        let start = self.at.offset;
        while self.peek().is_some_and(&belongs) {
            self.bump();
        }
        self.text.get(start..self.at.offset).unwrap_or_default()
    }

    /// Takes up to `count` characters.
    pub(super) fn take_count(&mut self, count: usize) -> &str {
        let start = self.at.offset;
        for _ in 0..count {
            self.bump();
        }
        self.text.get(start..self.at.offset).unwrap_or_default()
    }

    /// Skips white space, and lines that begin with `%`, which are for other programs (PGN, 6).
    pub(super) fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.peek() != Some('%') || self.at.place.column != 1 {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }
}
