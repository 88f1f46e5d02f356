//! Named values, as a form: the options of a player, or what is looked for.

use games_package::{OptionKind, OptionSpec, Options};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::text_field::TextField;

/// The longest value that is typed, in characters.
const VALUE_MAX: usize = 400;

/// Options with their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    specs: Vec<OptionSpec>,
    values: Vec<TextField>,
    pub(crate) index: usize,
}

impl Form {
    /// A form with the defaults; `None` without options.
    pub(super) fn new(specs: &[OptionSpec]) -> Option<Self> {
        (!specs.is_empty()).then(|| Self::of(specs.to_vec()))
    }

    /// A form with at least one option, each with its default.
    pub(super) fn of(specs: Vec<OptionSpec>) -> Self {
        let values = specs.iter().map(|spec| spec.default_text().into()).collect();
        Self { specs, values, index: 0 }
    }

    /// The value of this option; empty if there is none.
    pub(super) fn value(&self, name: &str) -> &str {
        self.rows().find(|(spec, _)| spec.name == name).map_or("", |(_, value)| value)
    }

    /// Each option with its value.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&OptionSpec, &str)> {
        self.specs.iter().zip(self.values.iter().map(|value| &**value))
    }

    /// The values that differ from the defaults: "depth=6,…".
    ///
    /// # Errors
    /// What is wrong with a value, as a phrase.
    pub(super) fn text(&self) -> Result<String, String> {
        let mut options = Options::default();
        for (spec, value) in self.rows().filter(|(spec, value)| spec.default_text() != *value) {
            if value.contains(',') {
                return Err(format!("option {} can't have a comma in its value", spec.name));
            }
            options.set(&spec.name, value);
        }
        match options.checked("", &self.specs) {
            Ok(_checked) => Ok(options.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(super) fn take_key(&mut self, key: KeyEvent) {
        // Delete alone restores the default.
        if self.is_typed() && key.code != KeyCode::Delete && self.values[self.index].edit(key) {
            return;
        }
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.index = self.index.saturating_sub(1),
            KeyCode::Down | KeyCode::Tab => {
                self.index = (self.index + 1).min(self.specs.len() - 1);
            }
            KeyCode::Left => self.turn(-1),
            KeyCode::Right => self.turn(1),
            KeyCode::Char(' ') if !self.is_typed() => self.turn(1),
            KeyCode::Delete => {
                self.values[self.index] = self.specs[self.index].default_text().into();
            }
            KeyCode::Char(sign) if !sign.is_control() => self.type_sign(sign),
            _ => {}
        }
    }

    /// Adds a character to a number or a text; of words chooses the next one that begins with it.
    pub(super) fn type_sign(&mut self, sign: char) {
        if self.is_typed() {
            self.values[self.index].insert(sign, VALUE_MAX);
        } else if let Some(word) = self.word_with(sign) {
            self.values[self.index] = word.to_owned().into();
        }
    }

    /// The next word after the current one that begins with this letter.
    fn word_with(&self, letter: char) -> Option<&str> {
        let words: Vec<&str> = match &self.specs[self.index].kind {
            OptionKind::Choice { choices, .. } => choices.iter().map(String::as_str).collect(),
            OptionKind::Flag { .. } => vec!["false", "true"],
            OptionKind::Integer { .. } | OptionKind::Text { .. } => return None,
        };
        let current = &*self.values[self.index];
        let after = words.iter().position(|word| *word == current).map_or(0, |index| index + 1);
        let mut in_turn = words[after..].iter().chain(&words[..after]).copied();
        in_turn.find(|word| {
            word.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        })
    }

    /// Whether the value is a number or a text.
    fn is_typed(&self) -> bool {
        let kind = &self.specs[self.index].kind;
        matches!(kind, OptionKind::Integer { .. } | OptionKind::Text { .. })
    }

    pub(super) fn click(&mut self, row: usize) {
        if row < self.specs.len() {
            if self.index == row {
                self.turn(1);
            }
            self.index = row;
        }
    }

    /// The next value of a word or a flag; a number one higher.
    fn turn(&mut self, by: i64) {
        let value = &mut self.values[self.index];
        match &self.specs[self.index].kind {
            OptionKind::Integer { min, max, default } => {
                let number = value.parse().unwrap_or(*default);
                *value = number.saturating_add(by).clamp(*min, *max).to_string().into();
            }
            OptionKind::Flag { .. } => {
                let turned = if &**value == "true" { "false" } else { "true" };
                *value = turned.to_owned().into();
            }
            OptionKind::Choice { choices, .. } => {
                let count = i64::try_from(choices.len()).unwrap_or(1).max(1);
                let index = choices.iter().position(|choice| *choice == **value).unwrap_or(0);
                let next = (i64::try_from(index).unwrap_or(0) + by).rem_euclid(count);
                if let Some(choice) = usize::try_from(next).ok().and_then(|next| choices.get(next))
                {
                    *value = choice.clone().into();
                }
            }
            OptionKind::Text { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Form {
        Form::new(&[
            OptionSpec::integer("depth", "plies", 6, 1, 64),
            OptionSpec::choice("evaluator", "which", "plain", &["plain", "standard"]),
        ])
        .unwrap()
    }

    fn typed(keys: &[KeyCode]) -> Result<String, String> {
        let mut form = form();
        for key in keys {
            form.take_key((*key).into());
        }
        form.text()
    }

    #[test]
    fn only_what_was_changed_is_said() {
        use KeyCode::{Backspace, Char, Down, Left, Right};
        assert_eq!(typed(&[]), Ok(String::new()));
        assert_eq!(typed(&[Right]), Ok("depth=7".into()));
        assert_eq!(typed(&[Backspace, Char('1'), Char('2')]), Ok("depth=12".into()));
        assert_eq!(typed(&[Down, Left]), Ok("evaluator=standard".into()));
        assert_eq!(typed(&[Down, Left, Left]), Ok(String::new()));
    }

    #[test]
    fn a_wrong_value_is_named() {
        let wrong = typed(&[KeyCode::Char('9'), KeyCode::Char('9')]);
        let expected = "option depth can't be \"699\": expected a whole number from 1 to 64";
        assert_eq!(wrong, Err(expected.into()));
    }
}
