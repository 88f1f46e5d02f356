//! Creates a tournament from settings and files.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::time::Duration;

use crate::game_properties::GameProperties;
use crate::openings::{OpeningError, OpeningOrder, Openings};
use crate::schedule::Format;
use crate::settings::{Entrant, OPENINGS_AUTO, OpeningsOrder, Settings};
use crate::tournament::Tournament;
use anyhow::{Context, anyhow};
use app_context::{AppContext, Failure, FailureKind, OrFail, PlayerRequest, PlayerSpec};
use game_catalog::{table_game, tablebase};
use games_package::{TableGame, TimeControl};
use tablebase::default_folder;

use crate::run_folder::balance::SearchLimit;
use crate::run_folder::{entrants, names, opening_file};

/// Maximum number of random openings to generate. Beyond this, openings are reused.
const RANDOM_OPENINGS_MAX: usize = 2000;

/// The search depth for judging random openings.
const BALANCE_DEPTH: u32 = 4;

/// Length of automatically chosen random openings, in plies.
const CHOSEN_PLIES: std::ops::RangeInclusive<u32> = 2..=8;

/// Maximum score of a balanced opening, in hundredths of the game's unit.
const BALANCE_MAX: i32 = 50;

/// Maximum memory for decoded tablebase blocks, in bytes.
const TABLES_CACHE_BYTES: usize = 1 << 26;

/// The prefix of an engine that speaks the XBoard protocol.
const XBOARD: &str = "engine:xboard:";

/// The shortest time per move that the XBoard protocol can express.
const XBOARD_TIME_MIN: Duration = Duration::from_secs(1);

const RANDOM: &str = "random:";
const START: &str = "start";

/// A tournament and its players, in the tournament's order.
pub type Plan = (Tournament, Vec<PlayerRequest>);

/// Plans the tournament with these settings. Names in `players` have their current meaning. The failure kind for
/// unusable settings is `of_file`.
///
/// # Errors
/// [`Failure`] if the settings can't be played, or if a player is unknown.
pub fn plan(
    app: &AppContext,
    mut settings: Settings,
    players: &[PlayerSpec],
    of_file: FailureKind,
) -> Result<Plan, Failure> {
    let entrants = settings.players.into_iter().zip(players);
    let resolve = |(entrant, spec)| entrants::resolve(app, &settings.game, entrant, spec);
    let resolved = entrants.map(resolve).collect::<Result<Vec<_>, _>>()?;
    let (entrants, asked): (Vec<_>, Vec<_>) = resolved.into_iter().unzip();
    settings.players = entrants;
    names::shorten(&mut settings.players);
    Ok((with_tables(tournament(settings, of_file)?, of_file)?, asked))
}

/// Adds the tablebases that the tournament's settings require, from the user's folder.
///
/// # Errors
/// [`Failure`] with the kind `of_file` and the build command if tablebases are missing.
pub fn with_tables(tournament: Tournament, of_file: FailureKind) -> Result<Tournament, Failure> {
    let Some(pieces) = tournament.settings().adjudication.tables else { return Ok(tournament) };
    let game = tournament.game().name();
    let tablebase = tablebase(game).or_fail(of_file)?.ok_or_else(|| {
        let why = format!("no tablebases for {game}; omit --tables");
        Failure::new(of_file, anyhow!(why))
    })?;
    let opened = default_folder().and_then(|folder| {
        tablebase.open_complete(pieces, &tablebase.folder_in(&folder), TABLES_CACHE_BYTES)
    });
    Ok(tournament.with_tables(opened.context("games can't be adjudicated").or_fail(of_file)?))
}

/// Numbers players that appear more than once.
#[must_use]
pub fn with_distinct_names(mut settings: Settings) -> Settings {
    let all: Vec<String> = settings.players.iter().map(|entrant| entrant.player.clone()).collect();
    for (index, entrant) in settings.players.iter_mut().enumerate() {
        let before = all.iter().take(index).filter(|player| **player == entrant.player).count();
        if before > 0 && entrant.name.is_none() && !names::is_engine(entrant) {
            entrant.name = Some(format!("{} ({})", entrant.player, before + 1));
        }
    }
    settings
}

