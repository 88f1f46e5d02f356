//! The match library: search, import and export.

use std::path::PathBuf;

use super::items::{FoundMatches, WithMatches};
use super::list::List;
use super::query::MatchQuery;
use super::{KeptMatches, Menu, MenuItem, MenuItems, MenuResult, MenuStudy, Page};

/// The purpose of the chosen match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeptPurpose {
    Continue,
    Study,
}

const FIND: &str = "find";
const ADD: &str = "add";
const WRITE: &str = "write";
const PUZZLES: &str = "puzzles";

const WRITE_LABEL: &str = "Export";
const PUZZLES_LABEL: &str = "Make puzzles";

/// The items that act on all matches, or on the matches with this string in a player's name.
pub(super) fn items_for_player(player: &str) -> [MenuItem; 2] {
    let which = match player {
        "" => "all matches".to_owned(),
        player => format!("all matches of players whose names contain \"{player}\""),
    };
    items_for(&MatchQuery::of_player(player), &which)
}

/// The items that act on all query results. `which` describes these matches.
fn items_for(query: &MatchQuery, which: &str) -> [MenuItem; 2] {
    let item = |name: &str, label, about: &str, with_matches| MenuItem {
        with_matches: Some(with_matches),
        ..MenuItem::labeled(&format!("{name} {which}"), label, about)
    };
    let (written, made) = (format!("write {which} to a PDN or PGN file"), format!("from {which}"));
    [
        item(WRITE, WRITE_LABEL, &written, WithMatches::Write(query.clone())),
        item(PUZZLES, PUZZLES_LABEL, &made, WithMatches::MakePuzzles(query.clone())),
    ]
}

/// The name of the menu item that uses the game named in each file.
const STATED: &str = ":stated";

/// This item's game.
pub(super) fn game_of_files(item: String) -> Option<String> {
    Some(item).filter(|name| name != STATED)
}

impl Menu {
    pub(super) fn show_library(&mut self) {
        let came_by =
            if matches!(self.page, Page::Import | Page::ImportGame(_)) { ADD } else { FIND };
        self.page = Page::Library;
        self.list = List::new(vec![
            MenuItem::labeled(
                FIND,
                "Search",
                "find matches by player, result, moves, position or material",
            ),
            MenuItem::labeled(ADD, "Import", "add matches from PDN, PGN or .mat files"),
            MenuItem::labeled(WRITE, WRITE_LABEL, "write all matches to a PDN or PGN file"),
            MenuItem::labeled(PUZZLES, PUZZLES_LABEL, "from the newest thousand matches"),
        ]);
        self.list.choose_name(came_by);
    }

    /// Continues from the library page.
    pub(super) fn choose_library(&mut self, name: &str, items: &dyn MenuItems) -> MenuResult {
        match name {
            FIND => self.ask_search(&MatchQuery::default()),
            ADD => self.ask_import(),
            _ => match items.has_matches() {
                Ok(false) => self.complain("the library is empty".into()),
                Ok(true) if name == PUZZLES => {
                    return MenuResult::MakePuzzles(MatchQuery::default());
                }
                Ok(true) => self.ask_export(MatchQuery::default()),
                Err(why) => self.complain(why),
            },
        }
        MenuResult::Nothing
    }

    pub(super) fn ask_kept(&mut self, purpose: KeptPurpose, items: &dyn MenuItems) {
        let which = match purpose {
            KeptPurpose::Continue => KeptMatches::Unfinished,
            KeptPurpose::Study => KeptMatches::All,
        };
        match items.kept_matches(which) {
            Ok(matches) if matches.is_empty() => {
                self.complain(match purpose {
                    KeptPurpose::Continue => "no unfinished match; start one".into(),
                    KeptPurpose::Study => "no saved match yet; play one, or open a file".into(),
                });
            }
            Ok(mut matches) => {
                if purpose == KeptPurpose::Study {
                    matches.extend(items_for_player(""));
                }
                self.page = Page::Kept(purpose);
                self.list = List::new(matches);
            }
            Err(why) => self.complain(why),
        }
    }

    pub(super) fn ask_import(&mut self) {
        self.page = Page::Import;
        self.list = List::new(Vec::new());
    }

    /// Asks for the game for matches that don't name their game.
    pub(super) fn ask_import_game(&mut self, file: PathBuf, items: &dyn MenuItems) {
        let stated = MenuItem::labeled(
            STATED,
            "As stated in the files",
            "matches without a game are skipped",
        );
        self.page = Page::ImportGame(file);
        self.list = List::new(std::iter::once(stated).chain(items.games()).collect());
    }

    /// Shows the search form with this query filled in.
    pub(super) fn ask_search(&mut self, query: &MatchQuery) {
        self.page = Page::Search(query.form());
    }

    /// Shows the results.
    pub(super) fn show_found(&mut self, query: MatchQuery, items: &dyn MenuItems) {
        match items.find_matches(&query) {
            Ok(found) if found.matches.is_empty() => self.complain("no matches found".into()),
            Ok(FoundMatches { mut matches, count }) => {
                matches.extend(items_for(&query, "all results"));
                self.page = Page::Found(query);
                self.list = List::new(matches);
                self.inform(count);
            }
            Err(why) => self.complain(why),
        }
    }

    /// Continues with one or all of the found matches.
    pub(super) fn choose_found(&mut self, chosen: MenuItem) -> MenuResult {
        match chosen.with_matches {
            Some(WithMatches::Write(query)) => {
                self.ask_export(query);
                MenuResult::Nothing
            }
            Some(WithMatches::MakePuzzles(query)) => MenuResult::MakePuzzles(query),
            None => MenuResult::Study(MenuStudy::Kept(chosen.name)),
        }
    }

    /// Asks for confirmation to delete the chosen match, or deletes it after confirmation.
    pub(super) fn delete_chosen(&mut self, asked: Option<&str>) -> MenuResult {
        let chosen = self.list.chosen().filter(|item| item.with_matches.is_none());
        let Some(name) = chosen.map(|item| item.name.clone()) else { return MenuResult::Nothing };
        if asked == Some(&name) {
            return MenuResult::Delete(name);
        }
        self.inform(format!("Delete {name}? Press the same key again to confirm."));
        self.to_delete = Some(name);
        MenuResult::Nothing
    }

    /// Removes a deleted match from the list.
    pub fn forget(&mut self, name: &str) {
        self.list.remove(name);
        self.inform(format!("Deleted {name}."));
    }

    /// Asks for the export file.
    fn ask_export(&mut self, query: MatchQuery) {
        self.page = Page::Export(query);
        self.list = List::new(Vec::new());
    }

    /// Leaves the page that asks for the export file.
    pub(super) fn leave_export(&mut self, query: MatchQuery, items: &dyn MenuItems) {
        match query.player.as_str() {
            "" if query == MatchQuery::default() => self.show_library(),
            player if query == MatchQuery::of_player(player) => {
                self.ask_kept(KeptPurpose::Study, items);
            }
            _ => self.show_found(query, items),
        }
    }

    /// Goes back to the library page and shows the import or export result.
    pub fn finish_files(&mut self, news: String) {
        self.show_library();
        self.inform(news);
    }
}
