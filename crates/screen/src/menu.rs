//! The menu: what to do, and for a match what is played, against whom, on which side, with how much time.

mod form;
mod list;
mod start;
mod view;

use std::path::PathBuf;

use board_engine::Seat;
use games_package::{OptionSpec, TimeControl};
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use self::form::Form;
use self::list::List;
use self::start::{GamePurpose, KeptPurpose};
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

    /// The game of this name, which need not be listed: any variant of one that is.
    fn game(&self, name: &str) -> Option<MenuItem>;

    /// The names of a game's seats.
    fn seats(&self, game: &str) -> Vec<String>;

    /// The opponents for a game, including people.
    ///
    /// # Errors
    /// Why there is no opponent, as a phrase.
    fn opponents(&self, game: &str) -> Result<Vec<MenuItem>, String>;

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

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The person takes this seat.
    Seat(Seat),
    /// The person takes a random seat.
    Random,
    /// The person watches.
    Watch,
}

/// A match to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuMatch {
    /// The game.
    pub game: String,
    /// The player of all other seats, with options: `name:key=value`.
    pub opponent: String,
    /// The person's seat.
    pub side: Side,
    /// The time control.
    pub time: TimeControl,
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
    /// All kept matches of players whose names contain the text, or all of them if it is empty, are written to this file.
    Export(String, PathBuf),
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
    /// The name of a file is typed, to which the matches of the players with this text in their names are written.
    Export(String),
    Look,
    Opponent,
    Options(Form),
    Side,
    Time,
}

/// The menu.
#[derive(Debug)]
pub struct Menu {
    pub(crate) skin: Skin,
    pub(crate) area: Rect,
    pub(crate) page: Page,
    pub(crate) list: List,
    pub(crate) game: String,
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
                if let Page::Options(form) = &mut self.page {
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
            match &mut self.page {
                Page::Options(form) => form.type_sign(sign),
                _ => self.list.type_sign(sign),
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
            Page::Game(_) | Page::Variant(_) if self.list.is_empty() => one(items.game(&typed)),
            Page::File => vec![MenuItem::new(&typed, "replay and analyze it")],
            Page::Export(_) => vec![MenuItem::new(&typed, "write the matches to it")],
            Page::Kept(KeptPurpose::Study) => {
                let mut found = items.matches_of_player(&typed);
                if !found.is_empty() {
                    found.push(start::export_item(&typed));
                }
                found
            }
            Page::Time if self.list.is_empty() => one(time_choice(&typed)),
            _ => Vec::new(),
        };
    }

