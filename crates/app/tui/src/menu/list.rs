//! A list with one selected item and a filter.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::MenuItem;
use crate::bindings::COMMAND_SIGN;
use crate::text_field::TextField;

/// The page size in rows.
const PAGE: isize = 10;

/// The maximum filter length in characters. A filter can be a file path.
const FILTER_MAX: usize = 400;

/// A list with a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct List {
    all: Vec<MenuItem>,
    /// The typed filter.
    pub(crate) filter: TextField,
    /// The index of the selected item among the visible items.
    pub(crate) index: usize,
    /// Additional filter results.
    pub(crate) unlisted: Vec<MenuItem>,
}

impl List {
    pub(super) fn new(all: Vec<MenuItem>) -> Self {
        let index = all.iter().position(|choice| choice.is_default).unwrap_or(0);
        Self { all, filter: TextField::default(), index, unlisted: Vec::new() }
    }

    /// Replaces the items. Keeps the filter. Keeps the selection if the selected item still exists.
    pub(super) fn renew(&mut self, all: Vec<MenuItem>) {
        let chosen = self.chosen().map(|item| item.name.clone());
        self.all = all;
        let shown = self.shown();
        let place = shown.iter().position(|item| Some(&item.name) == chosen.as_ref());
        let last = shown.len().saturating_sub(1);
        // Items that are only text have empty names.
        let is_named = chosen.is_some_and(|name| !name.is_empty());
        self.index = place.filter(|_| is_named).unwrap_or(self.index).min(last);
    }

    /// Removes the item with this name. The next item becomes selected.
    pub(super) fn remove(&mut self, name: &str) {
        self.all.retain(|item| item.name != name);
        self.unlisted.retain(|item| item.name != name);
        self.step(0);
    }

    /// The items that match the filter by name or description, or else their matching variants, followed by additional
    /// filter results.
    pub(crate) fn shown(&self) -> Vec<&MenuItem> {
        let mut found: Vec<&MenuItem> =
            self.all.iter().flat_map(|item| self.matching(item)).collect();
        let filter = self.wanted();
        // Names that begin with the filter come first.
        found.sort_by_key(|item| !item.label.to_lowercase().starts_with(&filter));
        let is_listed = |item: &MenuItem| found.iter().any(|listed| listed.name == item.name);
        let unlisted: Vec<&MenuItem> =
            self.unlisted.iter().filter(|item| !is_listed(item)).collect();
        found.extend(unlisted);
        found
    }

    /// The search text: the filter without the command sign.
    fn wanted(&self) -> String {
        let typed = self.filter.trim();
        typed.strip_prefix(COMMAND_SIGN).unwrap_or(typed).trim().to_lowercase()
    }

