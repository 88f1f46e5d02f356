//! What the program has to offer: games, players from the catalog, from plugins and from the configuration.

use std::cell::OnceCell;
use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use engine_protocols::{HubPlayer, Make, Patience};
use game_catalog::{
    CatalogError, Explorer, GameInfo, new_player, player_infos, player_infos_for, table_game,
};
use games_package::{
    MatchSetup, OptionSpec, Options, Player, PlayerInfo, SeatSetup, TableGame, ThinkingLimits,
    TimeControl, suggestion,
};
use plugin_host::{Cache, Isolation, Plugin, PluginError, Plugins, SearchPath, SeatError, Shipped};

use crate::arguments::{CommonArguments, LimitArguments};
use crate::configuration::{Configuration, IsolationSettings, Trust};
use crate::failure::{Failure, FailureKind, OrFail};

/// The player that stands for a person at the screen.
pub(crate) const HUMAN: &str = "human";

/// Whom one plays against where nothing is said, the first that there is.
const OPPONENTS: [&str; 2] = [LEVEL, "pvs"];

/// Who looks into positions where nothing is said, the first that there is.
const ANALYSTS: [&str; 2] = ["pvs", "monte-carlo"];

/// The player of graded strength.
const LEVEL: &str = "level";

/// Who plays the game that is shown where nobody can play; of each row the first that there is.
const SHOWN_PLAYERS: [[&str; 2]; 2] =
    [["textbook/alpha-beta", "alpha-beta"], ["minimal/first", "random"]];

/// The games and players of this program.
#[derive(Debug)]
pub(crate) struct House {
    configuration: Configuration,
    /// The folders of `--plugins`.
    named: Vec<PathBuf>,
    /// What was found, once somebody has asked for it.
    plugins: OnceCell<Plugins>,
}

impl House {
    /// Reads the configuration.
    pub(crate) fn open(common: &CommonArguments) -> Result<Self, Failure> {
        let configuration = Configuration::load(common.config.as_deref())?;
        Ok(Self { configuration, named: common.plugins.clone(), plugins: OnceCell::new() })
    }

    /// The plugins, which are looked for when they are asked for first: what needs none doesn't pay for them.
    pub(crate) fn plugins(&self) -> Result<&Plugins, Failure> {
        if let Some(found) = self.plugins.get() {
            return Ok(found);
        }
        let named = self.named.iter().chain(&self.configuration.plugins).cloned().collect();
        let found = discover(named, &self.configuration.isolation)?;
        Ok(self.plugins.get_or_init(|| found))
    }

    /// The plugin in this file, run as it would be in a match.
    pub(crate) fn load_plugin(&self, file: &Path) -> Result<Plugin, Failure> {
        let cache = Cache::user().or_fail(FailureKind::Failed)?;
        let isolation = isolation(&self.configuration.isolation, env::current_exe().ok());
        Plugin::load(file, &cache, &Arc::new(isolation)).map_err(|error| {
            // A file that is none is the command line's fault, one that can't be loaded the plugin's.
            let kind = match error {
                PluginError::Unreadable { .. } | PluginError::NotAFile { .. } => FailureKind::Input,
                _ => FailureKind::Player,
            };
            Failure::new(kind, error)
        })
    }

    /// All games, the one that the configuration prefers first.
    pub(crate) fn games(&self) -> Vec<GameInfo> {
        let mut games = game_catalog::games();
        let Some(preferred) = &self.configuration.defaults.game else { return games };
        let is_preferred =
            |info: &GameInfo| table_game(&info.name).is_ok_and(|game| game.name() == preferred);
        match games.iter().position(is_preferred) {
            Some(index) => games[..=index].rotate_right(1),
            None => games
                .insert(0, GameInfo { name: preferred.clone(), description: "your game".into() }),
        }
        games
    }

    /// The game that is played where nothing is said.
    pub(crate) fn first_game(&self) -> Result<Arc<dyn TableGame>, Failure> {
        let first = self.games().into_iter().next().map(|info| info.name);
        game(&first.unwrap_or_default())
    }

