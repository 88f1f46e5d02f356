//! Where players come from: the catalog and the plugins.

use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;

use anyhow::anyhow;
use arena::play::Lineup;
use arena::settings::Settings;
use game_catalog::new_player;
use games_package::{Options, Player};
use plugin_host::{Cache, Isolation, Plugins, SearchPath, SeatError, Shipped};

use crate::failure::{Failure, FailureKind, OrFail};

/// The names of the plugins that come with the program.
const SHIPPED: [&str; 3] = ["human", "minimal", "textbook"];

/// The player that stands for a person at a screen, which the arena has not.
const HUMAN: &str = "human";

/// The players of a tournament.
#[derive(Debug)]
pub(crate) struct House {
    plugins: Plugins,
    game: String,
    asked: Vec<Asked>,
}

/// A player as it is asked for.
#[derive(Clone, Debug)]
struct Asked {
    name: String,
    options: Options,
}

impl Asked {
    fn is_from_plugin(&self) -> bool {
        self.name.contains('/')
    }
}

/// Looks for plugins in the folders that were named, and in the usual ones.
pub(crate) fn discover(named: Vec<PathBuf>) -> Result<Plugins, Failure> {
    let executable = env::current_exe().ok();
    let shipped = executable.clone().map(|executable| Shipped {
        executable,
        names: SHIPPED.map(|name| format!("{DLL_PREFIX}{name}{DLL_SUFFIX}").into()).into(),
    });
    let search_path = SearchPath {
        named,
        variable: env::var_os("RIVAL_PLUGINS"),
        working_folder: PathBuf::from("."),
        executable,
    };
    let cache = Cache::user().or_fail(FailureKind::Failed)?;
    let isolation = Isolation { shipped, ..Isolation::default() };
    Plugins::discover(&search_path.folders(), &cache, isolation).or_fail(FailureKind::Input)
}

/// Every player of every plugin that plays `game` by itself.
pub(crate) fn all_players(plugins: &Plugins, game: &str) -> Vec<String> {
    let players = plugins.iter().flat_map(|plugin| {
        let playing = plugin.players().iter().filter(|info| info.games.include(game));
        playing.map(|info| (plugin.name().to_owned(), info.name.clone()))
    });
    let unmanned = players.filter(|(_, player)| player != HUMAN);
    unmanned.map(|(plugin, player)| format!("{plugin}/{player}")).collect()
}

impl House {
    /// The players of these settings; each is made once to see that it can be.
    pub(crate) fn open(plugins: Plugins, settings: &Settings) -> Result<Self, Failure> {
        let asked = settings.players.iter().map(|entrant| find(&entrant.player));
        let asked = asked.collect::<Result<Vec<_>, _>>()?;
        let house = Self { plugins, game: settings.game.clone(), asked };
        house.asked.iter().try_for_each(|asked| house.make(asked).map(drop))?;
        Ok(house)
    }

    fn make(&self, asked: &Asked) -> Result<Box<dyn Player>, Failure> {
        if asked.is_from_plugin() {
            let made = self.plugins.new_player(&asked.name, &self.game, &asked.options);
            return Ok(Box::new(made.map_err(plugin_failure)?));
        }
        new_player(&self.game, &asked.name, &asked.options).or_fail(FailureKind::Usage)
    }
}

impl Lineup for House {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        let asked = self.asked.get(index).ok_or("there is no such player")?;
        self.make(asked).map_err(|failure| failure.to_string())
    }

    fn is_trusted(&self, index: usize) -> bool {
        self.asked.get(index).is_some_and(|asked| !asked.is_from_plugin())
    }
}

fn find(spec: &str) -> Result<Asked, Failure> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    if name.rsplit('/').next() == Some(HUMAN) {
        let why = "nobody sits at a screen here: to play yourself, use rival play";
        return Err(Failure::new(FailureKind::Usage, anyhow!("{spec}: {why}")));
    }
    Ok(Asked { name: name.into(), options: options.parse().or_fail(FailureKind::Usage)? })
}

/// A plugin that isn't there is asked for wrongly; one that is there and can't play has failed.
fn plugin_failure(error: SeatError) -> Failure {
    let kind = match error {
        SeatError::PluginRefused { .. } | SeatError::PlayerRefused { .. } => FailureKind::Player,
        _ => FailureKind::Usage,
    };
    Failure::new(kind, error)
}