/// Reads settings from a file. Returns the settings and the file content. File names in the settings are relative to
/// the file.
///
/// # Errors
/// [`Failure`] with the location of the error.
pub fn from_file(path: &Path) -> Result<(Settings, String), Failure> {
    let text = read(path)?;
    let mut settings = Settings::from_text(&text)
        .map_err(|error| anyhow!("{}: {error}", path.display()))
        .or_fail(FailureKind::Input)?;
    let game = table_game(&settings.game)
        .map_err(|error| anyhow!("{}: {error}", path.display()))
        .or_fail(FailureKind::Input)?;
    settings.game = game.name().into();
    if is_opening_file(&settings.openings) {
        let folder = path.parent().unwrap_or(Path::new("."));
        settings.openings = folder.join(&settings.openings).display().to_string();
    }
    Ok((settings, text))
}

/// Returns `true` if these openings are the name of a file.
pub(crate) fn is_opening_file(openings: &str) -> bool {
    ![START, OPENINGS_AUTO].contains(&openings) && !openings.starts_with(RANDOM)
}

/// Reads a text file.
///
/// # Errors
/// [`Failure`] if the file can't be read.
pub fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .with_context(|| format!("can't read {}", path.display()))
        .or_fail(FailureKind::Input)
}

/// Creates the tournament with these settings. Draws the tournament's openings, and a seed if the settings contain
/// none.
///
/// # Errors
/// [`Failure`] with the kind `of_file` for the first invalid setting, or for an unusable opening file.
pub fn tournament(mut settings: Settings, of_file: FailureKind) -> Result<Tournament, Failure> {
    let seed = *settings.seed.get_or_insert_with(random_seed);
    if settings.has_untimed_player() {
        settings.move_limit.get_or_insert_default();
    }
    let game = table_game(&settings.game).or_fail(of_file)?;
    let mut settings = settings.check(game.seat_count()).or_fail(of_file)?;
    let openings = match settings.openings.as_str() {
        OPENINGS_AUTO if settings.has_default_order() => {
            chosen_openings(&*game, &mut settings, seed)
        }
        _ => openings(&*game, &settings, seed, of_file)?,
    };
    Tournament::new(settings, game, openings).or_fail(of_file)
}

fn openings(
    game: &dyn TableGame,
    settings: &Settings,
    seed: u64,
    of_file: FailureKind,
) -> Result<Openings, Failure> {
    let source = settings.openings.as_str();
    if (source == START || source.starts_with(RANDOM)) && !settings.has_default_order() {
        let why = "order and start need an opening file";
        return Err(Failure::new(of_file, anyhow!("{why}, not \"{source}\"")));
    }
    if source == START {
        return Ok(Openings::start());
    }
    if source.starts_with(RANDOM) {
        let (plies, count) = (plies_of(source, of_file)?, random_count(game, settings));
        return random(game, plies, count, seed).or_fail(of_file);
    }
    let order = OpeningOrder {
        seed: (settings.openings_order == OpeningsOrder::Random).then_some(seed),
        first: settings.openings_start.try_into().unwrap_or(usize::MAX),
    };
    opening_file::openings(game, source, random_count(game, settings), order, of_file)
}

/// The default openings. Deterministic players would repeat a single game from the initial position. That
/// position is used only if the game has chance events or no two players meet twice. Otherwise, the openings are random.
/// Uses the fewest plies that yield enough openings or, failing that, the number of plies that yields the most.
fn chosen_openings(game: &dyn TableGame, settings: &mut Settings, seed: u64) -> Openings {
    let meets_again =
        matches!(settings.format, Format::Swiss { .. } | Format::Knockout | Format::Groups { .. });
    settings.openings = START.into();
    if (settings.pairs == 1 && !meets_again) || GameProperties::of(game).has_chance {
        return Openings::start();
    }
    let mut chosen = Openings::start();
    for plies in CHOSEN_PLIES {
        let count = random_count(game, settings);
        let Ok(openings) = random(game, plies, count, seed) else { continue };
        if openings.count() > chosen.count() {
            settings.openings = format!("{RANDOM}{plies}");
            chosen = openings;
        }
        if chosen.count() >= random_count(game, settings) {
            break;
        }
    }
    chosen
}

