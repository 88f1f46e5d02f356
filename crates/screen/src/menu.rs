//! The menu: what is played, against whom, on which side, with how much time.

mod form;
mod list;
mod view;

use board_engine::Seat;
use games_package::{OptionSpec, TimeControl};
use ratatui::crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use self::form::Form;
use self::list::List;
use crate::skin::Skin;
use crate::words::one_line;

/// Something that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The name by which it is asked for.
    pub name: String,
    /// What it is called on the screen.
    pub label: String,
    /// What it is, in one line.
    pub description: String,
    /// What can be set.
    pub options: Vec<OptionSpec>,
    /// Whether it is the one that is suggested.
    pub is_usual: bool,
}

impl Choice {
    /// Something that is called as it is asked for, with nothing to set.
    pub fn new(name: &str, description: &str) -> Self {
        Self {
            name: name.into(),
            label: name.into(),
            description: description.into(),
            options: Vec::new(),
            is_usual: false,
        }
    }
}

/// What there is to choose from.
pub trait Offers {
    /// The games; the first one is suggested.
    fn games(&self) -> Vec<Choice>;

    /// The game of this name, which need not be listed: any variant of one that is.
    fn game(&self, name: &str) -> Option<Choice>;

    /// What the seats of a game are called.
    fn seats(&self, game: &str) -> Vec<String>;

    /// Against whom the game can be played, people among them.
    ///
    /// # Errors
    /// Why there is nobody, as a phrase.
    fn opponents(&self, game: &str) -> Result<Vec<Choice>, String>;

    /// How time is counted where nothing is said.
    fn time(&self) -> TimeControl;
}

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The person takes this seat.
    Mine(Seat),
    /// The person takes a seat that is drawn.
    Drawn,
    /// The person looks on.
    Nobodys,
}

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The game.
    pub game: String,
    /// Who takes all seats but the person's, with options: `name:key=value`.
    pub opponent: String,
    /// Where the person sits.
    pub side: Side,
    /// How time is counted.
    pub time: TimeControl,
}

/// What comes of the menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// Nothing yet.
    Nothing,
    /// A match.
    Match(Wish),
    /// The person has gone.
    Leave,
    /// The person broke the program off.
    Interrupted,
    /// The program is to be stopped until the shell wakes it.
    Suspend,
}

/// What is asked now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    Game,
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
    pub(crate) opponent: Option<Choice>,
    /// The options that were set, as they are written: "depth=6,…"; empty if none was.
    pub(crate) options: String,
    pub(crate) side: Side,
    pub(crate) complaint: Option<String>,
}

impl Menu {
    /// The menu with its first question.
    pub fn new(skin: Skin, offers: &dyn Offers) -> Self {
        Self {
            skin,
            area: Rect::ZERO,
            page: Page::Game,
            list: List::new(offers.games()),
            game: String::new(),
            opponent: None,
            options: String::new(),
            side: Side::Drawn,
            complaint: None,
        }
    }

    /// The size of the screen.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// Takes in a key, a click or another size.
    pub fn update(&mut self, input: &Input, offers: &dyn Offers) -> Chosen {
        match input {
            Input::Resize(width, height) => self.resize(*width, *height),
            Input::Key(key) if key.kind != KeyEventKind::Release => {
                return self.take_key(*key, offers);
            }
            Input::Paste(text) => self.paste(text, offers),
            Input::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollUp => self.list.step(-1),
                MouseEventKind::ScrollDown => self.list.step(1),
                MouseEventKind::Down(MouseButton::Right) => return self.back(offers),
                MouseEventKind::Down(MouseButton::Left) => {
                    let at = Position::new(mouse.column, mouse.row);
                    if let Some(row) = view::row_at(self, at) {
                        return self.click(row, offers);
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Chosen::Nothing
    }

    fn take_key(&mut self, key: KeyEvent, offers: &dyn Offers) -> Chosen {
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Chosen::Interrupted;
            }
            KeyCode::Char('z') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Chosen::Suspend;
            }
            KeyCode::Esc if !self.list.filter.is_empty() => self.list.set_filter(String::new()),
            KeyCode::Esc => return self.back(offers),
            KeyCode::Enter => return self.choose(offers),
            code => {
                if let Page::Options(form) = &mut self.page {
                    form.take_key(code);
                } else {
                    self.list.take_key(code);
                    self.look_for_unlisted(offers);
                }
            }
        }
        Chosen::Nothing
    }

    /// What was pasted is typed as one text.
    fn paste(&mut self, text: &str, offers: &dyn Offers) {
        for sign in one_line(text).chars() {
            match &mut self.page {
                Page::Options(form) => form.type_sign(sign),
                _ => self.list.take_key(KeyCode::Char(sign)),
            }
        }
        self.look_for_unlisted(offers);
    }

    /// What is typed may be a game or a time that no list has.
    fn look_for_unlisted(&mut self, offers: &dyn Offers) {
        let typed = self.list.filter.trim().to_string();
        self.list.extra = match self.page {
            Page::Game if self.list.is_empty() => offers.game(&typed),
            Page::Time if self.list.is_empty() => time_choice(&typed),
            _ => None,
        };
    }

