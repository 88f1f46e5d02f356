//! The menu: what to do, and for a match what is played, against whom, on which side, with how much time.

mod form;
mod library;
mod list;
mod new_match;
mod start;
mod view;

use std::path::PathBuf;

use games_package::{OptionSpec, TimeControl};
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use self::form::Form;
pub use self::library::{FoundMatches, MatchQuery, Occurrence};
use self::library::{KeptPurpose, export_item};
use self::list::List;
use self::new_match::time_choice;
pub use self::new_match::{MenuMatch, Side};
use self::start::GamePurpose;
use crate::skin::Skin;
use crate::words::one_line;

/// An item of the menu: a game, a match, an opponent, a side or a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuItem {
    /// The name that the program knows it by.
    pub name: String,
    /// The name on the screen.
    pub label: String,
    /// A description of one line.
    pub description: String,
    /// Its options.
    pub options: Vec<OptionSpec>,
    /// Its variants, if there is a choice: the first one is the default.
    pub variants: Vec<Self>,
    /// Whether it is the default.
    pub is_default: bool,
}

impl MenuItem {
    /// An item whose label is its name, without options.
    pub fn new(name: &str, description: &str) -> Self {
        Self {
            name: name.into(),
            label: name.into(),
            description: description.into(),
            options: Vec::new(),
            variants: Vec::new(),
            is_default: false,
        }
    }

    /// An item with a label of its own, without options.
    pub(crate) fn labeled(name: &str, label: &str, description: &str) -> Self {
        Self { label: label.into(), ..Self::new(name, description) }
    }
}

/// The items of the menu.
pub trait MenuItems {
    /// The games, variants of one game together; the first one is the default.
    fn games(&self) -> Vec<MenuItem>;

    /// The kept matches, the newest first: those that are not over and can be continued, or all. Of many, those that were saved
    /// last.
    ///
    /// # Errors
    /// Why they can't be read, as a phrase.
    fn kept_matches(&self, which: KeptMatches) -> Result<Vec<MenuItem>, String>;

    /// The newest of all kept matches of players whose names contain `text`. Empty where they can't be read.
    fn matches_of_player(&self, text: &str) -> Vec<MenuItem>;

    /// The matches of the library that are looked for.
    ///
    /// # Errors
    /// Why they can't be looked for, as a phrase: a game or a position that there isn't, for example.
    fn find_matches(&self, query: &MatchQuery) -> Result<FoundMatches, String>;

    /// The game of this name, which need not be listed: any variant of one that is.
    fn game(&self, name: &str) -> Option<MenuItem>;

    /// The names of a game's seats.
    fn seats(&self, game: &str) -> Vec<String>;

    /// The computer players of a game.
    ///
    /// # Errors
    /// Why there is none, as a phrase.
    fn players(&self, game: &str) -> Result<Vec<MenuItem>, String>;

    /// Another person as an opponent.
    fn person(&self) -> MenuItem;

    /// The default time control.
    fn time(&self) -> TimeControl;
}

/// Which kept matches are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeptMatches {
    /// Those that are not over.
    Unfinished,
    /// All.
    All,
}

/// What is to be studied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MenuStudy {
    /// The start of this game.
    Game(String),
    /// The kept match of this name.
    Kept(String),
    /// A match of this file; its number from 1, if the file has several.
    File(PathBuf, Option<usize>),
}

/// The result of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MenuResult {
    /// Nothing yet.
    Nothing,
    /// A match.
    Match(MenuMatch),
    /// The kept match of this name goes on.
    Continue(String),
    /// A study.
    Study(MenuStudy),
    /// A puzzle.
    Puzzles,
    /// All matches of the library that are looked for are written to this file.
    Export(MatchQuery, PathBuf),
    /// The matches of this file, or of the files of this folder, are added to the library. Those that don't say of which game they
    /// are may be of a game that is named.
    Import(PathBuf, Option<String>),
    /// The person left the menu.
    Leave,
    /// The person interrupted the program.
    Interrupted,
    /// Suspend the program until the shell resumes it.
    Suspend,
}

/// The question on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    Start,
    Game(GamePurpose),
    Variant(GamePurpose),
    Kept(KeptPurpose),
    /// The name of a file is typed.
    File,
    /// A match of a file that has several.
    MatchOfFile(PathBuf),
    Library,
    /// What is looked for in the library.
    Search(Form),
    /// What was found of it.
    Found(MatchQuery),
    /// The name of a file is typed, to which the matches that are looked for are written.
    Export(MatchQuery),
    /// The name of a file or a folder is typed, whose matches are added to the library.
    Import,
    /// The game of matches of this file that don't say it.
    ImportGame(PathBuf),
    Look,
    Opponent,
    Options(Form),
    Side,
    Time,
}

