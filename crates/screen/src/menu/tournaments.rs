//! Tournaments: a new one is set up, and those that there are are watched, stopped, resumed and looked at.

use std::time::Duration;

use games_package::{OptionSpec, TimeControl};

use super::form::Form;
use super::list::List;
use super::start::GamePurpose;
use super::{
    Menu, MenuItem, MenuItems, MenuResult, MenuStudy, Page, TournamentCommand, TournamentView,
};

/// The formats: the names by which the program knows them.
const FORMATS: [&str; 5] = ["round-robin", "gauntlet", "swiss", "knockout", "groups"];

/// The most pairs of games of two players.
const PAIRS_MAX: i64 = 10_000;

/// The most rounds and groups.
const ROUNDS_MAX: i64 = 100;

/// The time that is suggested: a tournament has many games.
const TIME: &str = "100ms";

/// How often a tournament that is watched is drawn.
const WATCHED_EVERY: Duration = Duration::from_millis(500);

/// How often a list is.
const LISTED_EVERY: Duration = Duration::from_secs(2);

/// A tournament that is to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTournament {
    /// The game.
    pub game: String,
    /// The players.
    pub entrants: Vec<MenuEntrant>,
    /// "round-robin", "gauntlet", "swiss", "knockout" or "groups".
    pub format: String,
    /// How many pairs of games two players have who meet.
    pub pairs: u32,
    /// The time control.
    pub time: TimeControl,
    /// The rounds of a Swiss tournament.
    pub rounds: usize,
    /// The groups, in a tournament that has some, and how many players of each go on.
    pub groups: (usize, usize),
    /// What it is to be called; empty if it is not said.
    pub name: String,
}

/// A player of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuEntrant {
    /// The player with its options: `name:key=value`.
    pub player: String,
    /// What it is called in tables; none if that is the player.
    pub name: Option<String>,
}

/// What is looked at of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TournamentPart {
    /// Its standings, and what can be done.
    Standings,
    /// The whole report.
    Report,
    /// Its games: all, or those of the player of this name.
    Games(Option<String>),
}

const NEW: &str = ":new";
const GO_ON: &str = ":go-on";
const REMOVE: &str = ":remove ";
const STOP: &str = ":stop";
const RESUME: &str = ":resume";
const GAMES: &str = ":games";
const REPORT: &str = ":report";
const PLAYER: &str = ":player ";

const FORMAT: &str = "format";
const PAIRS: &str = "pairs";
const TIME_CONTROL: &str = "time";
const ROUNDS: &str = "rounds";
const GROUPS: &str = "groups";
const ADVANCE: &str = "advance";
const NAME: &str = "name";

fn form() -> Form {
    let number = OptionSpec::integer;
    Form::of(vec![
        OptionSpec::choice(FORMAT, "who meets whom", FORMATS[0], &FORMATS),
        number(PAIRS, "of games for each two who meet, with the seats swapped", 1, 1, PAIRS_MAX),
        OptionSpec::text(TIME_CONTROL, "for a move like 1s, or a clock like 1m+1s; none", TIME),
        number(ROUNDS, "of the format swiss", 5, 1, ROUNDS_MAX),
        number(GROUPS, "of the format groups", 2, 2, ROUNDS_MAX),
        number(ADVANCE, "how many players of each group go on", 2, 1, ROUNDS_MAX),
        OptionSpec::text(NAME, "what it is called; chosen if it is empty", ""),
    ])
}

/// Lists.
impl Menu {
    /// Shows the tournaments that there are.
    pub(super) fn show_tournaments(&mut self, items: &dyn MenuItems) {
        self.game.clear();
        self.page = Page::Tournaments;
        self.list = List::new(tournaments(items));
    }

    /// Goes on from the list of tournaments.
    pub(super) fn choose_tournament(&mut self, name: &str, items: &dyn MenuItems) {
        match name {
            NEW => self.ask_game(GamePurpose::Tournament, items),
            folder => self.show_tournament(folder, items),
        }
    }

    /// Shows the tournament in this folder.
    pub fn show_tournament(&mut self, folder: &str, items: &dyn MenuItems) {
        self.show_part(folder.to_owned(), TournamentPart::Standings, items);
    }

    /// Shows the games of the tournament in this folder, all or those of this player, with this one chosen.
    pub fn show_tournament_games(
        &mut self,
        folder: &str,
        player: Option<&str>,
        game: &str,
        items: &dyn MenuItems,
    ) {
        self.show_part(folder.to_owned(), TournamentPart::Games(player.map(String::from)), items);
        self.list.choose_name(game);
    }

    fn show_part(&mut self, folder: String, part: TournamentPart, items: &dyn MenuItems) {
        match self.read_part(&folder, &part, items) {
            Ok(all) => {
                self.page = Page::Tournament(folder, part);
                self.list = List::new(all);
            }
            Err(why) => self.leave_lost_tournament(why, items),
        }
    }

