//! Finds games and players by name, and sets up matches.

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::anyhow;
use game_catalog::{
    CatalogError, Explorer, new_player, player_infos, player_infos_for, table_game,
};
use games_package::{
    MatchSetup, MatchState, MoveLimit, Odds, Options, Player, PlayerInfo, SeatSetup, TableGame,
    ThinkingLimits, TimeControl, play_moves, suggestion,
};
use opening_book::Book;
use plugin_host::{
    Cache, Isolation, NewPlayerError, Plugin, PluginError, Plugins, SearchPath, Shipped,
    Unsandboxed,
};

use crate::CommonArguments;
use crate::configuration::{Configuration, ConfiguredPlayer};
use crate::elsewhere::{Elsewhere, WrapPlayer};
use crate::engine::{Engine, FileEngines};
use crate::failure::{Failure, FailureKind, OrFail};
use crate::player_pool::PlayerPool;
use crate::player_request::{HUMAN, PlayerRequest};
use crate::spec::PlayerSpec;
use crate::trusted_plugins::trusted_plugins;
use crate::unusable_files::warn;
use crate::user_books::{opening_book, permit_file, quoted_book, use_opening_book};
use crate::user_tables::use_endgame_tables;
use crate::weak_sandbox;

/// The plugins that come with the programs.
const SHIPPED: [&str; 3] = ["human", "minimal", "textbook"];

/// A program's games and players.
#[derive(Debug)]
pub struct AppContext {
    configuration: Configuration,
    engines_of_files: FileEngines,
    unsandboxed: Unsandboxed,
    /// Folders given by `--plugins`.
    named: Vec<PathBuf>,
    /// The plugins, loaded on first use.
    plugins: OnceLock<Plugins>,
    /// The wrapper for players that think on other machines.
    elsewhere: Elsewhere,
}

impl AppContext {
    /// Reads the configuration.
    ///
    /// # Errors
    /// The same errors as [`Configuration::load`].
    pub fn open(common: &CommonArguments) -> Result<Self, Failure> {
        Ok(Self {
            configuration: Configuration::load(common.config.as_deref())?,
            engines_of_files: if common.allow_engines {
                FileEngines::Allowed
            } else {
                FileEngines::Refused
            },
            unsandboxed: if common.allow_unsandboxed {
                Unsandboxed::Allow
            } else {
                Unsandboxed::Refuse
            },
            named: common.plugins.clone(),
            plugins: OnceLock::new(),
            elsewhere: Elsewhere::default(),
        })
    }

    /// Makes catalog players think elsewhere in matches and analyses, by passing each player to `wrap` with its
    /// specification. Human players, plugins, engines and tournament players stay in this program.
    #[must_use]
    pub fn with_players_elsewhere(self, wrap: Arc<WrapPlayer>) -> Self {
        Self { elsewhere: Elsewhere::new(wrap), ..self }
    }

    /// The configuration in `rival.toml`.
    pub const fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The plugins. Plugins are loaded on first use so that commands without players don't pay for them.
    ///
    /// # Errors
    /// [`Failure`] if a folder named by the user or the list of trusted plugins can't be read.
    pub fn plugins(&self) -> Result<&Plugins, Failure> {
        if let Some(found) = self.plugins.get() {
            return Ok(found);
        }
        let search_path = SearchPath {
            named: self.named.iter().chain(&self.configuration.plugins).cloned().collect(),
            variable: env::var_os("RIVAL_PLUGINS"),
            working_folder: PathBuf::from("."),
            executable: env::current_exe().ok(),
        };
        let cache = Cache::user().or_fail(FailureKind::Failed)?;
        let found = Plugins::discover(&search_path.folders(), &cache, self.isolation()?)
            .or_fail(FailureKind::Input)?;
        Ok(self.plugins.get_or_init(|| found))
    }

    /// Loads the plugin in this file and runs it as in a match, but with `to_stop` as the time limit for returning
    /// after a stop.
    ///
    /// # Errors
    /// [`Failure`] if the plugin can't be loaded: an input failure if the path is not a file, otherwise a player
    /// failure.
    pub fn load_plugin(&self, file: &Path, to_stop: Duration) -> Result<Plugin, Failure> {
        let cache = Cache::user().or_fail(FailureKind::Failed)?;
        let isolation = Isolation { withdrawal_time_max: to_stop, ..self.isolation()? };
        Plugin::load(file, &cache, &Arc::new(isolation)).map_err(|error| {
            // An unreadable file is the command line's fault; a file that fails to load is the plugin's fault.
            let kind = match error {
                PluginError::Unreadable { .. } | PluginError::NotAFile { .. } => FailureKind::Input,
                _ => FailureKind::Player,
            };
            Failure::new(kind, error)
        })
    }