impl Page {
    /// The form that is filled in, if the page has one in place of a list.
    pub(crate) const fn form(&self) -> Option<&Form> {
        match self {
            Self::Options(form) | Self::Search(form) => Some(form),
            _ => None,
        }
    }

    const fn form_mut(&mut self) -> Option<&mut Form> {
        match self {
            Self::Options(form) | Self::Search(form) => Some(form),
            _ => None,
        }
    }
}

/// The menu.
#[derive(Debug)]
pub struct Menu {
    pub(crate) skin: Skin,
    pub(crate) area: Rect,
    pub(crate) page: Page,
    pub(crate) list: List,
    pub(crate) game: String,
    /// What the game is chosen for.
    pub(crate) purpose: GamePurpose,
    /// Of a match that is watched, the player that moves first, with its options.
    pub(crate) first: Option<String>,
    pub(crate) opponent: Option<MenuItem>,
    /// The options that were set: "depth=6,…"; empty if none was.
    pub(crate) options: String,
    pub(crate) side: Side,
    pub(crate) complaint: Option<String>,
    /// What was done, or is being done.
    pub(crate) news: Option<String>,
}

impl Menu {
    /// The menu with its first question.
    pub fn new(skin: Skin) -> Self {
        Self {
            skin,
            area: Rect::ZERO,
            page: Page::Start,
            list: List::new(start::items()),
            game: String::new(),
            purpose: GamePurpose::Play,
            first: None,
            opponent: None,
            options: String::new(),
            side: Side::Random,
            complaint: None,
            news: None,
        }
    }

    /// The size of the screen.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// The current skin, which people can change.
    pub const fn skin(&self) -> &Skin {
        &self.skin
    }

