//! The menu pages in plain text: printed in full and controlled by lines instead of keys.

use super::form::Form;
use super::standings::{fitting, row};
use super::tournaments::TournamentPart;
use super::view::described;
use super::{Menu, MenuItem, MenuItems, MenuResult, Page, TournamentCommand};
use crate::bindings::COMMAND_SIGN;
use crate::words::{cut, padded, text_width};

/// The maximum number of listed items. Typing finds other items.
const LISTED_MAX: usize = 40;

/// The maximum width of a name in a list.
const NAME_MAX: u16 = 30;

/// The width of an item's number, in columns: "  3  ".
const NUMBER_WIDTH: usize = 6;

/// The word that leads to the previous page.
const BACK: &str = "back";

/// The word that leads to the first page.
const MENU: &str = "menu";

/// The word that deletes a listed match.
const DELETE: &str = "delete";

impl Menu {
    /// Returns `true` if the first page is open.
    pub fn is_at_start(&self) -> bool {
        self.page == Page::Start
    }

    /// The open page as text, in lines with at most `columns` characters.
    pub fn page_text(&self, columns: usize) -> String {
        let mut lines = vec![self.path().join(" > ")];
        lines.extend(self.trouble().cloned());
        lines.push(self.question().to_owned());
        match self.page.form() {
            Some(form) => lines.extend(form_lines(form)),
            None if self.asks_file() => lines.push(self.file_example().to_owned()),
            None => lines.extend(self.list_lines(columns)),
        }
        lines.extend(self.last_result().cloned());
        lines.iter().map(|line| cut(line.trim_end(), columns) + "\n").collect()
    }

    /// The commands for the open tournament.
    pub fn tournament_command(&self) -> Option<TournamentCommand> {
        self.standings().and_then(|view| view.command)
    }

    /// The message about the last line, if any.
    pub fn message(&self) -> Option<&str> {
        self.complaint.as_deref().or(self.news.as_deref())
    }

    /// The input prompt, with the possible inputs.
    pub fn line_prompt(&self) -> String {
        match &self.page {
            Page::Start => format!("Menu [{}]: ", self.list.index + 1),
            Page::File | Page::Export(_) => "File: ".into(),
            Page::Import => "File or folder: ".into(),
            Page::Search(_) => "Name and value, such as player Ada; Enter searches: ".into(),
            Page::Settings(_) => "Name and value, such as name Ada; Enter saves: ".into(),
            page if page.form().is_some() => {
                "Name and value, such as format swiss; Enter continues: ".into()
            }
            _ if self.list.shown().is_empty() => "Enter goes back: ".into(),
            Page::Tournament(_, TournamentPart::Standings) => {
                "Number, name or wait; Enter refreshes: ".into()
            }
            Page::Tournament(_, TournamentPart::Report) => "Enter goes back: ".into(),
            _ => format!("Number or name [{}]: ", self.list.index + 1),
        }
    }

    /// Handles a line: an item's number or name, a form value, "back", "menu", "delete", or an empty line for the
    /// default.
    pub fn take_line(&mut self, line: &str, items: &dyn MenuItems) -> MenuResult {
        (self.complaint, self.news) = (None, None);
        let to_delete = self.to_delete.take();
        let line = line.trim();
        let line = line.strip_prefix(COMMAND_SIGN).unwrap_or(line);
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        if line.eq_ignore_ascii_case(BACK) {
            if self.page.form().is_none() && !self.list.filter.is_empty() {
                self.list.clear_filter();
                return MenuResult::Nothing;
            }
            return self.back(items);
        }
        if line.eq_ignore_ascii_case(MENU) {
            self.show_start();
            self.list.index = 0;
            return MenuResult::Nothing;
        }
        if first.eq_ignore_ascii_case(DELETE) && matches!(self.page, Page::Kept(_) | Page::Found(_))
        {
            return self.delete_line(rest.trim(), to_delete.as_deref(), items);
        }
        if self.asks_file() {
            return self.take_file(line, items);
        }
        if let Some(form) = self.page.form_mut().filter(|_| !line.is_empty()) {
            let (name, value) = line.split_once([' ', '=']).unwrap_or((line, ""));
            if !form.set(name, value.trim()) {
                self.complaint = Some(format!("There is no value {name}."));
            } else if let Err(why) = form.checked() {
                self.complaint = Some(why);
            }
            self.apply_settings();
            return MenuResult::Nothing;
        }
        let is_standings = matches!(self.page, Page::Tournament(_, TournamentPart::Standings));
        if line.is_empty() && is_standings {
            self.refresh(items);
            return MenuResult::Nothing;
        }
        if line.is_empty() && self.list.shown().is_empty() {
            return self.back(items);
        }
        // "play chess" means "play", then "chess".
        if self.page == Page::Start && !rest.is_empty() && self.list.is_name(first) {
            self.find(first, items);
            return match self.choose_found_line(items) {
                MenuResult::Nothing => self.take_rest(rest, items),
                MenuResult::Puzzles(_) => self.puzzles_of(rest.trim(), items),
                result => result,
            };
        }
        if !line.is_empty() && !self.find(line, items) {
            return MenuResult::Nothing;
        }
        self.choose_found_line(items)
    }