    /// The plugin isolation according to the configuration.
    fn isolation(&self) -> Result<Isolation, Failure> {
        let settings = &self.configuration.isolation;
        Ok(Isolation {
            policy: settings.policy,
            unsandboxed: self.unsandboxed,
            report_weakness: Some(weak_sandbox::warn),
            trusted: trusted_plugins()?,
            isolated: settings.isolated.clone(),
            grants: settings.grants.clone(),
            shipped: shipped(),
            memory_bytes_max: settings.memory_mib_max() << 20,
            move_time_max: settings.move_time_max(),
            rules: Some(game_catalog::line_of_play),
            ..Isolation::default()
        })
    }

    /// All players with their full names, optionally only the players of `game`.
    ///
    /// # Errors
    /// [`Failure`] if there is no such game, and the errors from [`AppContext::plugins`].
    pub fn players(&self, game: Option<&str>) -> Result<Vec<(String, PlayerInfo)>, Failure> {
        let known = game
            .map_or_else(|| Ok(player_infos()), player_infos_for)
            .or_fail(FailureKind::Usage)?;
        let own = known.into_iter().map(|info| (info.name.clone(), info));
        let from_plugins = self.plugins()?.iter().flat_map(|plugin| {
            plugin
                .players()
                .iter()
                .map(|info| (format!("{}/{}", plugin.name(), info.name), info.clone()))
        });
        let plays = |info: &PlayerInfo| game.is_none_or(|game| info.games.include(game));
        Ok(own.chain(from_plugins).filter(|(_, info)| plays(info)).collect())
    }

    /// Returns `true` if the plugin came with the program.
    pub fn is_shipped(&self, plugin: &Plugin) -> bool {
        shipped().is_some_and(|shipped| shipped.include(plugin.file()))
    }

    /// Returns `true` if this player is human.
    pub fn is_person(&self, spec: &str) -> bool {
        self.find(&PlayerSpec::from_user(spec)).is_ok_and(|player| self.seats_person(&player))
    }

    /// Returns `true` if this player is human: either the program's own human player, or the one from the plugin
    /// `human` if that plugin is shipped or trusted. An untrusted plugin with that name can't ask questions.
    pub fn seats_person(&self, player: &PlayerRequest) -> bool {
        match player.name.split_once('/') {
            None => player.name == HUMAN,
            Some((HUMAN, HUMAN | "")) => !self.runs_in_own_process(player).unwrap_or(true),
            Some(_) => false,
        }
    }
}

/// The plugins that come with this program.
fn shipped() -> Option<Shipped> {
    let names = SHIPPED.map(|name| format!("{DLL_PREFIX}{name}{DLL_SUFFIX}").into()).into();
    env::current_exe().ok().map(|executable| Shipped { executable, names })
}

/// The rules for a game named on the command line.
///
/// # Errors
/// [`Failure`] if there is no such game.
pub fn game(name: &str) -> Result<Arc<dyn TableGame>, Failure> {
    table_game(name).or_fail(FailureKind::Usage)
}

/// The game at this position (the initial position by default). Warns if the position had to be corrected.
///
/// # Errors
/// [`Failure`] if the position is invalid.
pub fn open_position(
    game: &dyn TableGame,
    position: Option<&str>,
) -> Result<Box<dyn MatchState>, Failure> {
    let state = game.open(position).or_fail(FailureKind::Input)?;
    if let Some(what) = position.and_then(|position| game.corrections(position)) {
        warn(what);
    }
    Ok(state)
}

/// The game at this position (the initial position by default) after these moves, separated by spaces.
///
/// # Errors
/// [`Failure`] if the position or a move is invalid.
pub fn open_after(
    game: &dyn TableGame,
    position: Option<&str>,
    moves: &str,
) -> Result<Box<dyn MatchState>, Failure> {
    let mut state = open_position(game, position)?;
    play_moves(&mut *state, moves).or_fail(FailureKind::Input)?;
    Ok(state)
}

/// Opens a position given on the command line.
///
/// # Errors
/// [`Failure`] if there is no such game, or if the position is malformed.
pub fn explore(game: &str, position: Option<&str>) -> Result<Box<dyn Explorer>, Failure> {
    game_catalog::explore(game, position).map_err(|error| {
        let is_position = matches!(error, CatalogError::Notation(_));
        Failure::new(if is_position { FailureKind::Input } else { FailureKind::Usage }, error)
    })
}

/// The limits of a match.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The time control; `None` for the configured default.
    pub time: Option<TimeControl>,
    /// Limits for searching players.
    pub thinking: ThinkingLimits,
    /// Whether players think on their opponents' time.
    pub pondering: bool,
    /// The time limit per move for a program without a clock; `None` for the default of one minute.
    pub move_limit: Option<MoveLimit>,
}