    /// Handles a key, a click or a change of size.
    pub fn update(&mut self, input: &Input, items: &dyn MenuItems) -> MenuResult {
        match input {
            Input::Resize(width, height) => self.resize(*width, *height),
            Input::Key(key) if key.kind != KeyEventKind::Release => {
                return self.take_key(*key, items);
            }
            Input::Paste(text) => self.paste(text, items),
            Input::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.list.step(-1),
                MouseEventKind::ScrollDown => self.list.step(1),
                MouseEventKind::Down(MouseButton::Right) => return self.back(items),
                MouseEventKind::Down(MouseButton::Left) => {
                    let at = Position::new(mouse.column, mouse.row);
                    if let Some(row) = view::row_at(self, at) {
                        return self.click(row, items);
                    }
                }
                _ => {}
            },
            _ => {}
        }
        MenuResult::Nothing
    }

    fn take_key(&mut self, key: KeyEvent, items: &dyn MenuItems) -> MenuResult {
        self.news = None;
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return MenuResult::Interrupted;
            }
            KeyCode::Char('z') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return MenuResult::Suspend;
            }
            KeyCode::Esc if !self.list.filter.is_empty() => self.list.clear_filter(),
            KeyCode::Esc => return self.back(items),
            KeyCode::Enter => return self.choose(items),
            _ => {
                if let Some(form) = self.page.form_mut() {
                    form.take_key(key);
                } else {
                    self.list.take_key(key);
                    self.look_for_unlisted(items);
                }
            }
        }
        MenuResult::Nothing
    }

    /// Types pasted text.
    fn paste(&mut self, text: &str, items: &dyn MenuItems) {
        for sign in one_line(text).chars() {
            match self.page.form_mut() {
                Some(form) => form.type_sign(sign),
                None => self.list.type_sign(sign),
            }
        }
        self.look_for_unlisted(items);
    }

    /// Typed games, files, times and players' matches that are not in the list.
    fn look_for_unlisted(&mut self, items: &dyn MenuItems) {
        let typed = self.list.filter.trim().to_string();
        let one = |item: Option<MenuItem>| item.into_iter().collect();
        self.list.unlisted = match self.page {
            _ if typed.is_empty() => Vec::new(),
            Page::Game(_) | Page::Variant(_) | Page::ImportGame(_) if self.list.is_empty() => {
                one(items.game(&typed))
            }
            Page::File => vec![MenuItem::new(&typed, "replay and analyze it")],
            Page::Export(_) => vec![MenuItem::new(&typed, "write the matches to it")],
            Page::Import => vec![MenuItem::new(&typed, "add its matches to the library")],
            Page::Kept(KeptPurpose::Study) => {
                let mut found = items.matches_of_player(&typed);
                if !found.is_empty() {
                    found.push(export_item(&typed));
                }
                found
            }
            Page::Time if self.list.is_empty() => one(time_choice(&typed)),
            _ => Vec::new(),
        };
    }

    fn click(&mut self, row: usize, items: &dyn MenuItems) -> MenuResult {
        if let Some(form) = self.page.form_mut() {
            form.click(row);
            return MenuResult::Nothing;
        }
        self.list.index = row;
        self.choose(items)
    }

    /// Goes to the next question.
    fn choose(&mut self, items: &dyn MenuItems) -> MenuResult {
        (self.complaint, self.news) = (None, None);
        match &self.page {
            Page::Options(form) => match form.text() {
                Ok(text) => {
                    self.options = text;
                    self.take_player(items);
                }
                Err(why) => self.complaint = Some(why),
            },
            Page::Search(form) => {
                let query = MatchQuery::of(form);
                self.show_found(query, items);
            }
            page => {
                let page = page.clone();
                let Some(chosen) = self.list.chosen().cloned() else { return MenuResult::Nothing };
                return self.choose_item(page, chosen, items);
            }
        }
        MenuResult::Nothing
    }

    /// Goes on from a page with the item that was chosen there.
    fn choose_item(&mut self, page: Page, chosen: MenuItem, items: &dyn MenuItems) -> MenuResult {
        match page {
            Page::Start => return self.choose_start(&chosen.name, items),
            // Whoever types the whole name of a variant means that one.
            Page::Game(purpose)
                if !chosen.variants.is_empty() && self.list.filter.trim() != chosen.name =>
            {
                self.game.clone_from(&chosen.label);
                self.page = Page::Variant(purpose);
                self.list = List::new(chosen.variants);
            }
            Page::Game(GamePurpose::Study) | Page::Variant(GamePurpose::Study) => {
                return MenuResult::Study(MenuStudy::Game(chosen.name));
            }
            Page::Game(purpose) | Page::Variant(purpose) => {
                self.begin_match(chosen.name, purpose, items);
            }
            Page::Kept(KeptPurpose::Continue) => return MenuResult::Continue(chosen.name),
            Page::Kept(KeptPurpose::Study) => return self.choose_found(chosen.name, None),
            Page::Found(query) => return self.choose_found(chosen.name, Some(query)),
            Page::Library => self.choose_library(&chosen.name, items),
            Page::Export(query) => return MenuResult::Export(query, PathBuf::from(chosen.name)),
            Page::Import => self.ask_import_game(PathBuf::from(chosen.name), items),
            Page::ImportGame(file) => {
                return MenuResult::Import(file, library::game_of_files(chosen.name));
            }
            Page::File => {
                return MenuResult::Study(MenuStudy::File(PathBuf::from(chosen.name), None));
            }
            Page::MatchOfFile(file) => {
                let number = self.list.selected() + 1;
                return MenuResult::Study(MenuStudy::File(file, Some(number)));
            }
            Page::Look => self.choose_look(&chosen.name),
            Page::Opponent => self.ask_options(chosen, items),
            Page::Side => {
                self.side = self.sides(items).swap_remove(self.list.selected()).0;
                self.ask_time(items);
            }
            // A form has no list.
            Page::Time | Page::Options(_) | Page::Search(_) => return self.finish(&chosen),
        }
        MenuResult::Nothing
    }

    /// Goes back to the previous question.
    fn back(&mut self, items: &dyn MenuItems) -> MenuResult {
        (self.complaint, self.news) = (None, None);
        match &self.page {
            Page::Start => return MenuResult::Leave,
            Page::Game(_) | Page::Kept(_) | Page::File | Page::Look | Page::Library => {
                self.show_start();
            }
            Page::MatchOfFile(_) => self.ask_file(),
            Page::Search(_) | Page::Import => self.show_library(),
            Page::ImportGame(_) => self.ask_import(),
            Page::Found(query) => self.ask_search(&query.clone()),
            Page::Export(query) => self.leave_export(query.clone(), items),
            Page::Variant(purpose) => self.ask_game(*purpose, items),
            Page::Opponent | Page::Options(_) | Page::Side | Page::Time => self.undo_choice(items),
        }
        MenuResult::Nothing
    }

    /// Shows why what was chosen is not possible.
    pub fn complain(&mut self, why: String) {
        self.complaint = Some(why);
    }

    /// Shows what was done, or how far it is.
    pub fn inform(&mut self, news: String) {
        self.news = Some(news);
    }
}
