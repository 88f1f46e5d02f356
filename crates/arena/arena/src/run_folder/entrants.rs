//! Resolves a tournament's entrants and creates their players for each game.

use std::env;
use std::fmt::Display;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::anyhow;
use app_context::{
    AppContext, Failure, FailureKind, OrFail, PlayerPool, PlayerRequest, PlayerSpec,
};
use games_package::{Options, Player, TimeControl};
use match_library::player_lines;

use super::runner;
use crate::play::{PlayerFactory, Trust};
use crate::settings::{Entrant, Settings, Unstartable};
use crate::tournament::Tournament;

/// The largest node limit per move of a quick engine: about a millisecond of search.
const QUICK_NODES_MAX: u64 = 1_000;

/// Maximum number of bytes to hash per program file.
const PROGRAM_BYTES_MAX: u64 = 1 << 30;

/// A tournament's players.
#[derive(Debug)]
pub struct Entrants {
    app: Arc<AppContext>,
    game: String,
    players: Vec<EntrantPlayer>,
    /// Number of concurrent games.
    concurrency: usize,
    /// `true` if any player has a clock or ponders.
    are_timed: bool,
    /// The processes for players that run outside this process.
    pool: PlayerPool,
}

/// An entrant, with the settings for running its player.
#[derive(Debug)]
struct EntrantPlayer {
    asked: PlayerRequest,
    trust: Trust,
    /// `true` if the player gets a new process for each game.
    restarts: bool,
    /// `true` if the player is an engine that answers sooner than another core wakes up.
    is_quick_engine: bool,
    /// The reason why the player can't be created, if the run continues without it.
    refusal: Option<String>,
}

impl Entrants {
    /// Opens a tournament's players, in order, for this number of concurrent games. By default, runs as many games as
    /// can run without sharing cores. Creates each player once to check that it works.
    ///
    /// # Errors
    /// [`Failure`] if a player is a person, can't be created, or has changed since the run began.
    pub fn open(
        app: &Arc<AppContext>,
        tournament: &Tournament,
        players: Vec<PlayerRequest>,
        concurrency: Option<usize>,
    ) -> Result<Self, Failure> {
        let settings = tournament.settings();
        let player = |(index, (asked, entrant)): (usize, (PlayerRequest, &Entrant))| {
            check_no_person(app, &asked)?;
            let (trust, restarts) = (trust(app, &asked)?, settings.restart || entrant.restart);
            let has_few_nodes =
                settings.nodes_of(index).is_some_and(|nodes| nodes <= QUICK_NODES_MAX);
            let is_quick_engine = asked.is_engine() && has_few_nodes && asked.threads() == 1;
            Ok(EntrantPlayer { asked, trust, restarts, is_quick_engine, refusal: None })
        };
        let players = players.into_iter().zip(&settings.players).enumerate().map(player);
        let players = players.collect::<Result<Vec<_>, Failure>>()?;
        let seats = tournament.game().seat_count();
        // Pondering players all think at the same time.
        let thinkers = if settings.has_pondering_player() { seats } else { 1 };
        let concurrency = concurrency.unwrap_or_else(|| default_concurrency(&players, thinkers));
        let mut entrants = Self {
            app: Arc::clone(app),
            game: tournament.game().name().into(),
            players,
            concurrency,
            are_timed: settings.has_pondering_player() || settings.is_timed(),
            pool: settings.startup_limit.into_iter().fold(
                PlayerPool::with_capacity(concurrency * seats),
                PlayerPool::with_startup_limit,
            ),
        };
        entrants.make_each_once(settings)?;
        for (entrant, player) in settings.players.iter().zip(&entrants.players) {
            let EntrantPlayer { asked, refusal, .. } = player;
            if entrant.code.is_some() && refusal.is_none() && entrant.code != code(app, asked)? {
                let why = format!(
                    "{entrant} differs from the build that started this run; restore that build or start a new run"
                );
                return Err(Failure::new(FailureKind::Input, anyhow!(why)));
            }
        }
        Ok(entrants)
    }

