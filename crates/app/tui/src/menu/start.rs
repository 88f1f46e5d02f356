//! The menu's first page, and the pages that lead to anything except a new match.

use std::path::PathBuf;

use super::library::KeptPurpose;
use super::list::List;
use super::{Menu, MenuItem, MenuItems, MenuResult, MenuStudy, Page};
use crate::bindings::COMMAND_SIGN;
use crate::skin::Skin;

/// The purpose of the chosen game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GamePurpose {
    Play,
    Watch,
    Study,
    Tournament,
}

const PLAY: &str = "play";
const WATCH: &str = "watch";
const CONTINUE: &str = "continue";
const MATCHES: &str = "matches";
const LIBRARY: &str = "library";
const ANALYZE: &str = "analyze";
const FILE: &str = "file";
const SETTINGS: &str = "settings";
const PUZZLES: &str = "puzzles";
const TOURNAMENTS: &str = "tournaments";
const QUIT: &str = "quit";
const HELP_ITEM: &str = "help";
const POSITION: &str = "position";

/// Other words for leaving the program.
const QUIT_WORDS: [&str; 4] = ["bye", "exit", "leave", "q"];

/// Other words for the help.
const HELP_WORDS: [&str; 3] = ["?", "commands", "man"];

/// The introduction to the menu.
pub(super) const HELP: &str = "Type to filter, or select with the arrows. Enter chooses, Esc goes back. Also try a game and a level.";

/// The first page's items.
pub(super) fn items() -> Vec<MenuItem> {
    let item = MenuItem::labeled;
    vec![
        item(PLAY, "Play", "a new match against the computer or a person"),
        item(WATCH, "Watch", "a match between two computer players"),
        item(CONTINUE, "Continue", "resume an unfinished match"),
        item(MATCHES, "My matches", "replay and analyze finished matches"),
        item(LIBRARY, "Library", "all your matches and imports: search, import, export"),
        item(ANALYZE, "Analyze", "study any game with the computer's best lines"),
        item(PUZZLES, "Puzzles", "positions with one winning move"),
        item(TOURNAMENTS, "Tournaments", "computer players against each other, with standings"),
        item(FILE, "Open a file", "games in PDN, PGN or .mat, or a saved match"),
        item(SETTINGS, "Settings", "your name, board pieces and colors, sounds"),
        item(QUIT, "Quit", "leave Rival"),
    ]
}

fn default_game(items: &dyn MenuItems) -> Option<MenuItem> {
    items.games().into_iter().next()
}

/// The item for the text typed on the first page: a game, a player, a game and a player, or another word for an item.
pub(super) fn typed_item(typed: &str, items: &dyn MenuItems) -> Option<MenuItem> {
    let typed = typed.trim_start_matches(COMMAND_SIGN);
    let word = typed.to_lowercase();
    if QUIT_WORDS.contains(&&*word) {
        return Some(MenuItem::labeled(QUIT, "Quit", "leave Rival"));
    }
    if word == HELP_ITEM || HELP_WORDS.contains(&&*word) {
        return Some(MenuItem::labeled(HELP_ITEM, "Help", "how to use the menu"));
    }
    if let Some(MenuItem { name, label, .. }) = items.game(typed) {
        return Some(MenuItem::labeled(&name, &label, "a new match of this game"));
    }
    if let Some((game, player)) = game_and_player(typed, items) {
        let description = format!("a new match of {game} against {}", player.label);
        return Some(MenuItem::labeled(typed, typed, &description));
    }
    if let Some(game) = items.game_of_position(typed) {
        let description = format!("study this position of {game}");
        return Some(MenuItem::labeled(POSITION, "Position", &description));
    }
    let game = default_game(items)?;
    let player = player_of(&game.name, typed, items)?;
    let description = format!("a new match of {} against this player", game.label);
    Some(MenuItem::labeled(&player.name, &player.label, &description))
}

/// The player of this game with this name or label.
fn player_of(game: &str, text: &str, items: &dyn MenuItems) -> Option<MenuItem> {
    let is_typed = |name: &str| name.eq_ignore_ascii_case(text);
    let players = items.players(game).ok()?;
    players.into_iter().find(|it| is_typed(&it.name) || is_typed(&it.label))
}

/// The full name of a game, and one of its players, from a text such as "GAME LEVEL".
fn game_and_player(typed: &str, items: &dyn MenuItems) -> Option<(String, MenuItem)> {
    let (game, player) = typed.split_once(' ')?;
    let game = items.game(&game.to_lowercase())?.name;
    let player = player.trim();
    let player = player_of(&game, players::level_meant(player).unwrap_or(player), items)?;
    Some((game, player))
}