/// Creates matches.
impl AppContext {
    /// A match between these players with these limits. Without a seed, the match gets a random seed. A time per move
    /// only limits computer players. If a human plays, the program's own players use the user's tablebases and the
    /// available opening book, unless their options say otherwise.
    ///
    /// # Errors
    /// [`Failure`] if a player can't be created.
    pub fn match_setup(
        &self,
        game: Arc<dyn TableGame>,
        players: &[PlayerSpec],
        limits: Limits,
        seed: Option<u64>,
    ) -> Result<MatchSetup, Failure> {
        self.match_setup_in(&PlayerPool::default(), game, players, limits, seed)
    }

    /// Like [`match_setup`](Self::match_setup), for one of several matches. Players in separate processes reuse a
    /// process from `pool` if possible.
    ///
    /// # Errors
    /// The same errors as [`match_setup`](Self::match_setup).
    pub fn match_setup_in(
        &self,
        pool: &PlayerPool,
        game: Arc<dyn TableGame>,
        players: &[PlayerSpec],
        limits: Limits,
        seed: Option<u64>,
    ) -> Result<MatchSetup, Failure> {
        let requested = players.iter().map(|spec| self.find(spec));
        let mut requested = requested.collect::<Result<Vec<PlayerRequest>, Failure>>()?;
        if requested.iter().any(|player| self.seats_person(player)) {
            use_endgame_tables(game.name(), &mut requested);
            use_opening_book(game.name(), &mut requested);
        }
        let seats = players.iter().zip(&requested);
        let seats = seats.map(|(spec, requested)| self.seat(pool, game.name(), spec, requested));
        let seats = seats.collect::<Result<_, _>>()?;
        let mut setup = MatchSetup::new(game, seats);
        setup.time_control = limits.time.unwrap_or_else(|| self.default_time_control());
        setup.thinking = limits.thinking;
        setup.pondering = limits.pondering;
        setup.move_limit = limits.move_limit.unwrap_or_default();
        setup.seed = seed.unwrap_or_else(any_seed);
        self.lift_move_time(&mut setup);
        Ok(setup)
    }

    /// A match where this player analyzes positions. The player holds every seat, and has unlimited time if `limits`
    /// sets none.
    ///
    /// # Errors
    /// [`Failure`] if the player can't be created.
    pub fn analysis_setup(
        &self,
        game: &Arc<dyn TableGame>,
        player: &PlayerSpec,
        limits: Limits,
        seed: u64,
    ) -> Result<MatchSetup, Failure> {
        let players = vec![player.clone(); game.seat_count()];
        let mut setup = self.match_setup(Arc::clone(game), &players, limits, Some(seed))?;
        setup.time_control = limits.time.unwrap_or(TimeControl::Unlimited);
        setup.move_limit = limits.move_limit.unwrap_or(MoveLimit::NONE);
        Ok(setup)
    }

    /// The opening book to quote with this player's results: the file that the player uses, or else the available book.
    /// `None` if neither is readable. Doesn't read a file if its name came over the network.
    pub fn quoted_book(&self, game: &str, player: &PlayerSpec) -> Option<Arc<Book>> {
        // An unknown player is rejected later, when it is set up.
        self.find(player).map_or_else(|_| opening_book(game), |player| quoted_book(game, &player))
    }

    /// Removes the human players' time limit in a match with a time per move, which only limits computer players. A
    /// clock limits all players.
    pub fn lift_move_time(&self, setup: &mut MatchSetup) {
        if !matches!(setup.time_control, TimeControl::PerMove(_)) {
            return;
        }
        setup.odds.resize(setup.seats.len(), Odds::default());
        for (odds, seat) in setup.odds.iter_mut().zip(&setup.seats) {
            if seat.is_person {
                odds.time_control = Some(TimeControl::Unlimited);
            }
        }
    }

    fn seat(
        &self,
        pool: &PlayerPool,
        game: &str,
        spec: &PlayerSpec,
        requested: &PlayerRequest,
    ) -> Result<SeatSetup, Failure> {
        let player = self.new_player_in(pool, game, requested)?;
        let player = self.elsewhere.place(requested, player);
        let is_person = self.seats_person(requested);
        Ok(SeatSetup { is_person, ..SeatSetup::new(spec.text(), player) })
    }

    /// Creates the player.
    ///
    /// # Errors
    /// [`Failure`] if the player does not exist, if its options are invalid, if its plugin can't create it, or if a
    /// file names it as a program without the user's permission.
    pub fn new_player(
        &self,
        game: &str,
        player: &PlayerRequest,
    ) -> Result<Box<dyn Player>, Failure> {
        self.new_player_in(&PlayerPool::default(), game, player)
    }