    /// Creates each player once. A player that fails is rejected later, unless the failure stops the run.
    fn make_each_once(&mut self, settings: &Settings) -> Result<(), Failure> {
        for index in 0..self.players.len() {
            let failure = self.make(&self.players[index]).err();
            let is_excused = settings.unstartable_of(index) != Unstartable::Stop;
            match failure {
                Some(failure) if is_excused && failure.kind() == FailureKind::Player => {
                    self.players[index].refusal = Some(failure.to_string());
                }
                Some(failure) => return Err(failure),
                None => {}
            }
        }
        Ok(())
    }

    /// Number of concurrent games.
    pub const fn concurrency(&self) -> usize {
        self.concurrency
    }

    /// Returns `true` if games should be pinned to cores. Pinning helps if every core runs a game and short turns
    /// alternate between processes, because waking another core would take longer than a turn. Returns `false` if one of
    /// the user's own programs might use several cores.
    pub fn should_pin(&self) -> bool {
        let is_short = |player: &EntrantPlayer| {
            if player.asked.is_engine() {
                player.is_quick_engine
            } else {
                player.trust != Trust::None
            }
        };
        let leaves =
            |player: &EntrantPlayer| player.is_quick_engine || player.trust == Trust::Returns;
        !self.are_timed
            && self.players.iter().all(is_short)
            && self.players.iter().any(leaves)
            && self.concurrency >= runner::core_count()
    }

    /// Returns `true` if any player is an engine, which must not start just because a file names it.
    pub fn include_engines(&self) -> bool {
        self.players.iter().any(|player| player.asked.is_engine())
    }

    /// A sentence about each program that has changed since the run with these settings began.
    pub fn changed_programs(&self, settings: &Settings) -> Vec<String> {
        let players = settings.players.iter().zip(&self.players);
        let changed = players.filter(|(entrant, player)| {
            // A missing program fails to start, which is reported elsewhere.
            let program = entrant.program.as_ref().and_then(|_| program_hash(&player.asked));
            program.is_some() && program != entrant.program
        });
        changed
            .map(|(entrant, player)| {
                let files = player.asked.program_files();
                let file = files.first().map_or_else(String::new, |file| format!(" ({})", file.display()));
                format!(
                    "the program of {entrant}{file} differs from the one that started this run: its games mix different programs"
                )
            })
            .collect()
    }

    /// The pool of the players' processes. Close the pool when no more players are needed.
    pub const fn pool(&self) -> &PlayerPool {
        &self.pool
    }

    fn make(&self, player: &EntrantPlayer) -> Result<Box<dyn Player>, Failure> {
        if player.restarts {
            return self.app.new_player_in(&self.pool.without_reuse(), &self.game, &player.asked);
        }
        self.app.new_player_in(&self.pool, &self.game, &player.asked)
    }
}

impl PlayerFactory for Entrants {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        let player = self.players.get(index).ok_or("unknown player")?;
        player.refusal.clone().map_or(Ok(()), Err)?;
        self.make(player).map_err(|failure| failure.to_string())
    }

    fn trust(&self, index: usize) -> Trust {
        self.players.get(index).map_or(Trust::None, |player| player.trust)
    }
}

/// The trust in a player.
fn trust(app: &AppContext, asked: &PlayerRequest) -> Result<Trust, Failure> {
    Ok(match asked.is_foreign() {
        false => Trust::Own,
        true if app.always_returns(asked)? => Trust::Returns,
        true => Trust::None,
    })
}

/// The default number of concurrent games: as many as can run without sharing cores, with `thinkers` thinking players
/// per game.
fn default_concurrency(players: &[EntrantPlayer], thinkers: usize) -> usize {
    let threads = |player: &EntrantPlayer| player.asked.threads();
    let mut threads: Vec<usize> = players.iter().map(threads).collect();
    threads.sort_unstable_by(|a, b| b.cmp(a));
    runner::concurrency(runner::core_count(), threads.iter().take(thinkers).sum())
}

