//! Who plays in a tournament.

use std::fmt::Display;
use std::sync::Arc;

use anyhow::anyhow;
use arena::play::Lineup;
use arena::settings::Entrant;
use arena::tournament::Tournament;
use games_package::{Options, Player};
use house::{Asked, Failure, FailureKind, House};
use plugin_host::Plugin;

use crate::machine;

/// The players of a tournament.
#[derive(Debug)]
pub(crate) struct Entrants {
    house: Arc<House>,
    game: String,
    asked: Vec<Asked>,
    /// How many think at a table at a time.
    thinkers: usize,
}

impl Entrants {
    /// The players of these settings; each is made once to see that it can be.
    pub(crate) fn open(house: &Arc<House>, tournament: &Tournament) -> Result<Self, Failure> {
        let settings = tournament.settings();
        let asked = settings.players.iter().map(|entrant| find(&entrant.player));
        let asked = asked.collect::<Result<Vec<_>, _>>()?;
        // Where players ponder, all at a table think all the time.
        let thinkers = if settings.ponder { tournament.game().seat_count() } else { 1 };
        let game = settings.game.clone();
        let entrants = Self { house: Arc::clone(house), game, asked, thinkers };
        entrants.asked.iter().try_for_each(|asked| entrants.make(asked).map(drop))?;
        for (entrant, asked) in settings.players.iter().zip(&entrants.asked) {
            if entrant.code.is_some() && entrant.code != code(house, asked)? {
                let why = format!(
                    "{entrant} is another build than the one that this run began with: put that one in its place, or \
                     begin a new run"
                );
                return Err(Failure::new(FailureKind::Input, anyhow!(why)));
            }
        }
        Ok(entrants)
    }

    /// How many games are played at a time if nothing is said: as many as have cores of their own.
    pub(crate) fn concurrency(&self) -> usize {
        let threads = |asked: &Asked| asked.options.get("threads").unwrap_or(1_usize);
        let mut threads: Vec<usize> = self.asked.iter().map(threads).collect();
        threads.sort_unstable_by(|a, b| b.cmp(a));
        machine::concurrency(machine::core_count(), threads.iter().take(self.thinkers).sum())
    }

    fn make(&self, asked: &Asked) -> Result<Box<dyn Player>, Failure> {
        self.house.new_player(&self.game, asked)
    }
}

impl Lineup for Entrants {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        let asked = self.asked.get(index).ok_or("there is no such player")?;
        self.make(asked).map_err(|failure| failure.to_string())
    }

    fn is_trusted(&self, index: usize) -> bool {
        self.asked.get(index).is_some_and(|asked| !asked.is_foreign())
    }
}

fn find(spec: &str) -> Result<Asked, Failure> {
    let asked: Asked = spec.parse()?;
    if asked.is_person() {
        let why = "nobody sits at a screen here: to play yourself, use rival play";
        return Err(Failure::new(FailureKind::Usage, anyhow!("{spec}: {why}")));
    }
    Ok(asked)
}

/// The entrant with the player that its name stands for in the configuration, which may say something else tomorrow;
/// with the limits of its own that were given among its options; and with the code that its plugin has today. Tables
/// go on calling it by that name.
pub(crate) fn resolved(house: &House, game: &str, entrant: Entrant) -> Result<Entrant, Failure> {
    let found = house.find(&entrant.player)?;
    let mut limited = entrant.clone();
    let asked = without_limits(house, game, found.clone(), &mut limited)?;
    let player = asked.to_string();
    if player.parse::<Asked>().ok().as_ref() != Some(&asked) {
        let why = "an option with a comma can't be kept in the settings of a tournament";
        return Err(Failure::new(FailureKind::Input, anyhow!("{}: {why}", entrant.player)));
    }
    let given_name = entrant.player.split(':').next().unwrap_or_default();
    let is_other = asked.name != given_name || asked != found;
    let name = entrant.name.or_else(|| is_other.then_some(entrant.player));
    let code = code(house, &asked)?;
    Ok(Entrant { player, name, code, ..limited })
}

/// The player without those of its options that are the table's and not its own: they become limits of the entrant.
fn without_limits(
    house: &House,
    game: &str,
    mut asked: Asked,
    entrant: &mut Entrant,
) -> Result<Asked, Failure> {
    let known = house.players(Some(game))?;
    let own = known.iter().find(|(name, _)| *name == asked.name).map(|(_, info)| &info.options);
    let is_own = |key: &str| own.is_some_and(|own| own.iter().any(|option| option.name == key));
    let mut left = Options::default();
    for (key, value) in asked.options.iter() {
        let wrong = |error: &dyn Display| {
            let error = anyhow!("{}: {key}={value}: {error}", asked.name);
            Failure::new(FailureKind::Usage, error)
        };
        match key {
            _ if is_own(key) => drop(left.set(key, value)),
            "time" | "clock" => {
                entrant.time = Some(value.parse().map_err(|error| wrong(&error))?);
            }
            "depth" => entrant.depth = Some(value.parse().map_err(|error| wrong(&error))?),
            "nodes" => entrant.nodes = Some(value.parse().map_err(|error| wrong(&error))?),
            _ => drop(left.set(key, value)),
        }
    }
    asked.options = left;
    Ok(asked)
}

/// What tells the code of a player's plugin from any other; none for a player without a plugin.
fn code(house: &House, asked: &Asked) -> Result<Option<String>, Failure> {
    if !asked.is_from_plugin() {
        return Ok(None);
    }
    let plugin = asked.name.split('/').next().unwrap_or_default();
    Ok(house.plugins()?.iter().find(|known| known.name() == plugin).map(Plugin::hash))
}

/// Every player of every plugin that plays `game` by itself.
pub(crate) fn all_of_plugins(house: &House, game: &str) -> Result<Vec<Entrant>, Failure> {
    let names = house.players(Some(game))?.into_iter().map(|(name, _)| name);
    let unmanned = names.filter(|name| {
        name.parse::<Asked>().is_ok_and(|asked| asked.is_from_plugin() && !asked.is_person())
    });
    Ok(unmanned.map(Entrant::from).collect())
}
