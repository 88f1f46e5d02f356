//! A cursor over text with line and column.

use std::borrow::Cow;

use board_engine::is_printable;

use crate::PlaceInText;
use crate::games_in_text::GameText;
use crate::text_encoding::DecodedText;

/// A cursor over a text.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    text: Cow<'a, str>,
    at: Position,
    /// The location of the first encoding error, until it is taken.
    damage: Option<PlaceInText>,
}

/// A position that a cursor can return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    offset: usize,
    place: PlaceInText,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of this part of a file. Control characters are replaced, except blanks.
    pub(super) fn new(part: GameText<'a>) -> Self {
        let is_text = |c: char| c.is_whitespace() || !c.is_control();
        let as_text = |c: char| if is_text(c) { c } else { char::REPLACEMENT_CHARACTER };
        let line = PlaceInText::START.line.saturating_add(part.lines_before);
        let place = PlaceInText { line, ..PlaceInText::START };
        let decoded = DecodedText::new(part.text);
        let damage = decoded.damage(place);
        let mut text = decoded.text;
        if !text.chars().all(is_text) {
            text = text.chars().map(as_text).collect();
        }
        Self { text, at: Position { offset: 0, place }, damage }
    }

    /// Takes the location of the first encoding error, if it is before the cursor.
    pub(super) fn take_damage(&mut self) -> Option<PlaceInText> {
        let place = self.at.place;
        self.damage.take_if(|damage| *damage < place)
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

    /// The text from an earlier position to the cursor.
    pub(super) fn text_from(&self, start: Position) -> &str {
        self.text.get(start.offset..self.at.offset).unwrap_or_default()
    }

    /// Takes characters while `belongs` returns `true`.
    pub(super) fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &str {
        let rest = self.rest();
        let len = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.take(len)
    }

    /// Takes this many bytes, which must be a whole number of characters.
    pub(super) fn take(&mut self, len: usize) -> &str {
        let Position { offset, place } = &mut self.at;
        let start = *offset;
        *offset += len;
        let taken = self.text.get(start..*offset).unwrap_or_default();
        *place = place.moved_past(taken);
        taken
    }

    /// Skips [blanks](is_blank), and lines that begin with `%`, which are for other programs (PGN, 6).
    pub(super) fn skip_blanks(&mut self) {
        loop {
            self.take_while(is_blank);
            if self.peek() != Some('%') || self.at.place.column != 1 {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }
}

/// Returns `true` for white space and invisible characters, such as direction marks and byte order marks: outside of
/// comments and tags, they only separate words.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || !c.is_ascii() && !is_printable(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "é1 a\nüb\n\ncd".as_bytes();
        let mut cursor = Cursor::new(GameText { text, lines_before: 4 });
        let mut check = |taken: &str, line, column| {
            assert_eq!(cursor.take(taken.len()), taken);
            assert_eq!(cursor.place(), PlaceInText { line, column }, "{taken:?}");
        };
        check("é1", 5, 3);
        check(" ", 5, 4);
        check("a\nü", 6, 2);
        check("b\n\n", 8, 1);
        check("cd", 8, 3);
    }

    #[test]
    fn control_characters_are_replaced_in_any_text() {
        for (text, shown) in [
            ("e4\u{7}\te5\r\n", "e4\u{fffd}\te5\r\n"),
            ("\u{feff}é\u{ad}\u{7f}", "\u{feff}é\u{ad}\u{fffd}"),
        ] {
            let cursor = Cursor::new(GameText { text: text.as_bytes(), lines_before: 0 });
            assert_eq!(cursor.rest(), shown);
        }
    }
}