/// Checks that a player is not a person.
///
/// # Errors
/// [`Failure`] if the player is a person.
pub fn check_no_person(app: &AppContext, asked: &PlayerRequest) -> Result<(), Failure> {
    if app.seats_person(asked) {
        let why = "a human can't play in a run; use \"rival play\"";
        return Err(asked.failure(anyhow!("{asked}: {why}")));
    }
    Ok(())
}

/// The players in these settings, as the user requested them.
pub fn of_user(settings: &Settings) -> Vec<PlayerSpec> {
    settings.players.iter().map(|entrant| PlayerSpec::from_user(spec_text(entrant))).collect()
}

/// The specification string for a player with checked settings.
fn spec_text(entrant: &Entrant) -> String {
    entrant.spec().unwrap_or_else(|_error| entrant.player.clone())
}

/// The players in these settings, as requested in the content `text` of the file `name`.
pub fn of_file(settings: &Settings, text: &str, name: &str) -> Vec<PlayerSpec> {
    let lines = player_lines(text, "player").into_iter().chain(std::iter::repeat(None));
    let spec = |(entrant, line): (&Entrant, Option<usize>)| {
        PlayerSpec::from_file(spec_text(entrant), name, line)
    };
    settings.players.iter().zip(lines).map(spec).collect()
}

/// Resolves an entrant's player. The result contains the current meaning of its name (which can change later), the
/// player's own limits from its options, and the hash of its plugin's current code. Tables still show the original
/// name. `spec` is the player with its origin.
///
/// # Errors
/// [`Failure`] if the player is unknown, or if an option is wrong or can't be stored in a file.
pub fn resolve(
    app: &AppContext,
    game: &str,
    entrant: Entrant,
    spec: &PlayerSpec,
) -> Result<(Entrant, PlayerRequest), Failure> {
    let found = app.find(spec)?;
    entrant.spec().map_err(|error| found.failure(error))?;
    let mut limited = entrant.clone();
    let mut asked = without_limits(app, game, found.clone(), &mut limited)?;
    let folder = env::current_dir().or_fail(FailureKind::Failed)?;
    asked.anchor(&start_folder(&entrant, folder));
    let player = asked.to_string();
    if PlayerSpec::from_user(&player).request().ok().as_ref() != Some(&asked) {
        let why = "an option value with a comma can't be saved in tournament settings";
        return Err(Failure::new(FailureKind::Input, anyhow!("{}: {why}", entrant.player)));
    }
    let given_name = entrant.player.split(':').next().unwrap_or_default();
    let is_other = asked.name != given_name || asked != found;
    let name = limited.name.clone().or_else(|| is_other.then_some(entrant.player));
    let code = code(app, &asked)?;
    let folder = asked.folder().and_then(Path::to_str).map(String::from);
    let program = program_hash(&asked);
    Ok((Entrant { name, code, folder, program, ..limited.with_spec(player) }, asked))
}

/// The players in stored settings, as requested in the content `text` of the file `name`. Programs start in the
/// original run's folder, if it still exists.
///
/// # Errors
/// [`Failure`] if a player's options are malformed.
pub fn stored_players(
    settings: &Settings,
    text: &str,
    name: &str,
) -> Result<Vec<PlayerRequest>, Failure> {
    let specs = of_file(settings, text, name);
    let request = |(spec, entrant): (&PlayerSpec, &Entrant)| {
        let mut asked = spec.request()?;
        let folder = entrant.folder.as_ref().map(PathBuf::from).filter(|folder| folder.is_dir());
        if let Some(folder) = folder {
            asked.start_in(folder);
        }
        Ok(asked)
    };
    specs.iter().zip(&settings.players).map(request).collect()
}