    /// What is listed of this part of a tournament; the standings are read as well.
    fn read_part(
        &mut self,
        folder: &str,
        part: &TournamentPart,
        items: &dyn MenuItems,
    ) -> Result<Vec<MenuItem>, String> {
        let view = items.tournament(folder)?;
        let all = match part {
            TournamentPart::Standings => view.items(),
            TournamentPart::Report => {
                // What is too long for a row is shown below the list.
                let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
                let line = |line: &String| MenuItem::labeled("", line, &words(line));
                view.report.iter().map(line).collect()
            }
            TournamentPart::Games(player) => items.tournament_games(folder, player.as_deref())?,
        };
        self.tournament = Some(view);
        Ok(all)
    }

    /// Goes back from a tournament that can't be read, or couldn't begin, and says why.
    fn leave_lost_tournament(&mut self, why: String, items: &dyn MenuItems) {
        match self.draft.take() {
            Some(form) => self.page = Page::NewTournament(form),
            None if self.page == Page::Tournaments => {}
            None => self.show_tournaments(items),
        }
        self.complain(why);
    }

    /// When the page changes without a key, at the latest. None if it doesn't.
    pub const fn next_change(&self) -> Option<Duration> {
        match self.page {
            Page::Tournament(_, TournamentPart::Standings) => Some(WATCHED_EVERY),
            Page::Tournament(..) | Page::Tournaments => Some(LISTED_EVERY),
            _ => None,
        }
    }

    /// Shows what has changed since the page was drawn.
    pub fn refresh(&mut self, items: &dyn MenuItems) {
        match self.page.clone() {
            Page::Tournaments => self.list.renew(tournaments(items)),
            Page::Tournament(folder, part) => match self.read_part(&folder, &part, items) {
                Ok(all) => {
                    self.list.renew(all);
                    // It has begun.
                    if self.tournament.as_ref().is_some_and(|view| !view.players.is_empty()) {
                        self.draft = None;
                    }
                }
                Err(why) => self.leave_lost_tournament(why, items),
            },
            _ => {}
        }
    }

    /// Goes on from a page of a tournament.
    pub(super) fn choose_part(
        &mut self,
        folder: String,
        part: &TournamentPart,
        chosen: &MenuItem,
        items: &dyn MenuItems,
    ) -> MenuResult {
        let game = chosen.name.clone();
        match (part, chosen.name.as_str()) {
            (TournamentPart::Games(player), _) => {
                let player = player.clone();
                return MenuResult::Study(MenuStudy::OfTournament { folder, player, game });
            }
            (TournamentPart::Report, _) => self.show_part(folder, TournamentPart::Standings, items),
            (TournamentPart::Standings, STOP) => {
                self.list.clear_filter();
                return MenuResult::StopTournament(folder);
            }
            (TournamentPart::Standings, RESUME) => {
                self.list.clear_filter();
                return MenuResult::ResumeTournament(folder);
            }
            (TournamentPart::Standings, REPORT) => {
                self.show_part(folder, TournamentPart::Report, items);
            }
            (TournamentPart::Standings, GAMES) => {
                self.show_part(folder, TournamentPart::Games(None), items);
            }
            (TournamentPart::Standings, player) => {
                let player = player.strip_prefix(PLAYER).unwrap_or(player).to_owned();
                self.show_part(folder, TournamentPart::Games(Some(player)), items);
            }
        }
        MenuResult::Nothing
    }

    /// Goes back from a page of a tournament.
    pub(super) fn leave_part(
        &mut self,
        folder: &str,
        part: &TournamentPart,
        items: &dyn MenuItems,
    ) {
        let came_by = match part {
            TournamentPart::Standings => {
                self.draft = None;
                self.show_tournaments(items);
                return self.list.choose_name(folder);
            }
            TournamentPart::Report => REPORT.to_owned(),
            TournamentPart::Games(None) => GAMES.to_owned(),
            TournamentPart::Games(Some(player)) => format!("{PLAYER}{player}"),
        };
        self.show_tournament(folder, items);
        self.list.choose_name(&came_by);
    }
}

/// A new tournament.
impl Menu {
    /// Begins to ask for a tournament of this game.
    pub(super) fn begin_tournament(&mut self, game: String, items: &dyn MenuItems) {
        self.game = game;
        self.entrants.clear();
        self.ask_entrants(items);
    }

