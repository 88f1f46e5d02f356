//! A form with named values: a player's options or a query's terms.

use games_package::{OptionKind, OptionSpec, Options};
use ratatui::crossterm::event::{KeyCode, KeyEvent};

use crate::text_field::TextField;

/// The maximum length of a typed value, in characters.
const VALUE_MAX: usize = 400;

/// Options with their values, one per row. Some rows depend on other rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    specs: Vec<OptionSpec>,
    values: Vec<TextField>,
    conditions: Vec<Condition>,
    /// The index of the selected row among the visible rows.
    pub(crate) index: usize,
}

/// Makes `row` visible only if the row `above` it has one of these values. A hidden row's value is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Condition {
    row: &'static str,
    above: &'static str,
    values: &'static [&'static str],
}

impl Form {
    /// A form with the default values; `None` if there are no options.
    pub(super) fn new(specs: &[OptionSpec]) -> Option<Self> {
        (!specs.is_empty()).then(|| Self::of(specs.to_vec()))
    }

    /// A form with one or more options, each with its default.
    pub(super) fn of(specs: Vec<OptionSpec>) -> Self {
        let values = specs.iter().map(|spec| spec.default_text().into()).collect();
        Self { specs, values, conditions: Vec::new(), index: 0 }
    }

    /// The same form, with this row visible only if the row `above` it has one of these values.
    #[must_use]
    pub(super) fn only_where(
        mut self,
        row: &'static str,
        above: &'static str,
        values: &'static [&'static str],
    ) -> Self {
        self.conditions.push(Condition { row, above, values });
        self
    }

    /// The value of this option; empty if the option doesn't exist or is hidden.
    pub(super) fn value(&self, name: &str) -> &str {
        let place = self.specs.iter().position(|spec| spec.name == name);
        place.filter(|place| self.is_shown(*place)).map_or("", |place| &*self.values[place])
    }

    /// Each visible option with its value.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&OptionSpec, &str)> {
        self.shown().map(|place| (&self.specs[place], &*self.values[place]))
    }

    /// The indexes of the visible rows.
    fn shown(&self) -> impl Iterator<Item = usize> {
        (0..self.specs.len()).filter(|place| self.is_shown(*place))
    }

    fn is_shown(&self, place: usize) -> bool {
        let of_row = |condition: &&Condition| condition.row == self.specs[place].name;
        let condition = self.conditions.iter().find(of_row);
        condition.is_none_or(|it| it.values.contains(&self.value(it.above)))
    }

    /// The index of the selected row among all rows.
    fn place(&self) -> usize {
        self.shown().nth(self.index).unwrap_or(0)
    }

    /// The values that differ from the defaults: "depth=6,…".
    ///
    /// # Errors
    /// The problem with a value, as a phrase.
    pub(super) fn text(&self) -> Result<String, String> {
        let options = self.checked()?;
        match options.iter().find(|(_, value)| value.contains(',')) {
            Some((name, _)) => Err(format!("the value of option {name} can't contain a comma")),
            None => Ok(options.to_string()),
        }
    }

    /// The values of the visible rows that differ from the defaults.
    ///
    /// # Errors
    /// The problem with a value, as a phrase.
    pub(super) fn checked(&self) -> Result<Options, String> {
        let mut options = Options::default();
        for (spec, value) in self.rows().filter(|(spec, value)| spec.default_text() != *value) {
            options.set(&spec.name, value);
        }
        match options.checked("", &self.specs) {
            Ok(_with_defaults) => Ok(options),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Sets a visible row's value. Returns `false` if there is no such row.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
        let is_meant = |place: &usize| self.specs[*place].name.eq_ignore_ascii_case(name);
        let found = self.shown().find(is_meant);
        if let Some(place) = found {
            self.values[place] = value.to_owned().into();
        }
        found.is_some()
    }

    pub(super) fn take_key(&mut self, key: KeyEvent) {
        let place = self.place();
        // In a form, only the Delete key restores the default.
        if self.is_typed() && key.code != KeyCode::Delete && self.values[place].edit(key) {
            return;
        }
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.index = self.index.saturating_sub(1),
            KeyCode::Down | KeyCode::Tab => {
                self.index = (self.index + 1).min(self.shown().count() - 1);
            }
            KeyCode::Left => self.turn(-1),
            KeyCode::Right => self.turn(1),
            KeyCode::Char(' ') if !self.is_typed() => self.turn(1),
            KeyCode::Delete => {
                self.values[place] = self.specs[place].default_text().into();
            }
            KeyCode::Char(sign) if !sign.is_control() => self.type_sign(sign),
            _ => {}
        }
    }

    /// Adds a character to a number or a string. For words, selects the next word that begins with the character.
    pub(super) fn type_sign(&mut self, sign: char) {
        let place = self.place();
        if self.is_typed() {
            self.values[place].insert(sign, VALUE_MAX);
        } else if let Some(word) = self.word_with(sign) {
            self.values[place] = word.to_owned().into();
        }
    }

    /// The next word that begins with this letter.
    fn word_with(&self, letter: char) -> Option<&str> {
        let place = self.place();
        let words: Vec<&str> = match &self.specs[place].kind {
            OptionKind::Choice { choices, .. } => choices.iter().map(String::as_str).collect(),
            OptionKind::Flag { .. } => vec!["false", "true"],
            OptionKind::Integer { .. } | OptionKind::Text { .. } => return None,
        };
        let current = &*self.values[place];
        let after = words.iter().position(|word| *word == current).map_or(0, |index| index + 1);
        let mut in_turn = words[after..].iter().chain(&words[..after]).copied();
        in_turn.find(|word| {
            word.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter))
        })
    }

    /// Returns `true` if the value is a number or a string.
    fn is_typed(&self) -> bool {
        let kind = &self.specs[self.place()].kind;
        matches!(kind, OptionKind::Integer { .. } | OptionKind::Text { .. })
    }

    pub(super) fn click(&mut self, row: usize) {
        if row < self.shown().count() {
            if self.index == row {
                self.turn(1);
            }
            self.index = row;
        }
    }

    /// Selects the next value for a word or a flag, or increments a number.
    fn turn(&mut self, by: i64) {
        let place = self.place();
        let value = &mut self.values[place];
        match &self.specs[place].kind {
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
    fn only_changed_rows_are_returned() {
        use KeyCode::{Backspace, Char, Down, Left, Right};
        assert_eq!(typed(&[]), Ok(String::new()));
        assert_eq!(typed(&[Right]), Ok("depth=7".into()));
        assert_eq!(typed(&[Backspace, Char('1'), Char('2')]), Ok("depth=12".into()));
        assert_eq!(typed(&[Down, Left]), Ok("evaluator=standard".into()));
        assert_eq!(typed(&[Down, Left, Left]), Ok(String::new()));
    }

    #[test]
    fn a_row_depends_on_the_value_of_the_row_above() {
        let number = |name, default| OptionSpec::integer(name, "", default, 1, 9);
        let choice = OptionSpec::choice("kind", "", "plain", &["plain", "round"]);
        let form = Form::of(vec![choice, number("radius", 3), number("edge", 4)]);
        let mut form =
            form.only_where("radius", "kind", &["round"]).only_where("edge", "radius", &["", "9"]);
        let shown = |form: &Form| {
            form.rows().map(|(spec, value)| format!("{} {value}", spec.name)).collect::<Vec<_>>()
        };
        assert_eq!(shown(&form), ["kind plain", "edge 4"]);
        assert_eq!((form.value("radius"), form.value("edge")), ("", "4"));
        for code in [KeyCode::Right, KeyCode::Down, KeyCode::Char('0'), KeyCode::Down] {
            form.take_key(code.into());
        }
        assert_eq!(shown(&form), ["kind round", "radius 30"]);
        assert_eq!(form.index, 1);
        assert!(form.checked().is_err());
        // Hidden rows can't have errors.
        form.click(0);
        form.click(0);
        assert_eq!(form.text(), Ok(String::new()));
        form.click(1);
        form.click(1);
        assert_eq!(form.text(), Ok("edge=5".into()));
    }

    #[test]
    fn a_wrong_value_is_named() {
        let wrong = typed(&[KeyCode::Char('9'), KeyCode::Char('9')]);
        let expected = "option depth can't be \"699\": expected a whole number from 1 to 64";
        assert_eq!(wrong, Err(expected.into()));
    }
}
