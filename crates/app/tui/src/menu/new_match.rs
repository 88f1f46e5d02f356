//! Settings for a new match: the opponent (or both players), the side and the time control.

use board_engine::Seat;
use games_package::{TimeControl, TimeControlError};

use super::form::Form;
use super::list::List;
use super::start::GamePurpose;
use super::{Menu, MenuItem, MenuItems, MenuResult, Page};

/// The person's role: a seat, or spectator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// The person takes this seat.
    Seat(Seat),
    /// The person takes a random seat.
    Random,
    /// The person watches. This player, with options, takes the first seat.
    Watch(String),
}

/// A match to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuMatch {
    /// The game.
    pub game: String,
    /// The player for all other seats, with options: `name:key=value`.
    pub opponent: String,
    /// The person's seat, if the person plays.
    pub side: Side,
    /// The time control.
    pub time: TimeControl,
}

/// The first mover in a match to watch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FirstPlayer {
    /// The player with its options: `name:key=value`.
    text: String,
    /// The name on the screen.
    pub(super) label: String,
}

impl Menu {
    /// Starts asking about a match in this game.
    pub(super) fn begin_match(
        &mut self,
        game: String,
        purpose: GamePurpose,
        items: &dyn MenuItems,
    ) {
        (self.purpose, self.first, self.opponent) = (purpose, None, None);
        match purpose {
            GamePurpose::Tournament => self.begin_tournament(game, items),
            _ => self.ask_opponent(game, items),
        }
    }

    fn ask_opponent(&mut self, game: String, items: &dyn MenuItems) {
        match items.players(&game) {
            Ok(mut players) => {
                if self.purpose == GamePurpose::Play {
                    players.push(items.person());
                }
                self.game = game;
                self.page = Page::Opponent;
                self.list = List::new(players);
            }
            Err(why) => self.complaint = Some(why),
        }
    }

    pub(super) fn ask_options(&mut self, opponent: MenuItem, items: &dyn MenuItems) {
        self.options.clear();
        let form = Form::new(&opponent.options);
        self.opponent = Some(opponent);
        match form {
            Some(form) => self.page = Page::Options(form),
            None => self.take_player(items),
        }
    }

    /// Continues with the chosen player and its options.
    pub(super) fn take_player(&mut self, items: &dyn MenuItems) {
        match (self.purpose, &self.first) {
            (GamePurpose::Tournament, _) => self.take_entrant(items),
            (GamePurpose::Watch, None) => {
                let label = self.player_label();
                self.first = Some(FirstPlayer { text: self.player_text(), label });
                self.opponent = None;
                self.ask_opponent(self.game.clone(), items);
            }
            (GamePurpose::Watch, Some(_)) => self.ask_time(items),
            _ => self.ask_side(items),
        }
    }

    /// The chosen player with its options: `name:key=value`.
    pub(super) fn player_text(&self) -> String {
        let name = self.opponent.as_ref().map_or("", |opponent| opponent.name.as_str());
        let sign = if name.contains(':') { ',' } else { ':' };
        match self.options.as_str() {
            "" => name.to_owned(),
            options => format!("{name}{sign}{options}"),
        }
    }

    /// The chosen player's name on the screen, with its options.
    fn player_label(&self) -> String {
        let label = self.opponent.as_ref().map_or("", |opponent| opponent.label.as_str());
        match self.options.as_str() {
            "" => label.to_owned(),
            options => format!("{label}:{options}"),
        }
    }

    /// Goes back to the previous question.
    pub(super) fn undo_choice(&mut self, items: &dyn MenuItems) {
        match self.page {
            Page::Time if self.purpose == GamePurpose::Play => return self.ask_side(items),
            Page::Options(_) if self.purpose == GamePurpose::Tournament => {
                return self.ask_entrants(items);
            }
            Page::Opponent if self.first.is_none() => return self.ask_game(self.purpose, items),
            Page::Opponent => self.first = None,
            _ => {}
        }
        let before = self.opponent.take();
        self.ask_opponent(self.game.clone(), items);
        self.list.choose_name(before.as_ref().map_or("", |choice| choice.name.as_str()));
    }

    pub(super) fn ask_side(&mut self, items: &dyn MenuItems) {
        let choices = self.sides(items).into_iter().map(|(_, choice)| choice).collect();
        self.page = Page::Side;
        self.list = List::new(choices);
    }

    /// The seats that the person can take, as items.
    pub(super) fn sides(&self, items: &dyn MenuItems) -> Vec<(Side, MenuItem)> {
        let names = items.seats(&self.game);
        let order = ["you move first", "you move second", "you move third"];
        let seat = |(index, name): (usize, String)| {
            let description = order.get(index).copied().unwrap_or("you move later");
            (Side::Seat(Seat::new(index)), MenuItem::new(&name, description))
        };
        let drawn = (Side::Random, MenuItem::new("random", "you get a random seat"));
        names.into_iter().enumerate().map(seat).chain([drawn]).collect()
    }

    pub(super) fn ask_time(&mut self, items: &dyn MenuItems) {
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

    pub(super) fn finish(&self, time: &MenuItem) -> MenuResult {
        let Ok(time) = time.name.parse() else { return MenuResult::Nothing };
        let side = self
            .first
            .as_ref()
            .map_or_else(|| self.side.clone(), |it| Side::Watch(it.text.clone()));
        let (game, opponent) = (self.game.clone(), self.player_text());
        MenuResult::Match(MenuMatch { game, opponent, side, time })
    }
}

/// The longest clock time without a unit, in minutes. Larger numbers are seconds.
const MINUTES_MAX: f64 = 180.0;

/// Parses a typed time control. In a clock without units, such as `5+3`, the time is in minutes and the increment in
/// seconds, as on chess servers.
///
/// # Errors
/// [`TimeControlError`] if the text is not a time control.
pub fn typed_clock(text: &str) -> Result<TimeControl, TimeControlError> {
    let is_in_minutes = |time: &&str| {
        time.trim().parse::<f64>().is_ok_and(|time| (0.0..=MINUTES_MAX).contains(&time))
    };
    match text.split_once('+').filter(|(time, _)| is_in_minutes(time)) {
        Some((time, increment)) => {
            let as_typed = |_with_units| TimeControlError { text: text.into() };
            format!("{}m+{}", time.trim(), increment.trim()).parse().map_err(as_typed)
        }
        None => text.parse(),
    }
}

/// The item for this time control.
pub(super) fn time_choice(text: &str) -> Option<MenuItem> {
    let control = typed_clock(text).ok()?;
    let description = match control {
        TimeControl::Unlimited => "no limit",
        TimeControl::PerMove(_) => "per move for computer players",
        TimeControl::Increment { .. } => "for all players, with an increment per move",
        TimeControl::Period { .. } => "for all players: moves per period",
    };
    Some(MenuItem::new(&control.to_string(), description))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, meant: &str) {
        assert_eq!(typed_clock(typed), meant.parse(), "{typed}");
    }

    #[test]
    fn a_clock_without_units_is_in_minutes_and_seconds() {
        check("3+2", "3m+2s");
        check("10 + 0", "10m+0s");
        check("0.5+0", "30s+0s");
        check("300+3", "5m+3s");
        check("1m+1s", "1m+1s");
        check("40/60+0.5", "40/60s+500ms");
        check("5m", "5m");
        check("3+x", "3+x");
        check("+2", "+2");
    }
}