    /// Asks who takes part: everybody who does stands above those who can.
    pub(super) fn ask_entrants(&mut self, items: &dyn MenuItems) {
        let players = match items.players(&self.game) {
            Ok(players) => players,
            Err(why) => return self.complain(why),
        };
        let came_by = self.opponent.take().map(|player| player.name);
        let count = self.entrants.len();
        let go_on = MenuItem::labeled(GO_ON, "Go on", &format!("with these {count} players"));
        let taken = self.entrants.iter().enumerate().map(|(index, entrant)| {
            let label = format!("- {}", entrant.name.as_ref().unwrap_or(&entrant.player));
            MenuItem::labeled(&format!("{REMOVE}{index}"), &label, "takes part; Enter removes it")
        });
        let first = (count > 1).then_some(go_on);
        let all = first.into_iter().chain(taken).chain(players);
        let all = all.map(|item| MenuItem { is_default: false, ..item }).collect();
        self.page = Page::Entrants;
        self.list = List::new(all);
        match came_by {
            Some(name) => self.list.choose_name(&name),
            None => self.list.step(isize::try_from(count + usize::from(count > 1)).unwrap_or(0)),
        }
    }

    /// Goes on from the list of those who can take part.
    pub(super) fn choose_entrant(&mut self, chosen: MenuItem, items: &dyn MenuItems) {
        match chosen.name.strip_prefix(REMOVE) {
            Some(index) => {
                if let Some(index) = index.parse().ok().filter(|at| *at < self.entrants.len()) {
                    self.entrants.remove(index);
                }
                self.ask_entrants(items);
            }
            None if chosen.name == GO_ON => self.page = Page::NewTournament(form()),
            None => self.ask_options(chosen, items),
        }
    }

    /// Adds the player that was chosen, whose options are set.
    pub(super) fn take_entrant(&mut self, items: &dyn MenuItems) {
        let player = self.player_text();
        let label = self.opponent.as_ref().map(|chosen| chosen.label.clone());
        let is_named = |entrant: &MenuEntrant| entrant.name == label;
        // A second one of the same name is told by its player.
        let is_plain = self.options.is_empty() && !self.entrants.iter().any(is_named);
        let name = label.filter(|label| is_plain && *label != player);
        self.entrants.push(MenuEntrant { player, name });
        self.ask_entrants(items);
    }

    /// The tournament of the form.
    pub(super) fn finish_tournament(&mut self) -> MenuResult {
        let Page::NewTournament(form) = &self.page else { return MenuResult::Nothing };
        let value = |name| form.value(name).trim().to_owned();
        let time: Result<TimeControl, _> = value(TIME_CONTROL).parse();
        let time = match (form.text(), time) {
            (Ok(_), Ok(time)) => time,
            (Err(why), _) => {
                self.complain(why);
                return MenuResult::Nothing;
            }
            (_, Err(error)) => {
                self.complain(format!("{TIME_CONTROL}: {error}"));
                return MenuResult::Nothing;
            }
        };
        // The form has found them in their ranges.
        let number = |name| form.value(name).parse::<u32>().unwrap_or(1);
        let size = |name| usize::try_from(number(name)).unwrap_or(1);
        let new = NewTournament {
            game: self.game.clone(),
            entrants: self.entrants.clone(),
            format: value(FORMAT),
            pairs: number(PAIRS),
            time,
            rounds: size(ROUNDS),
            groups: (size(GROUPS), size(ADVANCE)),
            name: value(NAME),
        };
        self.draft = Some(form.clone());
        MenuResult::BeginTournament(new)
    }
}

/// The items of the list of tournaments.
fn tournaments(items: &dyn MenuItems) -> Vec<MenuItem> {
    let new =
        MenuItem::labeled(NEW, "New tournament", "choose the game, the players and the format");
    std::iter::once(new).chain(items.tournaments()).collect()
}

impl TournamentView {
    /// What can be chosen: the players, and what is to be done.
    fn items(&self) -> Vec<MenuItem> {
        let command = self.command.map(|command| match command {
            TournamentCommand::Stop => MenuItem::labeled(
                STOP,
                "Stop",
                "games in progress are broken off; it can go on later",
            ),
            TournamentCommand::Resume => {
                MenuItem::labeled(RESUME, "Resume", "play the games that are left")
            }
        });
        let others = [
            MenuItem::labeled(GAMES, "Games", "the games that are over, to be replayed"),
            MenuItem::labeled(
                REPORT,
                "Report",
                "all against all, ratings with errors, how games ended",
            ),
        ];
        let player = |player: &MenuItem| {
            let name = format!("{PLAYER}{}", player.name);
            MenuItem { name, ..player.clone() }
        };
        self.players.iter().map(player).chain(command).chain(others).collect()
    }

    /// The place of a player in the standings, from 0; none for what is no player.
    pub(super) fn place_of(&self, item: &MenuItem) -> Option<usize> {
        let name = item.name.strip_prefix(PLAYER)?;
        self.players.iter().position(|player| player.name == name)
    }
}