    fn click(&mut self, row: usize, offers: &dyn Offers) -> Chosen {
        if let Page::Options(form) = &mut self.page {
            form.click(row);
            return Chosen::Nothing;
        }
        self.list.index = row;
        self.choose(offers)
    }

    /// Goes on with what is chosen.
    fn choose(&mut self, offers: &dyn Offers) -> Chosen {
        self.complaint = None;
        match &self.page {
            Page::Options(form) => match form.text() {
                Ok(text) => {
                    self.options = text;
                    self.ask_side(offers);
                }
                Err(why) => self.complaint = Some(why),
            },
            page => {
                let Some(chosen) = self.list.chosen().cloned() else { return Chosen::Nothing };
                match page {
                    Page::Game => self.ask_opponent(chosen.name, offers),
                    Page::Opponent => self.ask_options(chosen, offers),
                    Page::Side => {
                        self.side = self.sides(offers)[self.list.place()].0;
                        self.ask_time(offers);
                    }
                    _ => return self.wish(&chosen),
                }
            }
        }
        Chosen::Nothing
    }

    fn ask_opponent(&mut self, game: String, offers: &dyn Offers) {
        match offers.opponents(&game) {
            Ok(opponents) => {
                self.game = game;
                self.page = Page::Opponent;
                self.list = List::new(opponents);
            }
            Err(why) => self.complaint = Some(why),
        }
    }

    fn ask_options(&mut self, opponent: Choice, offers: &dyn Offers) {
        self.options.clear();
        let form = Form::new(&opponent.options);
        self.opponent = Some(opponent);
        match form {
            Some(form) => self.page = Page::Options(form),
            None => self.ask_side(offers),
        }
    }

    fn ask_side(&mut self, offers: &dyn Offers) {
        let choices = self.sides(offers).into_iter().map(|(_, choice)| choice).collect();
        self.page = Page::Side;
        self.list = List::new(choices);
    }

    /// Where the person can sit, with the names of that.
    fn sides(&self, offers: &dyn Offers) -> Vec<(Side, Choice)> {
        let opponent = self.opponent.as_ref().map_or("", |opponent| opponent.label.as_str());
        let names = offers.seats(&self.game);
        let order = ["you move first", "you move second", "you move third"];
        let seat = |(index, name): (usize, String)| {
            let description = order.get(index).copied().unwrap_or("you move later");
            (Side::Mine(Seat::new(index)), Choice::new(&name, description))
        };
        let drawn = (Side::Drawn, Choice::new("by lot", "a seat is drawn for you"));
        let watching = format!("you watch {opponent} play itself");
        let nobodys = (Side::Nobodys, Choice::new("none", &watching));
        names.into_iter().enumerate().map(seat).chain([drawn, nobodys]).collect()
    }

    fn ask_time(&mut self, offers: &dyn Offers) {
        let usual = offers.time();
        let times = ["none", "2s", "10s", "1m+1s", "3m+2s", "5m+3s", "15m+10s", "40/5m"];
        let mut choices: Vec<Choice> = times.iter().filter_map(|text| time_choice(text)).collect();
        match choices.iter().position(|choice| choice.name == usual.to_string()) {
            Some(index) => choices[..=index].rotate_right(1),
            None => choices.splice(0..0, time_choice(&usual.to_string())).for_each(drop),
        }
        self.page = Page::Time;
        self.list = List::new(choices);
    }

    fn wish(&self, time: &Choice) -> Chosen {
        let name = self.opponent.as_ref().map_or("", |opponent| opponent.name.as_str());
        let sign = if name.contains(':') { ',' } else { ':' };
        let opponent = match self.options.as_str() {
            "" => name.to_string(),
            options => format!("{name}{sign}{options}"),
        };
        let Ok(time) = time.name.parse() else { return Chosen::Nothing };
        Chosen::Match(Wish { game: self.game.clone(), opponent, side: self.side, time })
    }

    /// Back to the question before.
    fn back(&mut self, offers: &dyn Offers) -> Chosen {
        self.complaint = None;
        match self.page {
            Page::Game => return Chosen::Leave,
            Page::Opponent => {
                self.page = Page::Game;
                self.list = List::new(offers.games());
                self.list.choose_name(&self.game);
                self.game.clear();
            }
            Page::Options(_) | Page::Side => {
                let game = self.game.clone();
                let before = self.opponent.take();
                self.ask_opponent(game, offers);
                self.list.choose_name(before.as_ref().map_or("", |choice| choice.name.as_str()));
            }
            Page::Time => self.ask_side(offers),
        }
        Chosen::Nothing
    }

    /// The match could not begin: why, as a sentence.
    pub fn complain(&mut self, why: String) {
        self.complaint = Some(why);
    }
}

/// The time control of this text, with what it means.
fn time_choice(text: &str) -> Option<Choice> {
    let control: TimeControl = text.parse().ok()?;
    let description = match control {
        TimeControl::Unlimited => "no limit",
        TimeControl::PerMove(_) => "for each move of a computer player",
        TimeControl::Increment { .. } => "for everybody, and more after each move",
        TimeControl::Period { .. } => "for everybody: moves in this time, then again",
    };
    Some(Choice::new(&control.to_string(), description))
}
