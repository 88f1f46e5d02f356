//! The menu items and their source.

use games_package::{OptionSpec, TimeControl};

use super::query::MatchQuery;
use super::standings::StandingColumn;

/// An item of the menu: a game, a match, an opponent, a side or a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuItem {
    /// The name used by the program.
    pub name: String,
    /// The name on the screen.
    pub label: String,
    /// A one-line description.
    pub description: String,
    /// Its options.
    pub options: Vec<OptionSpec>,
    /// Its variants, if there are several. The first one is the default.
    pub variants: Vec<Self>,
    /// `true` if it is the default.
    pub is_default: bool,
    /// The action of this item on all matches found by a query; `None` for other items.
    pub with_matches: Option<WithMatches>,
}

/// The action on all matches found by a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WithMatches {
    /// Export them to a file.
    Write(MatchQuery),
    /// Generate puzzles from them.
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

    /// An item with its own label, without options.
    pub(crate) fn labeled(name: &str, label: &str, description: &str) -> Self {
        Self { label: label.into(), ..Self::new(name, description) }
    }
}

/// The results of a query to the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundMatches {
    /// The first of the matches.
    pub matches: Vec<MenuItem>,
    /// The number of results, as a sentence.
    pub count: String,
}

/// The actions on a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentCommand {
    /// Stop it.
    Stop,
    /// Resume it.
    Resume,
}

/// The current state of a tournament.
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
    /// The players, best first.
    pub players: Vec<MenuItem>,
    /// The columns that describe the players, with their cells in the same order.
    pub columns: Vec<StandingColumn>,
    /// The last result, as a sentence.
    pub last_result: Option<String>,
    /// The whole report, line by line.
    pub report: Vec<String>,
}

/// The items of the menu.
pub trait MenuItems {
    /// The games, with the variants of a game grouped. The first one is the default.
    fn games(&self) -> Vec<MenuItem>;

    /// The newest saved matches, newest first: all of them, or only unfinished ones that can be resumed.
    ///
    /// # Errors
    /// The reason why they can't be read, as a phrase.
    fn kept_matches(&self, which: KeptMatches) -> Result<Vec<MenuItem>, String>;

    /// The newest saved matches of players whose names contain `text`. Empty if they can't be read.
    fn matches_of_player(&self, text: &str) -> Vec<MenuItem>;

    /// Returns `true` if the library contains a match.
    ///
    /// # Errors
    /// The reason why the library can't be read, as a phrase.
    fn has_matches(&self) -> Result<bool, String>;

    /// The matches of the query.
    ///
    /// # Errors
    /// The problem with the query, as a phrase: for example, an unknown game or an invalid position.
    fn find_matches(&self, query: &MatchQuery) -> Result<FoundMatches, String>;

    /// The tournaments by folder, newest first.
    fn tournaments(&self) -> Vec<MenuItem>;

    /// The tournament in the folder at this path, if there is one.
    fn tournament_at(&self, path: &str) -> Option<MenuItem>;

    /// The current state of the tournament in this folder.
    ///
    /// # Errors
    /// The reason why it can't be read or could not begin, as a phrase.
    fn tournament(&self, folder: &str) -> Result<TournamentView, String>;

    /// The finished games of a tournament, newest first: all games, or the games of one player.
    ///
    /// # Errors
    /// The reason why they can't be read, as a phrase.
    fn tournament_games(&self, folder: &str, player: Option<&str>)
    -> Result<Vec<MenuItem>, String>;

    /// The game with this name. It may be an unlisted variant of a listed game.
    fn game(&self, name: &str) -> Option<MenuItem>;

    /// The names of a game's seats.
    fn seats(&self, game: &str) -> Vec<String>;

    /// The computer players of a game.
    ///
    /// # Errors
    /// The reason why there are none, as a phrase.
    fn players(&self, game: &str) -> Result<Vec<MenuItem>, String>;

    /// Another person as an opponent.
    fn person(&self) -> MenuItem;

    /// The default time control.
    fn time(&self) -> TimeControl;
}

/// The saved matches to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeptMatches {
    /// Only unfinished matches.
    Unfinished,
    /// All matches.
    All,
}
