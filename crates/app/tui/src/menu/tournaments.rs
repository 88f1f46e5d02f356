//! The list of tournaments, which can be watched, stopped, resumed and inspected.

use std::time::Duration;

use super::list::List;
use super::start::GamePurpose;
use super::{
    Menu, MenuItem, MenuItems, MenuResult, MenuStudy, Page, TournamentCommand, TournamentView,
};

/// The redraw interval of a watched tournament.
const WATCHED_EVERY: Duration = Duration::from_millis(500);

/// The redraw interval of a list.
const LISTED_EVERY: Duration = Duration::from_secs(2);

/// The tournament part that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TournamentPart {
    /// The standings, and the possible actions.
    Standings,
    /// The whole report.
    Report,
    /// All games, or the games of the player with this name.
    Games(Option<String>),
}

const NEW: &str = ":new";
const STOP: &str = ":stop";
const RESUME: &str = ":resume";
const GAMES: &str = ":games";
const REPORT: &str = ":report";
const PLAYER: &str = ":player ";

/// The tournament list and each tournament's pages.
impl Menu {
    /// Shows the list of tournaments.
    pub(super) fn show_tournaments(&mut self, items: &dyn MenuItems) {
        self.game.clear();
        self.page = Page::Tournaments;
        self.list = List::new(tournaments(items));
    }

    /// Continues from the list of tournaments.
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

    fn show_part(&mut self, folder: String, part: TournamentPart, items: &dyn MenuItems) {
        match self.read_part(&folder, &part, items) {
            Ok(all) => {
                self.page = Page::Tournament(folder, part);
                self.list = List::new(all);
            }
            Err(why) => self.leave_lost_tournament(why, items),
        }
    }

    /// Reads the standings, and returns the items for this part of a tournament.
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
                // Text that is too long for a row appears below the list.
                let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
                let line = |line: &String| MenuItem::labeled("", line, &words(line));
                view.report.iter().map(line).collect()
            }
            TournamentPart::Games(player) => items.tournament_games(folder, player.as_deref())?,
        };
        self.tournament = Some(view);
        Ok(all)
    }

    /// Leaves a tournament that can't be read or started, and shows the reason.
    fn leave_lost_tournament(&mut self, why: String, items: &dyn MenuItems) {
        match self.draft.take() {
            Some(form) => self.page = Page::NewTournament(form),
            None if self.page == Page::Tournaments => {}
            None => self.show_tournaments(items),
        }
        self.complain(why);
    }

    /// The maximum time until the page changes without input; `None` if it doesn't change.
    pub const fn next_change(&self) -> Option<Duration> {
        match self.page {
            Page::Tournament(_, TournamentPart::Standings) => Some(WATCHED_EVERY),
            Page::Tournament(..) | Page::Tournaments => Some(LISTED_EVERY),
            _ => None,
        }
    }

    /// Updates the page with changes since it was drawn.
    pub fn refresh(&mut self, items: &dyn MenuItems) {
        match self.page.clone() {
            Page::Tournaments => self.list.renew(tournaments(items)),
            Page::Tournament(folder, part) => match self.read_part(&folder, &part, items) {
                Ok(all) => {
                    self.list.renew(all);
                    // The tournament has begun.
                    if self.tournament.as_ref().is_some_and(|view| !view.players.is_empty()) {
                        self.draft = None;
                    }
                }
                Err(why) => self.leave_lost_tournament(why, items),
            },
            _ => {}
        }
    }

    /// Continues from a tournament page.
    pub(super) fn choose_part(
        &mut self,
        folder: String,
        part: &TournamentPart,
        chosen: &MenuItem,
        items: &dyn MenuItems,
    ) -> MenuResult {
        match (part, chosen.name.as_str()) {
            (TournamentPart::Games(_), game) => {
                let game = game.to_owned();
                return MenuResult::Study(MenuStudy::OfTournament { folder, game });
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

    /// Goes back from a tournament page.
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

/// The items in the tournament list.
fn tournaments(items: &dyn MenuItems) -> Vec<MenuItem> {
    let new =
        MenuItem::labeled(NEW, "New tournament", "choose the game, the players and the format");
    std::iter::once(new).chain(items.tournaments()).collect()
}

impl TournamentView {
    /// The choices: the players and the actions.
    fn items(&self) -> Vec<MenuItem> {
        let command = self.command.map(|command| match command {
            TournamentCommand::Stop => MenuItem::labeled(
                STOP,
                "Stop",
                "games in progress are dropped; it can be resumed later",
            ),
            TournamentCommand::Resume => {
                MenuItem::labeled(RESUME, "Resume", "play the remaining games")
            }
        });
        let others = [
            MenuItem::labeled(GAMES, "Games", "replay the finished games"),
            MenuItem::labeled(
                REPORT,
                "Report",
                "crosstable, ratings with error margins, how games ended",
            ),
        ];
        let player = |player: &MenuItem| {
            let name = format!("{PLAYER}{}", player.name);
            MenuItem { name, ..player.clone() }
        };
        self.players.iter().map(player).chain(command).chain(others).collect()
    }

    /// A player's place in the standings, from 0; `None` for other items.
    pub(super) fn place_of(&self, item: &MenuItem) -> Option<usize> {
        let name = item.name.strip_prefix(PLAYER)?;
        self.players.iter().position(|player| player.name == name)
    }
}