    /// Creates the player. A player in a separate process reuses a process from `pool` if possible.
    ///
    /// # Errors
    /// The same errors as [`AppContext::new_player`].
    pub fn new_player_in(
        &self,
        pool: &PlayerPool,
        game: &str,
        player: &PlayerRequest,
    ) -> Result<Box<dyn Player>, Failure> {
        let made = match Engine::permitted(player, self.engines_of_files)? {
            Some(engine) => engine.player(pool, game),
            None => self.make(pool, game, player),
        };
        made.map_err(|failure| failure.in_file(player.place.clone()))
    }

    /// Returns `true` if the player runs in a separate process, which is killed if the player hangs.
    ///
    /// # Errors
    /// The same errors as [`AppContext::plugins`].
    pub fn runs_in_own_process(&self, player: &PlayerRequest) -> Result<bool, Failure> {
        Ok(player.is_from_plugin()
            && self
                .plugins()?
                .find(&player.name)
                .is_ok_and(|(plugin, _)| plugin.has_own_processes()))
    }

    /// Returns `true` if each call to the player returns, either on time or after it is withdrawn. This holds if the
    /// player's code runs in a separate process, because waits for a process are limited.
    ///
    /// # Errors
    /// The same errors as [`AppContext::plugins`].
    pub fn always_returns(&self, player: &PlayerRequest) -> Result<bool, Failure> {
        Ok(Engine::is_child_process(player) || self.runs_in_own_process(player)?)
    }

    fn make(
        &self,
        pool: &PlayerPool,
        game: &str,
        player: &PlayerRequest,
    ) -> Result<Box<dyn Player>, Failure> {
        permit_file(player)?;
        if player.is_from_plugin() {
            let plugins = self.plugins()?;
            let made = plugins.new_player(&pool.plugins, &player.name, game, &player.options);
            return Ok(Box::new(made.map_err(plugin_failure)?));
        }
        new_player(game, &player.name, &player.options)
            .map_err(|error| self.with_plugins_named(error))
            .or_fail(FailureKind::Usage)
    }

    /// Resolves a name. A configured name is replaced with its player and options; the player may again be a configured
    /// name. Options in the specification override the configured ones.
    ///
    /// # Errors
    /// [`Failure`] if the options are malformed, or if a configured name refers to itself.
    pub fn find(&self, spec: &PlayerSpec) -> Result<PlayerRequest, Failure> {
        self.resolved(spec).map_err(|failure| failure.in_file(spec.place()))
    }

    fn resolved(&self, spec: &PlayerSpec) -> Result<PlayerRequest, Failure> {
        let given = spec.parsed()?;
        let mut named = spec;
        let mut name = given.name.as_str();
        let mut followed: Vec<&ConfiguredPlayer> = Vec::new();
        while let Some(configured) = self.configuration.players.get(name) {
            named = &configured.player;
            if followed.iter().any(|known| known.player.key == named.key) {
                let place = named.key.as_deref().unwrap_or(name);
                return Err(Failure::new(FailureKind::Input, anyhow!("{place} refers to itself")));
            }
            followed.push(configured);
            name = named.text();
        }
        // The options given along with the name may be at fault.
        let named_alone = if given.options.is_empty() { named } else { spec };
        let (place, origin) = (named_alone.place(), named.origin.clone());
        let mut options = Options::default();
        for (key, value) in followed.iter().rev().flat_map(|configured| &configured.options) {
            options.set(key, value.as_str().map_or_else(|| value.to_string(), String::from));
        }
        for (key, value) in given.options.iter() {
            options.set(key, value);
        }
        Ok(PlayerRequest { name: name.into(), options, place, origin, folder: None })
    }

    /// Adds configured names and plugin players to an error's suggestions.
    fn with_plugins_named(&self, error: CatalogError) -> CatalogError {
        let CatalogError::Unknown { what, name, known, .. } = error else { return error };
        let all = self.players(None).unwrap_or_default();
        let names = all.iter().map(|(name, _)| name.as_str());
        let is_half = |whole: &&str| whole.split('/').any(|half| half == name);
        let half_said = names.clone().find(is_half).map(String::from);
        let configured = self.configuration.players.keys().map(String::as_str);
        let suggestion = half_said.or_else(|| suggestion(&name, names.chain(configured)));
        CatalogError::Unknown { what, name, suggestion, known }
    }
}

/// Converts an error: a missing plugin is an invalid argument, whereas an existing plugin that can't play has failed.
fn plugin_failure(error: NewPlayerError) -> Failure {
    let kind = match error {
        NewPlayerError::PluginRefused { .. } | NewPlayerError::PlayerRefused { .. } => {
            FailureKind::Player
        }
        _ => FailureKind::Usage,
    };
    Failure::new(kind, error)
}

/// A random seed.
pub fn any_seed() -> u64 {
    RandomState::new().hash_one(())
}