    fn click(&mut self, row: usize, items: &dyn MenuItems) -> MenuResult {
        if let Page::Options(form) = &mut self.page {
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
                    self.ask_side(items);
                }
                Err(why) => self.complaint = Some(why),
            },
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
            Page::Game(GamePurpose::Play) | Page::Variant(GamePurpose::Play) => {
                self.ask_opponent(chosen.name, items);
            }
            Page::Kept(KeptPurpose::Continue) => return MenuResult::Continue(chosen.name),
            Page::Kept(KeptPurpose::Study) => match chosen.name.strip_prefix(start::EXPORT) {
                Some(player) => self.ask_export(player.to_owned()),
                None => return MenuResult::Study(MenuStudy::Kept(chosen.name)),
            },
            Page::Export(player) => return MenuResult::Export(player, PathBuf::from(chosen.name)),
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
                self.side = self.sides(items)[self.list.selected()].0;
                self.ask_time(items);
            }
            // The options have no list.
            Page::Time | Page::Options(_) => return self.finish(&chosen),
        }
        MenuResult::Nothing
    }

    fn ask_opponent(&mut self, game: String, items: &dyn MenuItems) {
        match items.opponents(&game) {
            Ok(opponents) => {
                self.game = game;
                self.page = Page::Opponent;
                self.list = List::new(opponents);
            }
            Err(why) => self.complaint = Some(why),
        }
    }

    fn ask_options(&mut self, opponent: MenuItem, items: &dyn MenuItems) {
        self.options.clear();
        let form = Form::new(&opponent.options);
        self.opponent = Some(opponent);
        match form {
            Some(form) => self.page = Page::Options(form),
            None => self.ask_side(items),
        }
    }

    fn ask_side(&mut self, items: &dyn MenuItems) {
        let choices = self.sides(items).into_iter().map(|(_, choice)| choice).collect();
        self.page = Page::Side;
        self.list = List::new(choices);
    }

    /// The seats that the person can take, as items.
    fn sides(&self, items: &dyn MenuItems) -> Vec<(Side, MenuItem)> {
        let opponent = self.opponent.as_ref().map_or("", |opponent| opponent.label.as_str());
        let names = items.seats(&self.game);
        let order = ["you move first", "you move second", "you move third"];
        let seat = |(index, name): (usize, String)| {
            let description = order.get(index).copied().unwrap_or("you move later");
            (Side::Seat(Seat::new(index)), MenuItem::new(&name, description))
        };
        let drawn = (Side::Random, MenuItem::new("by lot", "a seat is drawn for you"));
        let watching = format!("you watch {opponent} play itself");
        let nobodys = (Side::Watch, MenuItem::new("none", &watching));
        names.into_iter().enumerate().map(seat).chain([drawn, nobodys]).collect()
    }

    fn ask_time(&mut self, items: &dyn MenuItems) {
        let usual = items.time();
        let times = ["none", "2s", "10s", "1m+1s", "3m+2s", "5m+3s", "15m+10s", "40/5m"];
        let mut choices: Vec<MenuItem> =
            times.iter().filter_map(|text| time_choice(text)).collect();
        match choices.iter().position(|choice| choice.name == usual.to_string()) {
            Some(index) => choices[..=index].rotate_right(1),
            None => choices.splice(0..0, time_choice(&usual.to_string())).for_each(drop),
        }
        self.page = Page::Time;
        self.list = List::new(choices);
    }

    fn finish(&self, time: &MenuItem) -> MenuResult {
        let name = self.opponent.as_ref().map_or("", |opponent| opponent.name.as_str());
        let sign = if name.contains(':') { ',' } else { ':' };
        let opponent = match self.options.as_str() {
            "" => name.to_string(),
            options => format!("{name}{sign}{options}"),
        };
        let Ok(time) = time.name.parse() else { return MenuResult::Nothing };
        MenuResult::Match(MenuMatch { game: self.game.clone(), opponent, side: self.side, time })
    }

    /// Goes back to the previous question.
    fn back(&mut self, items: &dyn MenuItems) -> MenuResult {
        (self.complaint, self.news) = (None, None);
        match &self.page {
            Page::Start => return MenuResult::Leave,
            Page::Game(_) | Page::Kept(_) | Page::File | Page::Look => self.show_start(),
            Page::MatchOfFile(_) => self.ask_file(),
            Page::Export(_) => self.ask_kept(KeptPurpose::Study, items),
            Page::Variant(purpose) => self.ask_game(*purpose, items),
            Page::Opponent => self.ask_game(GamePurpose::Play, items),
            Page::Options(_) | Page::Side => {
                let game = self.game.clone();
                let before = self.opponent.take();
                self.ask_opponent(game, items);
                self.list.choose_name(before.as_ref().map_or("", |choice| choice.name.as_str()));
            }
            Page::Time => self.ask_side(items),
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

    /// Goes back to the first page, and shows what was done.
    pub fn finish_export(&mut self, news: String) {
        self.page = Page::Kept(KeptPurpose::Study);
        self.show_start();
        self.inform(news);
    }
}

/// The time control of this text as an item.
fn time_choice(text: &str) -> Option<MenuItem> {
    let control: TimeControl = text.parse().ok()?;
    let description = match control {
        TimeControl::Unlimited => "no limit",
        TimeControl::PerMove(_) => "for each move of a computer player",
        TimeControl::Increment { .. } => "for everybody, and more after each move",
        TimeControl::Period { .. } => "for everybody: moves in this time, then again",
    };
    Some(MenuItem::new(&control.to_string(), description))
}
