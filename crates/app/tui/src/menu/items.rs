//! The items of the menu and their source.

use games_package::{OptionSpec, TimeControl};

use super::query::MatchQuery;
use super::standings::StandingColumn;

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
    /// The action on all matches of the query; none for other actions.
    pub with_matches: Option<WithMatches>,
}

/// The action on all matches of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WithMatches {
    /// They are written to a file.
    Write(MatchQuery),
    /// Puzzles are made of them.
    MakePuzzles(MatchQuery),
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
            with_matches: None,
        }
    }

    /// An item with a label of its own, without options.
    pub(crate) fn labeled(name: &str, label: &str, description: &str) -> Self {
        Self { label: label.into(), ..Self::new(name, description) }
    }
}

/// The results of a query to the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundMatches {
    /// The first of them.
    pub matches: Vec<MenuItem>,
    /// The number of results, as a sentence.
    pub count: String,
}

/// The actions on a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentCommand {
    /// It can be stopped.
    Stop,
    /// It can be resumed.
    Resume,
}

/// A tournament as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentView {
    /// The name.
    pub title: String,
    /// The game, format and time.
    pub subject: String,
    /// The state and progress: "running, 12 of 40 games, 20 s left".
    pub state: String,
    /// The problem, if any.
    pub trouble: Option<String>,
    /// The possible actions.
    pub command: Option<TournamentCommand>,
    /// The players, the best one first.
    pub players: Vec<MenuItem>,
    /// The descriptions of the items, in the same order.
    pub columns: Vec<StandingColumn>,
    /// The last result, as a sentence.
    pub last_result: Option<String>,
    /// The whole report, line by line.
    pub report: Vec<String>,
}

/// The items of the menu.
pub trait MenuItems {
    /// The games, variants of one game together; the first one is the default.
    fn games(&self) -> Vec<MenuItem>;

    /// The saved matches, the newest first: all, or only the unfinished ones that can be resumed.
    /// Of many, the last saved ones.
    ///
    /// # Errors
    /// Why they can't be read, as a phrase.
    fn kept_matches(&self, which: KeptMatches) -> Result<Vec<MenuItem>, String>;

    /// The newest of all kept matches of players whose names contain `text`. Empty where they can't be read.
    fn matches_of_player(&self, text: &str) -> Vec<MenuItem>;

    /// Whether the library has any match.
    ///
    /// # Errors
    /// Why it can't be read, as a phrase.
    fn has_matches(&self) -> Result<bool, String>;

    /// The matches of the library that are looked for.
    ///
    /// # Errors
    /// Why they can't be looked for, as a phrase: a game or a position that there isn't, for example.
    fn find_matches(&self, query: &MatchQuery) -> Result<FoundMatches, String>;

    /// The tournaments that there are, the newest first, by their folders.
    fn tournaments(&self) -> Vec<MenuItem>;

    /// The folder of a tournament at this path, if it is one.
    fn tournament_at(&self, path: &str) -> Option<MenuItem>;

    /// The tournament in this folder as it stands.
    ///
    /// # Errors
    /// Why it can't be read or couldn't begin, as a phrase.
    fn tournament(&self, folder: &str) -> Result<TournamentView, String>;

    /// The finished games of a tournament, the newest first: all, or only the games of the player
    /// of this name.
    ///
    /// # Errors
    /// Why they can't be read, as a phrase.
    fn tournament_games(&self, folder: &str, player: Option<&str>)
    -> Result<Vec<MenuItem>, String>;

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
    /// The unfinished ones.
    Unfinished,
    /// All.
    All,
}
