//! The menu: asks what to do and, for a match, the game, opponent, side and time control.

mod form;
mod items;
mod library;
mod line_by_line;
mod list;
mod new_match;
mod new_tournament;
mod query;
mod settings;
mod standings;
mod start;
mod tournaments;
mod view;

use std::path::PathBuf;

use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use self::form::Form;
pub use self::items::{
    FoundMatches, KeptMatches, MenuItem, MenuItems, TournamentCommand, TournamentView, WithMatches,
};
use self::library::{KeptPurpose, items_for_player};
use self::list::List;
use self::new_match::{FirstPlayer, time_choice};
pub use self::new_match::{MenuMatch, Side, typed_clock};
pub use self::new_tournament::{MenuEntrant, NewTournament};
pub use self::query::{MatchQuery, Occurrence};
pub use self::settings::Preferences;
pub use self::standings::StandingColumn;
use self::start::GamePurpose;
use self::tournaments::TournamentPart;
use crate::skin::Skin;
use crate::words::one_line;

/// The subject of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MenuStudy {
    /// The start of this game.
    Game(String),
    /// A position of this game.
    Position {
        /// The game.
        game: String,
        /// The position, in the game's notation.
        position: String,
    },
    /// The saved match with this name.
    Kept(String),
    /// A match in this file, with its number, from 1, if the file has several matches.
    File(PathBuf, Option<usize>),
    /// A match in a file that doesn't name its game.
    FileOfGame {
        /// The file.
        file: PathBuf,
        /// The match number, from 1, if the file has several matches.
        number: Option<usize>,
        /// The game.
        game: String,
    },
    /// A tournament game.
    OfTournament {
        /// The tournament's folder.
        folder: String,
        /// The game.
        game: String,
    },
}

/// The result of an input.
#[derive(Clone, PartialEq, Debug)]
pub enum MenuResult {
    /// Nothing; the menu continues.
    Nothing,
    /// Play a match.
    Match(MenuMatch),
    /// Resume the saved match with this name.
    Continue(String),
    /// Open a study.
    Study(MenuStudy),
    /// Show puzzles from this game, or from all games.
    Puzzles(Option<String>),
    /// Delete the saved match with this name.
    Delete(String),
    /// Generate puzzles from this query's results.
    MakePuzzles(MatchQuery),
    /// Export this query's results to this file.
    Export(MatchQuery, PathBuf),
    /// Import the matches in this file or folder. The named game applies to matches that don't name their game.
    Import(PathBuf, Option<String>),
    /// Start this tournament and show its folder.
    BeginTournament(NewTournament),
    /// Resume the tournament in this folder.
    ResumeTournament(String),
    /// Stop the tournament in this folder.
    StopTournament(String),
    /// The person quit.
    Leave,
    /// The person interrupted the program.
    Interrupted,
    /// Suspend the program until the shell resumes it.
    Suspend,
}

/// The menu page, by the choice that it asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    Start,
    Game(GamePurpose),
    Variant(GamePurpose),
    Kept(KeptPurpose),
    /// A file name.
    File,
    /// A match in a file with several matches.
    MatchOfFile(PathBuf),
    /// The game of a match that doesn't name its game, with the file and the match number.
    GameOfFile(PathBuf, Option<usize>),
    Library,
    /// The library query.
    Search(Form),
    /// The query results.
    Found(MatchQuery),
    /// The name of the file for exporting the query results.
    Export(MatchQuery),
    /// The name of a file or folder to import.
    Import,
    /// The game for the matches in this file that don't name their game.
    ImportGame(PathBuf),
    /// The saved preferences.
    Settings(Form),
    /// The list of tournaments.
    Tournaments,
    /// The players of a new tournament.
    Entrants,
    /// A new tournament's format, size and time.
    NewTournament(Form),
    /// The tournament in this folder.
    Tournament(String, TournamentPart),
    Opponent,
    Options(Form),
    Side,
    Time,
}

impl Page {
    /// The page's form, if it has a form instead of a list.
    pub(crate) const fn form(&self) -> Option<&Form> {
        match self {
            Self::Options(form)
            | Self::Search(form)
            | Self::Settings(form)
            | Self::NewTournament(form) => Some(form),
            _ => None,
        }
    }

    const fn form_mut(&mut self) -> Option<&mut Form> {
        match self {
            Self::Options(form)
            | Self::Search(form)
            | Self::Settings(form)
            | Self::NewTournament(form) => Some(form),
            _ => None,
        }
    }
}

/// The menu.
#[derive(Debug)]
pub struct Menu {
    pub(crate) skin: Skin,
    pub(crate) preferences: Preferences,
    pub(crate) area: Rect,
    pub(crate) page: Page,
    pub(crate) list: List,
    pub(crate) game: String,
    /// The purpose of the chosen game.
    pub(crate) purpose: GamePurpose,
    /// In a match to watch, the first player with its options.
    pub(crate) first: Option<FirstPlayer>,
    pub(crate) opponent: Option<MenuItem>,
    /// The options set so far: "depth=6,…"; empty if none.
    pub(crate) options: String,
    pub(crate) side: Side,
    /// The players of a new tournament.
    pub(crate) entrants: Vec<MenuEntrant>,
    /// The form for the tournament that is being started.
    pub(crate) draft: Option<Form>,
    /// The open tournament.
    pub(crate) tournament: Option<TournamentView>,
    /// The saved match to delete if the key is pressed again.
    pub(crate) to_delete: Option<String>,
    pub(crate) complaint: Option<String>,
    /// The message about a finished or running action.
    pub(crate) news: Option<String>,
}

