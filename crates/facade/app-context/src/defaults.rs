//! The default game and players.

use std::sync::Arc;

use game_catalog::{GameInfo, player_infos_for, table_game};
use games_package::{OptionKind, TableGame, TimeControl};

use crate::context::{AppContext, game};
use crate::failure::Failure;
use crate::spec::PlayerSpec;
use crate::user_tables::{TABLES, TABLES_PRESENT, has_tables};

/// The player option for the number of best lines to show.
const LINES: &str = "lines";

/// The default opponents, in order of preference. The first existing player is used.
const OPPONENTS: [&str; 2] = [LEVEL, "pvs"];

/// The default players for analysis, in order of preference. The first existing player is used.
const ANALYSTS: [&str; 3] = ["pvs", "star1", "monte-carlo"];

/// The player with strength levels.
pub const LEVEL: &str = "level";

/// The players in the demo game without a terminal, one row per seat, in order of preference. The first existing player
/// in each row is used.
const DEMO_PLAYERS: [[&str; 2]; 2] =
    [["textbook/alpha-beta", "alpha-beta"], ["minimal/first", "random"]];

/// The name and options of the player at this strength level.
pub fn level(name: &str) -> String {
    format!("{LEVEL}:name={name}")
}

/// A strength level as a choice for users.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LevelChoice {
    /// The name: "club".
    pub name: String,
    /// A one-line description.
    pub description: String,
    /// `true` if this level is the default opponent.
    pub is_default: bool,
}

fn description_of(level: &str) -> &'static str {
    let known = players::LEVELS.iter().find(|known| known.name == level);
    known.map_or("", |level| level.description)
}

impl AppContext {
    /// All games, with the configured default first.
    pub fn games(&self) -> Vec<GameInfo> {
        let mut games = game_catalog::games();
        let Some(preferred) = &self.configuration().defaults.game else { return games };
        let is_preferred =
            |info: &GameInfo| table_game(&info.name).is_ok_and(|game| game.name() == preferred);
        match games.iter().position(is_preferred) {
            Some(index) => games[..=index].rotate_right(1),
            None => games
                .insert(0, GameInfo { name: preferred.clone(), description: "your game".into() }),
        }
        games
    }

    /// The default game.
    ///
    /// # Errors
    /// [`Failure`] if there is no game.
    pub fn first_game(&self) -> Result<Arc<dyn TableGame>, Failure> {
        let first = self.games().into_iter().next().map(|info| info.name);
        game(&first.unwrap_or_default())
    }

    /// All opponents with their descriptions, default first.
    ///
    /// # Errors
    /// The same errors as [`AppContext::players`].
    pub fn opponents(&self, game: &str) -> Result<Vec<(String, String)>, Failure> {
        let default = self.default_opponent(game);
        let players =
            self.players(Some(game))?.into_iter().map(|(name, info)| (name, info.description));
        let configured = self
            .configuration()
            .players
            .iter()
            .map(|(name, player)| (name.clone(), format!("your {}", player.player.text())));
        let mut all: Vec<(String, String)> =
            configured.chain(players).filter(|(name, _)| !self.is_person(name)).collect();
        all.sort_by_key(|(name, _)| name != default.text());
        Ok(all)
    }

    /// The strength levels for a game, weakest first; empty if the game has none.
    ///
    /// # Errors
    /// The same errors as [`AppContext::players`].
    pub fn levels(&self, game: &str) -> Result<Vec<LevelChoice>, Failure> {
        let players = self.players(Some(game))?;
        let options =
            players.iter().filter(|(name, _)| name == LEVEL).flat_map(|(_, it)| &it.options);
        let mut choices = options.filter_map(|option| match &option.kind {
            OptionKind::Choice { default, choices } => Some((default, choices)),
            _ => None,
        });
        let Some((default, names)) = choices.next() else { return Ok(Vec::new()) };
        let is_usual = self.default_opponent(game).text() == LEVEL;
        let level = |name: &String| LevelChoice {
            name: name.clone(),
            description: description_of(name).into(),
            is_default: is_usual && name == default,
        };
        Ok(names.iter().map(level).collect())
    }

    /// The default opponent.
    pub fn default_opponent(&self, game: &str) -> PlayerSpec {
        let configured = self.configuration().defaults.opponent.clone();
        configured.unwrap_or_else(|| PlayerSpec::from_user(self.first_of(&OPPONENTS, game)))
    }

    /// The default time control.
    pub fn default_time_control(&self) -> TimeControl {
        self.configuration().defaults.time.unwrap_or_default()
    }

    /// The default player for analysis. This player uses the user's tablebases for the game, if there are any.
    pub fn analyst(&self, game: &str) -> PlayerSpec {
        // A game lists its strongest player first; for a game without an evaluation, that is `monte-carlo`.
        let players = player_infos_for(game).unwrap_or_default();
        let strongest = players.first().map(|info| info.name.as_str());
        let player = match strongest.filter(|name| ANALYSTS.contains(name)) {
            Some(name) => name.into(),
            None => self.first_of(&ANALYSTS, game),
        };
        let is_known = player == ANALYSTS[0] && has_tables(game);
        let with_tables = || format!("{player}:{TABLES}={TABLES_PRESENT}");
        PlayerSpec::from_user(if is_known { with_tables() } else { player })
    }

    /// Like [`analyst`](Self::analyst), but set to this number of best lines if the player has such an option.
    pub fn analyst_with_lines(&self, game: &str, count: u32) -> PlayerSpec {
        let player = self.analyst(game);
        let name = player.text().split(':').next().unwrap_or_default();
        let infos = player_infos_for(game).unwrap_or_default();
        let info = infos.iter().find(|info| info.name == name);
        let has_lines = info.is_some_and(|info| info.options.iter().any(|it| it.name == LINES));
        if has_lines { player.with_option(&format!("{LINES}={count}")) } else { player }
    }

    /// The two players in the demo game without a terminal.
    pub fn demo_players(&self, game: &str) -> [PlayerSpec; 2] {
        DEMO_PLAYERS.map(|choices| PlayerSpec::from_user(self.first_of(&choices, game)))
    }

    /// The first of these players that exists and plays the game; otherwise the game's first player. Loads plugins only
    /// if one of the choices may be a plugin's player.
    fn first_of(&self, choices: &[&str], game: &str) -> String {
        let Some((&preferred, others)) = choices.split_first() else { return String::new() };
        let own = player_infos_for(game).unwrap_or_default();
        let is_own = |name: &str| own.iter().any(|info| info.name == name);
        if !preferred.contains('/') && is_own(preferred) {
            return preferred.into();
        }
        let there = self.players(Some(game)).unwrap_or_default();
        let is_there = |name: &&&str| there.iter().any(|(known, _)| known == **name);
        let last = others.last().copied().unwrap_or(preferred);
        let first = || there.first().map_or(last, |(name, _)| name);
        choices.iter().find(is_there).map_or_else(first, |name| *name).to_string()
    }
}
