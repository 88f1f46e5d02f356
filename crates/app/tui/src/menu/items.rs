//! The menu items and their source.

use games_package::{OptionSpec, TimeControl};

use super::query::MatchQuery;
use super::standings::StandingColumn;

/// A menu item: a game, a match, an opponent, a side or a time.
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
    /// The game's variants, if there are several. The first variant is the default.
    pub variants: Vec<Self>,
    /// `true` for the default item.
    pub is_default: bool,
    /// The item's action on all results of a query; `None` for other items.
    pub with_matches: Option<WithMatches>,
}

/// An action on all results of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WithMatches {
    /// Export to a file.
    Write(MatchQuery),
    /// Generate puzzles.
    MakePuzzles(MatchQuery),
}

impl MenuItem {
    /// An item without options that uses its name as the label.
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

/// A library query's results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundMatches {
    /// The first matches.
    pub matches: Vec<MenuItem>,
    /// The number of results, as a sentence.
    pub count: String,
}

/// An action on a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TournamentCommand {
    /// Stop it.
    Stop,
    /// Resume it.
    Resume,
}

/// A tournament's current state.
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
    /// The player columns, with their cells in the same order.
    pub columns: Vec<StandingColumn>,
    /// The last result, as a sentence.
    pub last_result: Option<String>,
    /// The whole report, line by line.
    pub report: Vec<String>,
}

/// The menu items.
pub trait MenuItems {
    /// The games, with each game's variants grouped. The first variant is the default.
    fn games(&self) -> Vec<MenuItem>;

    /// The newest saved matches, newest first: all matches, or only unfinished matches that can be resumed.
    ///
    /// # Errors
    /// The reason why the items can't be read, as a phrase.
    fn kept_matches(&self, which: KeptMatches) -> Result<Vec<MenuItem>, String>;

    /// The newest saved matches with `text` in a player's name. Empty if the items can't be read.
    fn matches_of_player(&self, text: &str) -> Vec<MenuItem>;

    /// Returns `true` if the library contains a match.
    ///
    /// # Errors
    /// The reason why the library can't be read, as a phrase.
    fn has_matches(&self) -> Result<bool, String>;

    /// The query's results.
    ///
    /// # Errors
    /// The problem with the query, as a phrase: for example, an unknown game or an invalid position.
    fn find_matches(&self, query: &MatchQuery) -> Result<FoundMatches, String>;

    /// The tournaments by folder, newest first.
    fn tournaments(&self) -> Vec<MenuItem>;

    /// The tournament in the folder at this path, if any.
    fn tournament_at(&self, path: &str) -> Option<MenuItem>;

    /// The current state of this folder's tournament.
    ///
    /// # Errors
    /// The reason why the tournament can't be read or could not begin, as a phrase.
    fn tournament(&self, folder: &str) -> Result<TournamentView, String>;

    /// A tournament's finished games, newest first: all games, or one player's games.
    ///
    /// # Errors
    /// The reason why the items can't be read, as a phrase.
    fn tournament_games(&self, folder: &str, player: Option<&str>)
    -> Result<Vec<MenuItem>, String>;

    /// The game with this name. The game can be an unlisted variant of a listed game.
    fn game(&self, name: &str) -> Option<MenuItem>;

    /// The first game with this position, for text that is a position.
    fn game_of_position(&self, position: &str) -> Option<String>;

    /// The names of a game's seats.
    fn seats(&self, game: &str) -> Vec<String>;

    /// A game's computer players.
    ///
    /// # Errors
    /// The reason why there are no items, as a phrase.
    fn players(&self, game: &str) -> Result<Vec<MenuItem>, String>;

    /// Another person as the opponent.
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