impl Menu {
    /// The menu with its first question.
    pub fn new(skin: Skin, preferences: Preferences) -> Self {
        Self {
            skin,
            preferences,
            area: Rect::ZERO,
            page: Page::Start,
            list: List::new(start::items()),
            game: String::new(),
            purpose: GamePurpose::Play,
            first: None,
            opponent: None,
            options: String::new(),
            side: Side::Random,
            entrants: Vec::new(),
            draft: None,
            tournament: None,
            to_delete: None,
            complaint: None,
            news: None,
        }
    }

    /// Sets the screen size.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// The current skin, which people can change.
    pub const fn skin(&self) -> &Skin {
        &self.skin
    }

    /// Handles a key, a click or a resize.
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
        let to_delete = self.to_delete.take();
        match key.code {
            KeyCode::Delete if matches!(self.page, Page::Kept(_) | Page::Found(_)) => {
                return self.delete_chosen(to_delete.as_deref());
            }
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return MenuResult::Interrupted;
            }
            KeyCode::Char('z') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return MenuResult::Suspend;
            }
            KeyCode::Esc if self.page.form().is_none() && !self.list.filter.is_empty() => {
                self.list.clear_filter();
            }
            KeyCode::Esc => return self.back(items),
            KeyCode::F(1) => self.inform(start::HELP.into()),
            KeyCode::Enter => return self.choose(items),
            _ => {
                if let Some(form) = self.page.form_mut() {
                    form.take_key(key);
                    self.apply_settings();
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
        self.apply_settings();
        self.look_for_unlisted(items);
    }

    /// Finds typed games, files, times and players' matches that are not in the list.
    fn look_for_unlisted(&mut self, items: &dyn MenuItems) {
        let typed = self.list.filter.trim().to_string();
        let one = |item: Option<MenuItem>| item.into_iter().collect();
        self.list.unlisted = match self.page {
            _ if typed.is_empty() => Vec::new(),
            Page::Start if self.list.is_empty() => one(start::typed_item(&typed, items)),
            Page::Game(_) | Page::Variant(_) | Page::ImportGame(_) | Page::GameOfFile(..)
                if self.list.is_empty() =>
            {
                one(items.game(&typed))
            }
            Page::Tournaments => one(items.tournament_at(&typed)),
            Page::File => vec![MenuItem::new(&typed, "replay and analyze it")],
            Page::Export(_) => vec![MenuItem::new(&typed, "write the matches to it")],
            Page::Import => vec![MenuItem::new(&typed, "add its matches to the library")],
            Page::Kept(KeptPurpose::Study) => {
                let mut found = items.matches_of_player(&typed);
                if !found.is_empty() {
                    found.extend(items_for_player(&typed));
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
            self.apply_settings();
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
            Page::Settings(_) => self.show_start(),
            Page::NewTournament(_) => return self.finish_tournament(),
            page => {
                let page = page.clone();
                let Some(chosen) = self.list.chosen().cloned() else { return MenuResult::Nothing };
                return self.choose_item(page, chosen, items);
            }
        }
        MenuResult::Nothing
    }

    /// Continues from a page with the chosen item.
    fn choose_item(&mut self, page: Page, chosen: MenuItem, items: &dyn MenuItems) -> MenuResult {
        match page {
            Page::Start => return self.choose_start(&chosen.name, items),
            // A variant's full name selects it.
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
            Page::Kept(KeptPurpose::Study) | Page::Found(_) => return self.choose_found(chosen),
            Page::Library => return self.choose_library(&chosen.name, items),
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
            Page::GameOfFile(file, number) => {
                let game = chosen.name;
                return MenuResult::Study(MenuStudy::FileOfGame { file, number, game });
            }
            Page::Tournaments => self.choose_tournament(&chosen.name, items),
            Page::Entrants => self.choose_entrant(chosen, items),
            Page::Tournament(folder, part) => {
                return self.choose_part(folder, &part, &chosen, items);
            }
            Page::Opponent => self.ask_options(chosen, items),
            Page::Side => {
                self.side = self.sides(items).swap_remove(self.list.selected()).0;
                self.ask_time(items);
            }
            // A form has no list.
            _ => return self.finish(&chosen),
        }
        MenuResult::Nothing
    }

    /// Goes back to the previous question.
    fn back(&mut self, items: &dyn MenuItems) -> MenuResult {
        (self.complaint, self.news) = (None, None);
        match &self.page {
            Page::Start => return MenuResult::Leave,
            Page::Game(GamePurpose::Tournament) => self.show_tournaments(items),
            Page::Entrants => self.ask_game(GamePurpose::Tournament, items),
            Page::NewTournament(_) => self.ask_entrants(items),
            Page::Tournament(folder, part) => {
                let (folder, part) = (folder.clone(), part.clone());
                self.leave_part(&folder, &part, items);
            }
            Page::Game(_)
            | Page::Kept(_)
            | Page::File
            | Page::Settings(_)
            | Page::Tournaments
            | Page::Library => self.show_start(),
            Page::MatchOfFile(_) | Page::GameOfFile(..) => self.ask_file(),
            Page::Search(_) | Page::Import => self.show_library(),
            Page::ImportGame(_) => self.ask_import(),
            Page::Found(query) => self.ask_search(&query.clone()),
            Page::Export(query) => self.leave_export(query.clone(), items),
            Page::Variant(purpose) => self.ask_game(*purpose, items),
            Page::Opponent | Page::Options(_) | Page::Side | Page::Time => self.undo_choice(items),
        }
        MenuResult::Nothing
    }

    /// Shows why the choice is not possible.
    pub fn complain(&mut self, why: String) {
        self.complaint = Some(why);
    }

    /// Shows a result or the progress.
    pub fn inform(&mut self, news: String) {
        self.news = Some(news);
    }
}