/// The folder in which an entrant's program starts: the stored one, if it still exists, or `current`.
fn start_folder(entrant: &Entrant, current: PathBuf) -> PathBuf {
    let stored = entrant.folder.as_ref().map(PathBuf::from).filter(|folder| folder.is_dir());
    stored.unwrap_or(current)
}

/// A hash over an engine's program files. `None` for other players, or if there are no files.
fn program_hash(asked: &PlayerRequest) -> Option<String> {
    let files = asked.program_files();
    let mut hasher = blake3::Hasher::new();
    for file in &files {
        // An unreadable file counts as empty.
        let hash = File::open(file).and_then(|file| {
            let mut hasher = blake3::Hasher::new();
            hasher.update_reader(file.take(PROGRAM_BYTES_MAX)).map(|hasher| hasher.finalize())
        });
        hasher.update(hash.as_ref().map(blake3::Hash::as_bytes).map_or(&[], |hash| hash));
    }
    (!files.is_empty()).then(|| hasher.finalize().to_string())
}

/// Moves the options that the table enforces from the player to the entrant's limits.
fn without_limits(
    app: &AppContext,
    game: &str,
    mut asked: PlayerRequest,
    entrant: &mut Entrant,
) -> Result<PlayerRequest, Failure> {
    if asked.is_engine() {
        asked.write_options_in_command();
        let mut result = Ok(());
        asked.retain_command_options(|key, value| match set_limit(entrant, key, value) {
            Ok(is_limit) => !is_limit,
            Err(error) => {
                result = Err(format!("{key}={value}: {error}"));
                true
            }
        });
        let wrong = |error| asked.failure(anyhow!("{}: {error}", asked.name));
        return result.map_err(wrong).map(|()| asked);
    }
    if asked.options.is_empty() {
        // Avoid loading a plugin just to look up its players' options.
        return Ok(asked);
    }
    let known = app.players(Some(game))?;
    let own = known.iter().find(|(name, _)| *name == asked.name).map(|(_, info)| &info.options);
    let is_own = |key: &str| own.is_some_and(|own| own.iter().any(|option| option.name == key));
    let mut left = Options::default();
    for (key, value) in asked.options.iter() {
        let wrong =
            |error: String| asked.failure(anyhow!("{}: {key}={value}: {error}", asked.name));
        if is_own(key) || !set_limit(entrant, key, value).map_err(wrong)? {
            left.set(key, value);
        }
    }
    asked.options = left;
    Ok(asked)
}

/// Sets an option that applies to the entrant, not to the player itself. Returns `false` for other options.
///
/// # Errors
/// The reason why the value is wrong.
fn set_limit(entrant: &mut Entrant, key: &str, value: &str) -> Result<bool, String> {
    match key {
        "time" => entrant.time = Some(parsed(value)?),
        "clock" => {
            let clock = TimeControl::of_clock(value).map_err(|error| error.to_string())?;
            entrant.time = Some(clock);
        }
        "depth" => entrant.depth = Some(parsed(value)?),
        "nodes" => entrant.nodes = Some(parsed(value)?),
        "restart" => entrant.restart = parsed(value)?,
        "ponder" => entrant.ponder = Some(parsed(value)?),
        "name" => entrant.name = Some(value.into()),
        _ => return Ok(false),
    }
    Ok(true)
}

fn parsed<T: FromStr<Err: Display>>(value: &str) -> Result<T, String> {
    value.parse().map_err(|error: T::Err| error.to_string())
}

/// The hash of a player's plugin; `None` without a plugin.
fn code(app: &AppContext, asked: &PlayerRequest) -> Result<Option<String>, Failure> {
    if !asked.is_from_plugin() {
        return Ok(None);
    }
    Ok(app.plugins()?.find(&asked.name).ok().map(|(plugin, _)| plugin.build()))
}