impl Menu {
    /// Continues from the first page.
    pub(super) fn choose_start(&mut self, name: &str, items: &dyn MenuItems) -> MenuResult {
        match name {
            PLAY => self.ask_game(GamePurpose::Play, items),
            WATCH => self.ask_game(GamePurpose::Watch, items),
            LIBRARY => self.show_library(),
            CONTINUE => self.ask_kept(KeptPurpose::Continue, items),
            MATCHES => self.ask_kept(KeptPurpose::Study, items),
            ANALYZE => self.ask_game(GamePurpose::Study, items),
            TOURNAMENTS => self.show_tournaments(items),
            PUZZLES => return MenuResult::Puzzles(None),
            FILE => self.ask_file(),
            SETTINGS => self.ask_settings(),
            QUIT => return MenuResult::Leave,
            HELP_ITEM => {
                self.list.clear_filter();
                self.inform(HELP.into());
            }
            POSITION => {
                let position = self.list.filter.trim().to_owned();
                let game = items.game_of_position(&position);
                return game.map_or(MenuResult::Nothing, |game| {
                    MenuResult::Study(MenuStudy::Position { game, position })
                });
            }
            game if items.game(game).is_some() => {
                self.begin_match(game.to_owned(), GamePurpose::Play, items);
            }
            typed => {
                if let Some((game, player)) = game_and_player(typed, items) {
                    self.begin_against(game, &player.name, items);
                } else if let Some(game) = default_game(items) {
                    self.begin_against(game.name, typed, items);
                }
            }
        }
        MenuResult::Nothing
    }

    /// Starts asking about a match in this game against this player.
    fn begin_against(&mut self, game: String, opponent: &str, items: &dyn MenuItems) {
        self.begin_match(game, GamePurpose::Play, items);
        self.list.choose_name(opponent);
        if let Some(chosen) = self.list.chosen().cloned() {
            self.ask_options(chosen, items);
        }
    }

    /// Returns to the menu after a study, with its current skin: to the list that offered the study, or else to the
    /// first page.
    #[must_use]
    pub fn after_study(mut self, skin: &Skin, items: &dyn MenuItems) -> Self {
        self.return_from_study(skin, items);
        self
    }

    /// Like [`after_study`](Self::after_study).
    pub fn return_from_study(&mut self, skin: &Skin, items: &dyn MenuItems) {
        self.skin.clone_from(skin);
        (self.complaint, self.news) = (None, None);
        match self.page {
            Page::Kept(_) | Page::Found(_) | Page::MatchOfFile(_) => {}
            Page::Tournament(..) => self.refresh(items),
            _ => self.show_start(),
        }
    }

    /// Shows the first page and selects the item that the user last chose there.
    pub(super) fn show_start(&mut self) {
        let came_by = match self.page {
            Page::Kept(KeptPurpose::Continue) => CONTINUE,
            Page::Kept(KeptPurpose::Study) => MATCHES,
            Page::Game(GamePurpose::Study) | Page::Variant(GamePurpose::Study) => ANALYZE,
            Page::Game(GamePurpose::Watch) => WATCH,
            Page::Library => LIBRARY,
            Page::Tournaments => TOURNAMENTS,
            Page::File => FILE,
            Page::Settings(_) => SETTINGS,
            // Only the puzzle item leaves the first page directly.
            Page::Start => PUZZLES,
            _ => PLAY,
        };
        self.game.clear();
        (self.first, self.opponent) = (None, None);
        self.page = Page::Start;
        self.list = List::new(items());
        self.list.choose_name(came_by);
    }

    /// Asks for a game. Preselects the last chosen game.
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

    /// Asks for a match in a file, by title.
    pub fn ask_match_of_file(&mut self, file: PathBuf, titles: Vec<String>) {
        let item = |(number, title): (usize, String)| MenuItem::new(&number.to_string(), &title);
        self.page = Page::MatchOfFile(file);
        self.list = List::new((1..).zip(titles).map(item).collect());
    }

    /// Asks for the game for a match that doesn't name its game.
    pub fn ask_game_of_file(
        &mut self,
        file: PathBuf,
        number: Option<usize>,
        items: &dyn MenuItems,
    ) {
        self.page = Page::GameOfFile(file, number);
        self.list = List::new(items.games());
    }
}