    /// All players with the names by which they are asked for, those that play `game` if one is given.
    pub(crate) fn players(&self, game: Option<&str>) -> Result<Vec<(String, PlayerInfo)>, Failure> {
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

    /// Whom one can play against, with what each does; the default first.
    pub(crate) fn opponents(&self, game: &str) -> Result<Vec<(String, String)>, Failure> {
        let default = self.default_opponent(game);
        let players =
            self.players(Some(game))?.into_iter().map(|(name, info)| (name, info.description));
        let configured = self
            .configuration
            .players
            .iter()
            .map(|(name, player)| (name.clone(), format!("your {}", player.player)));
        let mut all: Vec<(String, String)> =
            configured.chain(players).filter(|(name, _)| !self.is_person(name)).collect();
        all.sort_by_key(|(name, _)| *name != default);
        Ok(all)
    }

    /// Whom one plays against where nothing is said.
    pub(crate) fn default_opponent(&self, game: &str) -> String {
        let configured = self.configuration.defaults.opponent.clone();
        configured.unwrap_or_else(|| self.first_of(&OPPONENTS, game))
    }

    /// Who looks into positions where nothing is said.
    pub(crate) fn analyst(&self, game: &str) -> String {
        self.first_of(&ANALYSTS, game)
    }

    /// The two players of the game that is shown where nobody can play.
    pub(crate) fn shown_players(&self, game: &str) -> [String; 2] {
        SHOWN_PLAYERS.map(|choices| self.first_of(&choices, game))
    }

    /// The first of these players that there is and that plays the game; else the first that plays it at all.
    fn first_of(&self, choices: &[&str; 2], game: &str) -> String {
        let there = self.players(Some(game)).unwrap_or_default();
        let is_there = |name: &&&str| there.iter().any(|(known, _)| known == **name);
        let first = || there.first().map_or(choices[1], |(name, _)| name);
        choices.iter().find(is_there).map_or_else(first, |name| *name).to_string()
    }

    /// Whether a person sits where this player is asked for.
    pub(crate) fn is_person(&self, spec: &str) -> bool {
        self.find(spec).is_ok_and(|asked| asked.name.rsplit('/').next() == Some(HUMAN))
    }
}

/// The names of the plugins that come with the program.
const SHIPPED: [&str; 3] = ["human", "minimal", "textbook"];

/// Looks for plugins in the folders that were named, and in the usual ones.
fn discover(named: Vec<PathBuf>, settings: &IsolationSettings) -> Result<Plugins, Failure> {
    let executable = env::current_exe().ok();
    let isolation = isolation(settings, executable.clone());
    let search_path = SearchPath {
        named,
        variable: env::var_os("RIVAL_PLUGINS"),
        working_folder: PathBuf::from("."),
        executable,
    };
    let cache = Cache::user().or_fail(FailureKind::Failed)?;
    Plugins::discover(&search_path.folders(), &cache, isolation).or_fail(FailureKind::Input)
}

/// How plugins are run, by the configuration.
fn isolation(settings: &IsolationSettings, executable: Option<PathBuf>) -> Isolation {
    let trusted = settings.trust.iter().filter(|(_, trust)| **trust == Trust::InProcess);
    let usual = Isolation::default();
    Isolation {
        policy: settings.policy,
        trusted: trusted.map(|(file, _)| file.clone()).collect(),
        shipped: executable.map(|executable| Shipped {
            executable,
            names: SHIPPED.map(|name| format!("{DLL_PREFIX}{name}{DLL_SUFFIX}").into()).into(),
        }),
        memory_bytes_max: settings.memory_mib.map_or(usual.memory_bytes_max, |mib| mib << 20),
        move_time_max: match settings.move_time {
            Some(TimeControl::PerMove(time)) => Some(time),
            Some(_) => None,
            None => usual.move_time_max,
        },
        ..usual
    }
}

/// The rules of a game that the command line names.
pub(crate) fn game(name: &str) -> Result<Arc<dyn TableGame>, Failure> {
    table_game(name).or_fail(FailureKind::Usage)
}

/// How the player of this strength is asked for.
pub(crate) fn level(name: &str) -> String {
    format!("{LEVEL}:name={name}")
}

/// A position that the command line names.
pub(crate) fn explore(game: &str, position: Option<&str>) -> Result<Box<dyn Explorer>, Failure> {
    game_catalog::explore(game, position).map_err(|error| {
        let is_position = matches!(error, CatalogError::Notation(_));
        Failure::new(if is_position { FailureKind::Input } else { FailureKind::Usage }, error)
    })
}

/// A player as it is asked for: name or PLUGIN/name, with options.
#[derive(Debug)]
struct Asked {
    name: String,
    options: Options,
    /// Where the configuration names it, if it does.
    place: Option<String>,
}

/// What starts the name of a player that is another program's engine, and the protocols that it may speak.
const ENGINE: &str = "engine:";
const HUB: &str = "hub:";

/// A player that is offered to another program.
pub(crate) struct Offer<'a> {
    /// What can be set.
    pub(crate) options: Vec<OptionSpec>,
    /// What is set.
    pub(crate) values: Options,
    /// Makes the player with other values.
    pub(crate) make: Box<Make<'a>>,
}

/// Offering a player.
impl House {
    /// The player that `spec` asks for, with these options on top of those in it.
    pub(crate) fn offer<'a>(
        &'a self,
        game: &'a str,
        spec: &str,
        options: &[String],
    ) -> Result<Offer<'a>, Failure> {
        let mut asked = self.find(spec)?;
        let given: Options = options.join(",").parse().or_fail(FailureKind::Usage)?;
        for (name, value) in given.iter() {
            asked.options.set(name, value);
        }
        // What doesn't fit is said now, not when the other program is ready to play.
        self.new_player(game, &asked)?;
        let known = self.players(Some(game))?;
        let specs = known.into_iter().find(|(name, _)| *name == asked.name);
        Ok(Offer {
            options: specs.map(|(_, info)| info.options).unwrap_or_default(),
            values: asked.options,
            make: Box::new(move |options| {
                let asked =
                    Asked { name: asked.name.clone(), options: options.clone(), place: None };
                self.new_player(game, &asked).map_err(|failure| failure.to_string())
            }),
        })
    }
}

