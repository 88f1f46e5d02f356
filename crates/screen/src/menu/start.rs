//! The first page of the menu, and the pages that lead to anything but a new match.

use std::path::PathBuf;

use super::library::KeptPurpose;
use super::list::List;
use super::{Menu, MenuItem, MenuItems, MenuResult, Page};
use crate::palette::Palette;
use crate::skin::Pieces;

/// What a game is chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GamePurpose {
    Play,
    Watch,
    Study,
}

const PLAY: &str = "play";
const WATCH: &str = "watch";
const CONTINUE: &str = "continue";
const MATCHES: &str = "matches";
const LIBRARY: &str = "library";
const ANALYZE: &str = "analyze";
const FILE: &str = "file";
const LOOK: &str = "look";
const PUZZLES: &str = "puzzles";
const QUIT: &str = "quit";

/// The items of the first page.
pub(super) fn items() -> Vec<MenuItem> {
    let item = MenuItem::labeled;
    vec![
        item(PLAY, "Play", "a new match against the computer or a person"),
        item(WATCH, "Watch", "two players of the computer in a match"),
        item(CONTINUE, "Continue", "a match that is not over"),
        item(MATCHES, "My matches", "replay and analyze what was played"),
        item(LIBRARY, "Library", "all matches that you played or added: find some, add more"),
        item(ANALYZE, "Analyze", "try moves in any game, with the best lines of the computer"),
        item(PUZZLES, "Puzzles", "positions of your matches in which one move wins"),
        item(FILE, "Open a file", "games in PDN, PGN or .mat, or a match that was saved"),
        item(LOOK, "Pieces and colors", "how the board looks"),
        item(QUIT, "Quit", "leave Rival"),
    ]
}

impl Menu {
    /// Goes on from the first page.
    pub(super) fn choose_start(&mut self, name: &str, items: &dyn MenuItems) -> MenuResult {
        match name {
            PLAY => self.ask_game(GamePurpose::Play, items),
            WATCH => self.ask_game(GamePurpose::Watch, items),
            LIBRARY => self.show_library(),
            CONTINUE => self.ask_kept(KeptPurpose::Continue, items),
            MATCHES => self.ask_kept(KeptPurpose::Study, items),
            ANALYZE => self.ask_game(GamePurpose::Study, items),
            PUZZLES => return MenuResult::Puzzles,
            FILE => self.ask_file(),
            LOOK => self.ask_look(),
            _ => return MenuResult::Leave,
        }
        MenuResult::Nothing
    }

    /// Shows the first page, with the item chosen that led away from it.
    pub(super) fn show_start(&mut self) {
        let came_by = match self.page {
            Page::Kept(KeptPurpose::Continue) => CONTINUE,
            Page::Kept(KeptPurpose::Study) => MATCHES,
            Page::Game(GamePurpose::Study) => ANALYZE,
            Page::Game(GamePurpose::Watch) => WATCH,
            Page::Library => LIBRARY,
            Page::File => FILE,
            Page::Look => LOOK,
            _ => PLAY,
        };
        self.game.clear();
        self.page = Page::Start;
        self.list = List::new(items());
        self.list.choose_name(came_by);
    }

    /// Asks for a game, with the one chosen that was chosen before.
    pub(super) fn ask_game(&mut self, purpose: GamePurpose, items: &dyn MenuItems) {
        let games = items.games();
        let before = std::mem::take(&mut self.game);
        let is_before =
            |name: &str| name == before || !before.is_empty() && before.starts_with(name);
        let known = games.iter().find(|game| is_before(&game.name)).map(|game| game.name.clone());
        self.page = Page::Game(purpose);
        self.list = List::new(games);
        self.list.choose_name(&known.unwrap_or_default());
    }

    pub(super) fn ask_file(&mut self) {
        self.page = Page::File;
        self.list = List::new(Vec::new());
    }

    /// Asks which of the matches of a file is meant, by their titles.
    pub fn ask_match_of_file(&mut self, file: PathBuf, titles: Vec<String>) {
        let item = |(number, title): (usize, String)| MenuItem::new(&number.to_string(), &title);
        self.page = Page::MatchOfFile(file);
        self.list = List::new((1..).zip(titles).map(item).collect());
    }

    fn ask_look(&mut self) {
        let pieces = Pieces::ALL.map(|set| {
            let is_default = set == self.skin.pieces;
            let label = format!("{} pieces", set.name());
            MenuItem { label, is_default, ..MenuItem::new(set.name(), "how pieces are drawn") }
        });
        let palettes = Palette::built_in().map(|palette| {
            let label = format!("{} colors", palette.name());
            MenuItem { label, ..MenuItem::new(palette.name(), "the colors of board and pieces") }
        });
        self.page = Page::Look;
        self.list = List::new(pieces.into_iter().chain(palettes).collect());
    }

    /// Sets the pieces or the colors of this name. The page stays, so that both can be chosen.
    pub(super) fn choose_look(&mut self, name: &str) {
        if let Some(pieces) = Pieces::named(name) {
            self.skin.pieces = pieces;
        } else if let Some(palette) = Palette::named(name) {
            self.skin.palette = palette;
        }
    }
}