    fn matching<'a>(&'a self, item: &'a MenuItem) -> Vec<&'a MenuItem> {
        let words: Vec<String> = self.wanted().split_whitespace().map(String::from).collect();
        let fits = |choice: &MenuItem| {
            let text = format!("{} {} {}", choice.name, choice.label, choice.description);
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        if fits(item) {
            return vec![item];
        }
        item.variants.iter().filter(|variant| fits(variant)).collect()
    }

    /// The index of the item that the filter means: the item with this name, or the only item with a label that begins
    /// with the filter, or the only matching item.
    pub(super) fn meant(&self) -> Option<usize> {
        let typed = self.wanted();
        let shown = self.shown();
        let names =
            || shown.iter().map(|item| (item.name.to_lowercase(), item.label.to_lowercase()));
        let exact = names().position(|(name, label)| name == typed || label == typed);
        let mut begun = names().enumerate().filter(|(_, (_, label))| label.starts_with(&typed));
        let only_begun = begun.next().filter(|_| begun.next().is_none()).map(|(index, _)| index);
        exact.or(only_begun).or_else(|| (shown.len() == 1).then_some(0))
    }

    /// Returns `true` if an item in the whole list has this name or label.
    pub(super) fn is_name(&self, text: &str) -> bool {
        let is_it = |name: &str| name.eq_ignore_ascii_case(text);
        self.all.iter().any(|item| is_it(&item.name) || is_it(&item.label))
    }

    /// Returns `true` if no item matches the filter.
    pub(super) fn is_empty(&self) -> bool {
        self.all.iter().all(|item| self.matching(item).is_empty())
    }

    pub(super) fn chosen(&self) -> Option<&MenuItem> {
        self.shown().get(self.index).copied()
    }

    /// The index of the selected item in the whole list.
    pub(super) fn selected(&self) -> usize {
        let chosen = self.chosen();
        let is_chosen = |item: &MenuItem| chosen.is_some_and(|chosen| std::ptr::eq(chosen, item));
        self.all.iter().position(is_chosen).unwrap_or(0)
    }

    pub(super) fn choose_name(&mut self, name: &str) {
        self.index = self.all.iter().position(|choice| choice.name == name).unwrap_or(0);
    }

    pub(super) fn clear_filter(&mut self) {
        self.filter.clear();
        self.filter_changed();
    }

    fn filter_changed(&mut self) {
        self.index = 0;
        self.unlisted.clear();
    }

    /// Moves the selection down by this number of rows.
    pub(super) fn step(&mut self, rows: isize) {
        let last = self.shown().len().saturating_sub(1);
        self.index = self.index.saturating_add_signed(rows).min(last);
    }

    pub(super) fn take_key(&mut self, key: KeyEvent) {
        if self.filter.edit(key) {
            return self.filter_changed();
        }
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.step(-1),
            KeyCode::Down | KeyCode::Tab => self.step(1),
            KeyCode::PageUp => self.step(-PAGE),
            KeyCode::PageDown => self.step(PAGE),
            KeyCode::Home => self.index = 0,
            KeyCode::End => self.step(isize::MAX),
            KeyCode::Char(sign) if !sign.is_control() => self.type_sign(sign),
            _ => {}
        }
    }

    /// Adds a character to the filter.
    pub(super) fn type_sign(&mut self, sign: char) {
        self.filter.insert(sign, FILTER_MAX);
        self.filter_changed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[(&str, &str)]) -> List {
        List::new(names.iter().map(|(name, about)| MenuItem::new(name, about)).collect())
    }

    #[test]
    fn typing_finds_names_and_descriptions() {
        let mut list = list(&[("one:a", "red"), ("one:b", "green"), ("two", "red and green")]);
        list.step(2);
        for sign in "GREEN on".chars() {
            list.type_sign(sign);
        }
        assert_eq!(list.shown().len(), 1);
        assert_eq!(list.chosen().map(|choice| choice.name.as_str()), Some("one:b"));
        assert_eq!(list.selected(), 1);
        list.type_sign('x');
        assert_eq!(list.chosen(), None);
        list.clear_filter();
        for sign in ":tw".chars() {
            list.type_sign(sign);
        }
        assert_eq!(list.chosen().map(|choice| choice.name.as_str()), Some("two"));
        list.clear_filter();
        for sign in "green onx".chars() {
            list.type_sign(sign);
        }
        list.take_key(KeyCode::Backspace.into());
        assert_eq!(list.shown().len(), 1);
    }

    #[test]
    fn the_default_is_selected_in_its_place() {
        let all = ["a", "b", "c"]
            .map(|name| MenuItem { is_default: name == "b", ..MenuItem::new(name, "") });
        let mut list = List::new(all.into());
        assert_eq!(list.index, 1);
        list.type_sign('c');
        assert_eq!(list.chosen().map(|choice| choice.name.as_str()), Some("c"));
    }

    #[test]
    fn the_selection_survives_changed_items() {
        let mut list = list(&[("a", ""), ("b", ""), ("c", "")]);
        list.step(1);
        list.renew(["d", "a", "b"].map(|name| MenuItem::new(name, "")).into());
        assert_eq!(list.chosen().map(|choice| choice.name.as_str()), Some("b"));
        list.renew(vec![MenuItem::new("d", "")]);
        assert_eq!(list.chosen().map(|choice| choice.name.as_str()), Some("d"));
    }

    #[test]
    fn the_selection_stops_at_the_ends_of_a_list() {
        let mut list = list(&[("a", ""), ("b", "")]);
        list.take_key(KeyCode::Up.into());
        assert_eq!(list.index, 0);
        list.take_key(KeyCode::End.into());
        list.take_key(KeyCode::Down.into());
        assert_eq!(list.index, 1);
        list.take_key(KeyCode::PageUp.into());
        assert_eq!(list.index, 0);
    }
}
