//! A line of typed text with a shell's editing keys.

use std::ops::Deref;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;
use tui_input::{Input, InputRequest};

use crate::words::{end, text_width};

/// A string with a cursor. Dereferences to `str`.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextField(Input);

impl Deref for TextField {
    type Target = str;

    fn deref(&self) -> &str {
        self.0.value()
    }
}

impl PartialEq for TextField {
    fn eq(&self, other: &Self) -> bool {
        (self.0.value(), self.0.cursor()) == (other.0.value(), other.0.cursor())
    }
}

impl Eq for TextField {}

impl From<String> for TextField {
    /// A field with this text and the cursor at its end.
    fn from(text: String) -> Self {
        Self(Input::new(text))
    }
}

impl TextField {
    pub(crate) fn clear(&mut self) {
        self.0.reset();
    }

    /// Inserts a character at the cursor, unless there are already `length_max` characters.
    pub(crate) fn insert(&mut self, sign: char, length_max: usize) {
        if self.chars().count() < length_max {
            self.0.handle(InputRequest::InsertChar(sign));
        }
    }

    /// Edits the text. Ctrl-A and Ctrl-E move to the start and end, Ctrl-B and Ctrl-F by a character, and Ctrl with an
    /// arrow by a word. Ctrl-W deletes the word before the cursor, Ctrl-U everything before it, and Ctrl-K everything
    /// after it. Ctrl-Y restores the deleted text. Returns `false` if the key doesn't edit. [`insert`](Self::insert)
    /// handles characters.
    pub(crate) fn edit(&mut self, key: KeyEvent) -> bool {
        let request = match (key.code, key.modifiers) {
            (KeyCode::Backspace, KeyModifiers::NONE | KeyModifiers::SHIFT) => {
                InputRequest::DeletePrevChar
            }
            (KeyCode::Delete, KeyModifiers::NONE) => InputRequest::DeleteNextChar,
            (KeyCode::Backspace, KeyModifiers::ALT | KeyModifiers::CONTROL) => {
                InputRequest::DeletePrevWord
            }
            (KeyCode::Left, KeyModifiers::CONTROL) => InputRequest::GoToPrevWord,
            (KeyCode::Right, KeyModifiers::CONTROL) => InputRequest::GoToNextWord,
            (KeyCode::Char(letter), KeyModifiers::CONTROL) => match letter {
                'a' => InputRequest::GoToStart,
                'e' => InputRequest::GoToEnd,
                'b' => InputRequest::GoToPrevChar,
                'f' => InputRequest::GoToNextChar,
                'h' => InputRequest::DeletePrevChar,
                'd' => InputRequest::DeleteNextChar,
                'w' => InputRequest::DeletePrevWord,
                'u' => InputRequest::DeleteFromStart,
                'k' => InputRequest::DeleteTillEnd,
                'y' => InputRequest::Yank,
                _ => return false,
            },
            _ => return false,
        };
        self.0.handle(request);
        true
    }

    /// The text with its cursor in at most `width` columns. If the text is too long, omits its start to keep the cursor
    /// visible.
    pub(crate) fn spans(&self, width: usize, style: Style) -> Vec<Span<'static>> {
        let before: String = self.chars().take(self.0.cursor()).collect();
        let mut after = self.chars().skip(self.0.cursor());
        let under = after.next().map_or_else(|| " ".into(), String::from);
        let before = end(&before, width.saturating_sub(usize::from(text_width(&under))));
        let after: String = after.collect();
        vec![
            Span::styled(before.to_string(), style),
            Span::styled(under, style.add_modifier(Modifier::REVERSED)),
            Span::styled(after, style),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(keys: &[(char, KeyModifiers)], expected: &str) {
        let mut field = TextField::from("save my game".to_owned());
        for &(sign, modifiers) in keys {
            if !field.edit(KeyEvent::new(KeyCode::Char(sign), modifiers)) {
                field.insert(sign, 20);
            }
        }
        assert_eq!(&*field, expected, "{keys:?}");
    }

    #[test]
    fn shell_editing_keys_edit_the_text() {
        let control = |sign| (sign, KeyModifiers::CONTROL);
        let typed = |sign| (sign, KeyModifiers::NONE);
        check(&[control('w')], "save my ");
        check(&[control('u'), typed('x')], "x");
        check(&[control('a'), typed('x'), control('e'), typed('y')], "xsave my gamey");
        check(&[control('a'), control('f'), control('k')], "s");
        check(&[control('w'), control('y')], "save my game");
        check(&[control('q')].map(|_| typed('z')), "save my gamez");
    }

    #[test]
    fn a_text_has_a_maximum_length() {
        let mut field = TextField::default();
        "abcdef".chars().for_each(|sign| field.insert(sign, 4));
        assert_eq!(&*field, "abcd");
    }

    #[test]
    fn the_cursor_and_the_text_before_it_are_visible() {
        let mut field = TextField::from("abcdef".to_owned());
        let text = |field: &TextField| {
            let spans = field.spans(4, Style::new());
            spans.iter().map(|span| span.content.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(text(&field), ["def", " ", ""]);
        field.edit(KeyEvent::new(KeyCode::Char('a'), KeyModifiers::CONTROL));
        assert_eq!(text(&field), ["", "a", "bcdef"]);
    }
}