/// Somebody else's engine.
fn engine_player(game: &str, spec: &str) -> Result<Box<dyn Player>, Failure> {
    let command = spec.strip_prefix(HUB).ok_or_else(|| {
        let known = HUB.trim_end_matches(':');
        let error =
            anyhow!("{ENGINE}{spec} speaks an unknown protocol: expected {ENGINE}{known}:COMMAND");
        Failure::new(FailureKind::Usage, error)
    })?;
    let player = HubPlayer::new(game, command, Patience::default()).or_fail(FailureKind::Usage)?;
    Ok(Box::new(player))
}

/// Setting up a match.
impl House {
    /// A match between these players, with the limits and the chance that the command line asks for.
    pub(crate) fn match_setup(
        &self,
        game: Arc<dyn TableGame>,
        players: &[String],
        limits: &LimitArguments,
        seed: Option<u64>,
    ) -> Result<MatchSetup, Failure> {
        let seats =
            players.iter().map(|spec| self.seat(game.name(), spec)).collect::<Result<_, _>>()?;
        let mut setup = MatchSetup::new(game, seats);
        setup.time_control = match (limits.time, limits.clock) {
            (Some(control), _) | (None, Some(control)) => control,
            (None, None) => self.configuration.defaults.time.unwrap_or(TimeControl::Unlimited),
        };
        setup.thinking = ThinkingLimits { depth: limits.depth, nodes: limits.nodes };
        setup.pondering = limits.ponder;
        setup.seed = seed.unwrap_or_else(any_seed);
        Ok(setup)
    }

    fn seat(&self, game: &str, spec: &str) -> Result<SeatSetup, Failure> {
        if let Some(engine) = spec.strip_prefix(ENGINE) {
            return Ok(SeatSetup { spec: spec.into(), player: engine_player(game, engine)? });
        }
        let is_default = self.configuration.defaults.opponent.as_deref() == Some(spec);
        let place = is_default.then(|| self.configuration.place("defaults.opponent"));
        let made = self.find(spec).and_then(|asked| {
            self.new_player(game, &asked).map_err(|failure| failure.in_file(asked.place))
        });
        let player = made.map_err(|failure| failure.in_file(place))?;
        Ok(SeatSetup { spec: spec.into(), player })
    }

    fn new_player(&self, game: &str, asked: &Asked) -> Result<Box<dyn Player>, Failure> {
        if asked.name.contains('/') {
            let player = self
                .plugins()?
                .new_player(&asked.name, game, &asked.options)
                .map_err(plugin_failure)?;
            return Ok(Box::new(player));
        }
        new_player(game, &asked.name, &asked.options)
            .map_err(|error| self.with_plugins_named(error))
            .or_fail(FailureKind::Usage)
    }

    /// What a text on the command line asks for: a name of the configuration stands for a player with options, which
    /// options on the command line go over. That player may be one of the configuration again.
    fn find(&self, spec: &str) -> Result<Asked, Failure> {
        let (mut name, options) = spec.split_once(':').unwrap_or((spec, ""));
        let given: Options = options.parse().or_fail(FailureKind::Usage)?;
        let mut followed = Vec::new();
        while let Some(configured) = self.configuration.players.get(name) {
            if followed.iter().any(|(known, _)| *known == name) {
                let place = self.configuration.place(&format!("players.{name}"));
                return Err(Failure::new(FailureKind::Input, anyhow!("{place} stands for itself")));
            }
            followed.push((name, &configured.options));
            name = &configured.player;
        }
        // Where options were given with the name, the fault may be theirs.
        let named = followed.last().filter(|_| options.is_empty());
        let place = named.map(|(name, _)| self.configuration.place(&format!("players.{name}")));
        let mut options = Options::default();
        for (key, value) in followed.iter().rev().flat_map(|(_, options)| options.iter()) {
            options.set(key, value.as_str().map_or_else(|| value.to_string(), String::from));
        }
        for (key, value) in given.iter() {
            options.set(key, value);
        }
        Ok(Asked { name: name.into(), options, place })
    }

    /// Names of one's own and players of plugins are worth a suggestion, too.
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

/// A plugin that isn't there is asked for wrongly; one that is there and can't play has failed.
fn plugin_failure(error: SeatError) -> Failure {
    let kind = match error {
        SeatError::PluginRefused { .. } | SeatError::PlayerRefused { .. } => FailureKind::Player,
        _ => FailureKind::Usage,
    };
    Failure::new(kind, error)
}

/// A seed that nobody can foresee; the record names it.
fn any_seed() -> u64 {
    RandomState::new().hash_one(())
}
