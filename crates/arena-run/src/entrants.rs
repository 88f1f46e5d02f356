//! Who plays in a tournament.

use std::fmt::Display;
use std::sync::Arc;

use anyhow::anyhow;
use arena::play::{PlayerFactory, Trust};
use arena::settings::{Entrant, Settings};
use arena::tournament::Tournament;
use games_package::{Options, Player};
use house::{Failure, FailureKind, House, PlayerPool, PlayerRequest, PlayerSpec};
use match_library::player_lines;
use plugin_host::Plugin;

use crate::machine;

/// The players of a tournament.
#[derive(Debug)]
pub struct Entrants {
    house: Arc<House>,
    game: String,
    players: Vec<EntrantPlayer>,
    /// How many games are played at a time.
    concurrency: usize,
    /// Whether time is counted for anybody, or used while others think.
    are_timed: bool,
    /// The processes of players that run apart.
    pool: PlayerPool,
}

/// An entrant, and how it is run.
#[derive(Debug)]
struct EntrantPlayer {
    asked: PlayerRequest,
    trust: Trust,
    /// Whether it gets a new process for each game.
    restarts: bool,
}

impl Entrants {
    /// The players of a tournament, in its order, for this number of games at once; by default as many as the cores can
    /// play without sharing one. Each player is made once, to see that it can be.
    ///
    /// # Errors
    /// [`Failure`] if a player is a person, can't be made, or is another build than the one with which the run began.
    pub fn open(
        house: &Arc<House>,
        tournament: &Tournament,
        players: Vec<PlayerRequest>,
        concurrency: Option<usize>,
    ) -> Result<Self, Failure> {
        let settings = tournament.settings();
        let player = |(asked, entrant): (PlayerRequest, &Entrant)| {
            check_no_person(house, &asked)?;
            let (trust, restarts) = (trust(house, &asked)?, settings.restart || entrant.restart);
            Ok(EntrantPlayer { asked, trust, restarts })
        };
        let players = players.into_iter().zip(&settings.players).map(player);
        let players = players.collect::<Result<Vec<_>, Failure>>()?;
        let seats = tournament.game().seat_count();
        // Where players ponder, all at a table think all the time.
        let thinkers = if settings.ponder { seats } else { 1 };
        let concurrency = concurrency.unwrap_or_else(|| default_concurrency(&players, thinkers));
        let entrants = Self {
            house: Arc::clone(house),
            game: tournament.game().name().into(),
            players,
            concurrency,
            are_timed: settings.ponder || settings.is_timed(),
            pool: PlayerPool::with_capacity(concurrency * seats),
        };
        entrants.players.iter().try_for_each(|player| entrants.make(player).map(drop))?;
        for (entrant, EntrantPlayer { asked, .. }) in settings.players.iter().zip(&entrants.players)
        {
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

    /// How many games are played at a time.
    pub const fn concurrency(&self) -> usize {
        self.concurrency
    }

    /// Whether each game had better stay on a core: it goes to and fro between this process and those of plugins, every
    /// core has a game, and to wake another core at every turn would take longer than the turn. Not where a program that the
    /// user names may think on several cores.
    pub fn should_pin(&self) -> bool {
        let are_inline =
            !self.are_timed && self.players.iter().all(|player| player.trust != Trust::None);
        let go_to_and_fro = self.players.iter().any(|player| player.trust == Trust::Returns);
        are_inline
            && go_to_and_fro
            && !self.include_engines()
            && self.concurrency >= machine::core_count()
    }

    /// Whether one of them is another program, which a file that names it may not start.
    pub fn include_engines(&self) -> bool {
        self.players.iter().any(|player| player.asked.is_engine())
    }

    /// The processes of its players, to be closed when no more players are needed.
    pub const fn pool(&self) -> &PlayerPool {
        &self.pool
    }

    fn make(&self, player: &EntrantPlayer) -> Result<Box<dyn Player>, Failure> {
        if player.restarts {
            return self.house.new_player(&self.game, &player.asked);
        }
        self.house.new_player_in(&self.pool, &self.game, &player.asked)
    }
}

impl PlayerFactory for Entrants {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        let player = self.players.get(index).ok_or("there is no such player")?;
        self.make(player).map_err(|failure| failure.to_string())
    }

    fn trust(&self, index: usize) -> Trust {
        self.players.get(index).map_or(Trust::None, |player| player.trust)
    }
}

/// How far a player is trusted.
fn trust(house: &House, asked: &PlayerRequest) -> Result<Trust, Failure> {
    Ok(match asked.is_foreign() {
        false => Trust::Own,
        true if house.always_returns(asked)? => Trust::Returns,
        true => Trust::None,
    })
}

/// How many games are played at once by default: as many as the cores can play without sharing one, with `thinkers` in
/// each game.
fn default_concurrency(players: &[EntrantPlayer], thinkers: usize) -> usize {
    let threads = |player: &EntrantPlayer| player.asked.options.get("threads").unwrap_or(1_usize);
    let mut threads: Vec<usize> = players.iter().map(threads).collect();
    threads.sort_unstable_by(|a, b| b.cmp(a));
    machine::concurrency(machine::core_count(), threads.iter().take(thinkers).sum())
}

/// Refuses a person.
///
/// # Errors
/// [`Failure`] if the player is one.
pub fn check_no_person(house: &House, asked: &PlayerRequest) -> Result<(), Failure> {
    if house.seats_person(asked) {
        let why = "nobody sits at a screen here: to play yourself, use rival play";
        return Err(asked.failure(anyhow!("{asked}: {why}")));
    }
    Ok(())
}

/// The players of these settings as the user asks for them.
pub fn of_user(settings: &Settings) -> Vec<PlayerSpec> {
    settings.players.iter().map(|entrant| PlayerSpec::from_user(&entrant.player)).collect()
}

/// The players of these settings, which stand in this text of the file `name`.
pub fn of_file(settings: &Settings, text: &str, name: &str) -> Vec<PlayerSpec> {
    let lines = player_lines(text, "player").into_iter().chain(std::iter::repeat(None));
    let spec = |(entrant, line): (&Entrant, Option<usize>)| {
        PlayerSpec::from_file(&entrant.player, name, line)
    };
    settings.players.iter().zip(lines).map(spec).collect()
}

/// The entrant with the player that its name stands for in the configuration, which may change later; with its own
/// limits, which were given among its options; and with the code that its plugin has now. Tables keep that name. `spec`
/// is its player with its origin.
///
/// # Errors
/// [`Failure`] if the player is unknown, an option is wrong, or can't be kept in a file.
pub fn resolved(
    house: &House,
    game: &str,
    entrant: Entrant,
    spec: &PlayerSpec,
) -> Result<(Entrant, PlayerRequest), Failure> {
    let found = house.find(spec)?;
    let mut limited = entrant.clone();
    let asked = without_limits(house, game, found.clone(), &mut limited)?;
    let player = asked.to_string();
    if PlayerSpec::from_user(&player).request().ok().as_ref() != Some(&asked) {
        let why = "an option with a comma can't be kept in the settings of a tournament";
        return Err(Failure::new(FailureKind::Input, anyhow!("{}: {why}", entrant.player)));
    }
    let given_name = entrant.player.split(':').next().unwrap_or_default();
    let is_other = asked.name != given_name || asked != found;
    let name = entrant.name.or_else(|| is_other.then_some(entrant.player));
    let code = code(house, &asked)?;
    Ok((Entrant { player, name, code, ..limited }, asked))
}

/// The player without those of its options that are the table's and not its own: they become limits of the entrant.
fn without_limits(
    house: &House,
    game: &str,
    mut asked: PlayerRequest,
    entrant: &mut Entrant,
) -> Result<PlayerRequest, Failure> {
    if asked.options.is_empty() {
        // Then no plugin has to be loaded to know its players' options.
        return Ok(asked);
    }
    let known = house.players(Some(game))?;
    let own = known.iter().find(|(name, _)| *name == asked.name).map(|(_, info)| &info.options);
    let is_own = |key: &str| own.is_some_and(|own| own.iter().any(|option| option.name == key));
    let mut left = Options::default();
    for (key, value) in asked.options.iter() {
        let wrong =
            |error: &dyn Display| asked.failure(anyhow!("{}: {key}={value}: {error}", asked.name));
        match key {
            _ if is_own(key) => drop(left.set(key, value)),
            "time" | "clock" => {
                entrant.time = Some(value.parse().map_err(|error| wrong(&error))?);
            }
            "depth" => entrant.depth = Some(value.parse().map_err(|error| wrong(&error))?),
            "nodes" => entrant.nodes = Some(value.parse().map_err(|error| wrong(&error))?),
            "restart" => entrant.restart = value.parse().map_err(|error| wrong(&error))?,
            _ => drop(left.set(key, value)),
        }
    }
    asked.options = left;
    Ok(asked)
}

/// The hash of a player's plugin; none for a player without a plugin.
fn code(house: &House, asked: &PlayerRequest) -> Result<Option<String>, Failure> {
    if !asked.is_from_plugin() {
        return Ok(None);
    }
    let plugin = asked.name.split('/').next().unwrap_or_default();
    Ok(house.plugins()?.iter().find(|known| known.name() == plugin).map(Plugin::build))
}

/// Every player of every plugin that plays `game` by itself.
///
/// # Errors
/// [`Failure`] if plugins can't be found.
pub fn all_of_plugins(house: &House, game: &str) -> Result<Vec<Entrant>, Failure> {
    let names = house.players(Some(game))?.into_iter().map(|(name, _)| name);
    let unmanned = names.filter(|name| {
        let asked = PlayerSpec::from_user(name).request();
        asked.is_ok_and(|asked| asked.is_from_plugin() && !house.seats_person(&asked))
    });
    Ok(unmanned.map(Entrant::from).collect())
}