/// Number of random plies in openings from this source.
fn plies_of(source: &str, of_file: FailureKind) -> Result<u32, Failure> {
    let plies = source.strip_prefix(RANDOM).and_then(|plies| plies.parse().ok());
    let wrong =
        || anyhow!("invalid openings \"{source}\": expected a number of plies from 1 to 100");
    let plies = plies.filter(|plies| (1..=100).contains(plies));
    plies.ok_or_else(wrong).or_fail(of_file)
}

/// Balanced positions after random plies.
fn random(
    game: &dyn TableGame,
    plies: u32,
    count: usize,
    seed: u64,
) -> Result<Openings, OpeningError> {
    let limit = SearchLimit::Plies(BALANCE_DEPTH);
    let mut balanced = |position: &str| limit.is_balanced(game, position, BALANCE_MAX);
    Openings::random(game, plies, count, seed, &mut balanced)
}

/// The recommended number of random openings: one per first-round set, or one per set between two players.
fn random_count(game: &dyn TableGame, settings: &Settings) -> usize {
    let players = settings.players.len();
    let round = settings.format.next_round(players, game.seat_count(), &[]);
    let encounters = round.map_or(0, |round| round.encounters.len());
    let sets = usize::try_from(settings.pairs).unwrap_or(usize::MAX);
    sets.saturating_mul(encounters.max(players)).min(RANDOM_OPENINGS_MAX)
}

/// The openings for extending a run to this number of sets per encounter. If the openings are random, draws new
/// openings for the new sets, and adds plies if too few openings are left. Reuses all other openings.
///
/// # Errors
/// [`Failure`] if the opening source is malformed.
pub fn more_openings(tournament: &Tournament, sets: u32) -> Result<Openings, Failure> {
    let (settings, mut openings) = (tournament.settings(), tournament.openings().clone());
    let needed = tournament.later_openings(sets);
    if !settings.openings.starts_with(RANDOM) || needed <= openings.later_count() {
        return Ok(openings);
    }
    let needed = needed.min(openings.later_count() + RANDOM_OPENINGS_MAX);
    let plies = plies_of(&settings.openings, FailureKind::Input)?;
    let seed = settings.seed.unwrap_or_default();
    for plies in plies..=plies.max(*CHOSEN_PLIES.end()) {
        // With the same seed, the first openings drawn are the existing ones.
        let count = openings.count() + needed;
        if let Ok(drawn) = random(&**tournament.game(), plies, count, seed) {
            openings = openings.extend(drawn, needed);
        }
        if openings.later_count() >= needed {
            break;
        }
    }
    Ok(openings)
}

/// The warning before the first game if there are too few openings.
pub fn openings_warning(tournament: &Tournament) -> Option<String> {
    let pairs = tournament.settings().planned_sets();
    let openings = tournament.openings_per_encounter();
    let is_enough = usize::try_from(pairs).is_ok_and(|pairs| openings >= pairs);
    if is_enough || tournament.has_chance() {
        return None;
    }
    let noun = if openings == 1 { "opening" } else { "openings" };
    Some(format!(
        "{openings} {noun} for up to {pairs} pairs per encounter: identical pairs from the same opening count once"
    ))
}

/// Warnings before the first game about engines with a time per move that their protocol can't express.
pub fn time_warnings(settings: &Settings) -> Vec<String> {
    let warning = |entrant: &Entrant| match entrant.odds().time_control(settings.time) {
        TimeControl::PerMove(time)
            if time < XBOARD_TIME_MIN && entrant.player.starts_with(XBOARD) =>
        {
            Some(format!(
                "{entrant} may lose on time: XBoard limits moves to whole seconds, so it gets 1s and \
                 is told to move shortly before {}; use a clock instead",
                humantime::format_duration(time)
            ))
        }
        _ => None,
    };
    settings.players.iter().filter_map(warning).collect()
}

/// A random seed below 2⁶³. The run's settings store the seed.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(()) >> 1
}