    /// Shows the puzzles from this game.
    fn puzzles_of(&mut self, game: &str, items: &dyn MenuItems) -> MenuResult {
        let found = items.game(game);
        if found.is_none() {
            self.complaint = Some(format!("There is no game {game}."));
        }
        found.map_or(MenuResult::Nothing, |game| MenuResult::Puzzles(Some(game.name)))
    }

    /// Handles the rest of a line that began on the first page. A game means its default variant.
    fn take_rest(&mut self, rest: &str, items: &dyn MenuItems) -> MenuResult {
        match self.take_line(rest, items) {
            MenuResult::Nothing if matches!(self.page, Page::Variant(_)) => {
                self.choose_found_line(items)
            }
            result => result,
        }
    }

    /// Continues with the selected item, and clears the filter.
    fn choose_found_line(&mut self, items: &dyn MenuItems) -> MenuResult {
        let result = self.choose(items);
        if self.page.form().is_none() && !self.list.filter.is_empty() {
            self.list.clear_filter();
        }
        result
    }

    /// Selects the item with this number or name. Returns `false` if there is no such item.
    fn find(&mut self, line: &str, items: &dyn MenuItems) -> bool {
        let count = self.list.shown().len();
        let number = line.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(index) = number.filter(|index| *index < count) {
            self.list.index = index;
            return true;
        }
        self.list.clear_filter();
        line.chars().for_each(|sign| self.list.type_sign(sign));
        self.look_for_unlisted(items);
        let count = self.list.shown().len();
        if let Some(index) = self.list.meant() {
            self.list.index = index;
            return true;
        }
        if count == 0 {
            self.list.clear_filter();
            self.complaint = Some(format!("Unknown choice {line}; type a number or a name."));
        } else {
            self.inform(format!(
                "{count} choices contain \"{line}\"; type a number, or back for all."
            ));
        }
        false
    }

    /// Returns `true` if the page asks for the name of a file or folder.
    const fn asks_file(&self) -> bool {
        matches!(self.page, Page::File | Page::Export(_) | Page::Import)
    }

    /// Continues with the file with this name.
    fn take_file(&mut self, line: &str, items: &dyn MenuItems) -> MenuResult {
        let name = line.trim_matches(['"', '\'']);
        if name.is_empty() {
            return self.back(items);
        }
        self.list.clear_filter();
        name.chars().for_each(|sign| self.list.type_sign(sign));
        self.look_for_unlisted(items);
        self.choose_found_line(items)
    }

    /// Deletes the match with this number or name once the user types the same line again.
    fn delete_line(
        &mut self,
        which: &str,
        asked: Option<&str>,
        items: &dyn MenuItems,
    ) -> MenuResult {
        if !self.find(which, items) {
            return MenuResult::Nothing;
        }
        let result = self.delete_chosen(asked);
        self.list.clear_filter();
        if let Some(name) = &self.to_delete {
            self.news = Some(format!("Delete {name}? Type the same line again to confirm."));
        } else if result == MenuResult::Nothing {
            self.complaint = Some(format!("{which} is not a match."));
        }
        result
    }

    /// The items with their numbers.
    fn list_lines(&self, columns: usize) -> Vec<String> {
        let shown = self.list.shown();
        if shown.is_empty() {
            return vec!["Nothing yet.".into()];
        }
        let longest = shown.iter().map(|item| text_width(&item.label)).max().unwrap_or(0);
        let width = usize::from(longest.min(NAME_MAX));
        let named = |item: &MenuItem| {
            format!("{}  {}", padded(&cut(&item.label, width), width), item.description)
        };
        let mut lines = Vec::new();
        let texts: Vec<String> = match (&self.page, &self.tournament) {
            (Page::Tournament(_, TournamentPart::Report), _) => {
                return shown.iter().map(|line| line.label.clone()).collect();
            }
            (Page::Tournament(_, TournamentPart::Standings), Some(view)) => {
                let room = columns.saturating_sub(NUMBER_WIDTH);
                let columns = fitting(&view.columns, u16::try_from(room).unwrap_or(u16::MAX));
                if !view.players.is_empty() {
                    lines.push(format!("{}{}", " ".repeat(NUMBER_WIDTH), row(&columns, None)));
                }
                let text = |item: &&MenuItem| match view.place_of(item) {
                    Some(place) => row(&columns, Some(place)),
                    None => named(item),
                };
                shown.iter().map(text).collect()
            }
            _ => shown.iter().copied().map(named).collect(),
        };
        let numbered = (1..).zip(texts.iter().take(LISTED_MAX));
        lines.extend(numbered.map(|(number, text)| format!("{number:>4}  {text}")));
        if texts.len() > LISTED_MAX {
            let others = texts.len() - LISTED_MAX;
            lines.push(format!("      and {others} others: type part of a name"));
        }
        lines
    }
}

/// A form's rows: names, values and meanings.
fn form_lines(form: &Form) -> Vec<String> {
    let longest = form.rows().map(|(spec, _)| text_width(&spec.name)).max().unwrap_or(0);
    let widest = form.rows().map(|(_, value)| text_width(value)).max().unwrap_or(0);
    let (longest, widest) = (usize::from(longest), usize::from(widest.min(NAME_MAX)));
    let line = |(spec, value): (&games_package::OptionSpec, &str)| {
        let (name, value) = (padded(&spec.name, longest), padded(value, widest));
        format!("  {name}  {value}  {}", described(spec))
    };
    form.rows().map(line).collect()
}
