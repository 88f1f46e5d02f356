//! From settings and files to a tournament.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use anyhow::{Context, anyhow};
use arena::game_properties::GameProperties;
use arena::openings::{OpeningError, Openings};
use arena::schedule::Format;
use arena::settings::{OPENINGS_AUTO, Settings};
use arena::tournament::Tournament;
use game_catalog::{sheet_formats, table_game, tablebase};
use games_package::{SheetFormat, TableGame};
use house::{Failure, FailureKind, House, OrFail, PlayerRequest, PlayerSpec};
use opening_book::is_book;
use tablebase::default_folder;

use crate::balance::SearchLimit;
use crate::entrants;

/// The most random openings that are made; then they are used again.
const RANDOM_OPENINGS_MAX: usize = 2000;

/// The depth of the search that judges random openings.
const BALANCE_DEPTH: u32 = 4;

/// How long random openings may be that nobody asked for.
const CHOSEN_PLIES: std::ops::RangeInclusive<u32> = 2..=8;

/// The largest value, in hundredths of the game's unit, of an opening that is called balanced.
const BALANCE_MAX: i32 = 50;

/// What the decoded blocks of endgame tables take up at most.
const TABLES_CACHE_BYTES: usize = 1 << 26;

const RANDOM: &str = "random:";
const START: &str = "start";

/// A tournament with its players, in its order.
pub type Plan = (Tournament, Vec<PlayerRequest>);

/// The tournament of these settings, with what the names of `players` stand for today. A setting that can't be used is a failure
/// of the kind `of_file`.
///
/// # Errors
/// [`Failure`] if the settings can't be played, or a player is unknown.
pub fn planned(
    house: &House,
    mut settings: Settings,
    players: &[PlayerSpec],
    of_file: FailureKind,
) -> Result<Plan, Failure> {
    let entrants = settings.players.into_iter().zip(players);
    let resolve = |(entrant, spec)| entrants::resolved(house, &settings.game, entrant, spec);
    let resolved = entrants.map(resolve).collect::<Result<Vec<_>, _>>()?;
    let (entrants, asked): (Vec<_>, Vec<_>) = resolved.into_iter().unzip();
    settings.players = entrants;
    Ok((with_tables(tournament(settings, of_file)?, of_file)?, asked))
}

/// The tournament with the endgame tables that its settings ask for, from the user's folder.
///
/// # Errors
/// [`Failure`] of the kind `of_file` if they are not all there, which names the command that builds them.
pub fn with_tables(tournament: Tournament, of_file: FailureKind) -> Result<Tournament, Failure> {
    let Some(pieces) = tournament.settings().adjudication.tables else { return Ok(tournament) };
    let game = tournament.game().name();
    let tablebase = tablebase(game).or_fail(of_file)?.ok_or_else(|| {
        let why = format!("there are no endgame tables of {game}: adjudicate without tables");
        Failure::new(of_file, anyhow!(why))
    })?;
    let opened = default_folder().and_then(|folder| {
        tablebase.open_complete(pieces, &tablebase.folder_in(&folder), TABLES_CACHE_BYTES)
    });
    Ok(tournament.with_tables(opened.context("no game can be adjudicated").or_fail(of_file)?))
}

/// Gives a number to a player that takes part twice.
#[must_use]
pub fn with_distinct_names(mut settings: Settings) -> Settings {
    let all: Vec<String> = settings.players.iter().map(|entrant| entrant.player.clone()).collect();
    for (index, entrant) in settings.players.iter_mut().enumerate() {
        let before = all.iter().take(index).filter(|player| **player == entrant.player).count();
        if before > 0 && entrant.name.is_none() {
            entrant.name = Some(format!("{} ({})", entrant.player, before + 1));
        }
    }
    settings
}

/// The settings in a file, with its text. Names of files in them are relative to it.
///
/// # Errors
/// [`Failure`] with the place in the file.
pub fn from_file(path: &Path) -> Result<(Settings, String), Failure> {
    let text = read(path)?;
    let mut settings = Settings::from_text(&text)
        .map_err(|error| anyhow!("{}: {error}", path.display()))
        .or_fail(FailureKind::Input)?;
    let game = table_game(&settings.game)
        .map_err(|error| anyhow!("{}: {error}", path.display()))
        .or_fail(FailureKind::Input)?;
    settings.game = game.name().into();
    let is_file = ![START, OPENINGS_AUTO].contains(&settings.openings.as_str());
    if is_file && !settings.openings.starts_with(RANDOM) {
        let folder = path.parent().unwrap_or(Path::new("."));
        settings.openings = folder.join(&settings.openings).display().to_string();
    }
    Ok((settings, text))
}

/// The text of a file.
///
/// # Errors
/// [`Failure`] if it can't be read.
pub fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .with_context(|| format!("can't read {}", path.display()))
        .or_fail(FailureKind::Input)
}

/// The tournament of these settings, with a seed if they have none and its openings drawn.
///
/// # Errors
/// [`Failure`] for the first wrong setting, of the kind `of_file`, or for a file of openings that can't be used.
pub fn tournament(mut settings: Settings, of_file: FailureKind) -> Result<Tournament, Failure> {
    let seed = *settings.seed.get_or_insert_with(random_seed);
    let game = table_game(&settings.game).or_fail(of_file)?;
    let mut settings = settings.checked(game.seat_count()).or_fail(of_file)?;
    let openings = match settings.openings.as_str() {
        OPENINGS_AUTO => chosen_openings(&*game, &mut settings, seed),
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
    if source == START {
        return Ok(Openings::start());
    }
    if source.starts_with(RANDOM) {
        let (plies, count) = (plies_of(source, of_file)?, random_count(game, settings));
        return random(game, plies, count, seed).or_fail(of_file);
    }
    if let Some(Games { path, format, plies }) = games(source, of_file)? {
        let content = fs::read(path).with_context(|| format!("can't read {}", path.display()));
        let content = content.or_fail(FailureKind::Input)?;
        let sheets = format.read(&content, Some(game.name()));
        return Openings::from_sheets(game, sheets, plies, seed)
            .with_context(|| path.display().to_string())
            .or_fail(FailureKind::Input);
    }
    let text = read(Path::new(source)).map_err(|failure| no_list(source, failure))?;
    Openings::from_text(game, &text, Some(seed))
        .with_context(|| source.to_owned())
        .or_fail(FailureKind::Input)
}

/// Why a file can't be read as a list of openings: `failure`, unless it is a book.
fn no_list(source: &str, failure: Failure) -> Failure {
    if !fs::read(source).is_ok_and(|bytes| is_book(&bytes)) {
        return failure;
    }
    let why = format!(
        "{source} is an opening book, which players use with the option book={source}; `rival-arena openings` makes \
         openings for matches"
    );
    Failure::new(FailureKind::Input, anyhow!(why))
}

/// Openings for settings that name none. From the start of the game, players that draw nothing by chance would play one
/// game again and again; so it is only where chance decides anyway, or where nobody meets twice. Else they are the
/// shortest random ones of which there are enough, or the most.
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

/// How many random plies openings of this source have.
fn plies_of(source: &str, of_file: FailureKind) -> Result<u32, Failure> {
    let plies = source.strip_prefix(RANDOM).and_then(|plies| plies.parse().ok());
    let wrong =
        || anyhow!("openings can't be \"{source}\": expected a number of plies from 1 to 100");
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

/// How many random openings there had better be: one for each set of games of the first round, or for every player as
/// many as it has sets with one other.
fn random_count(game: &dyn TableGame, settings: &Settings) -> usize {
    let players = settings.players.len();
    let round = settings.format.next_round(players, game.seat_count(), &[]);
    let encounters = round.map_or(0, |round| round.encounters.len());
    let sets = usize::try_from(settings.pairs).unwrap_or(usize::MAX);
    sets.saturating_mul(encounters.max(players)).min(RANDOM_OPENINGS_MAX)
}

/// The openings of a run that is extended to this number of sets per encounter. For runs from random openings, new ones are
/// drawn for the new sets: of as many plies as those that the run has, and of more where there are no others. All other
/// openings are used again.
///
/// # Errors
/// [`Failure`] if the source of the openings is malformed.
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
        // The same seed draws those first that are known.
        let count = openings.count() + needed;
        if let Ok(drawn) = random(&**tournament.game(), plies, count, seed) {
            openings = openings.extended(drawn, needed);
        }
        if openings.later_count() >= needed {
            break;
        }
    }
    Ok(openings)
}

/// What is to be known of the openings before the first game: that there are too few of them.
pub fn openings_warning(tournament: &Tournament) -> Option<String> {
    let pairs = tournament.settings().planned_sets();
    let openings = tournament.openings_per_encounter();
    let is_enough = usize::try_from(pairs).is_ok_and(|pairs| openings >= pairs);
    if is_enough || tournament.has_chance() {
        return None;
    }
    let noun = if openings == 1 { "opening" } else { "openings" };
    Some(format!(
        "two players who meet have {openings} {noun} for up to {pairs} pairs of games: pairs that are identical from the \
         same opening count once"
    ))
}

/// A file of games whose beginnings are openings.
struct Games<'a> {
    path: &'a Path,
    format: &'static dyn SheetFormat,
    /// How many plies of each are meant, if that is said.
    plies: Option<usize>,
}

/// The games that a source of openings names, like "games.pdn" or "games.pgn:6"; none if it names something else.
fn games(source: &str, of_file: FailureKind) -> Result<Option<Games<'_>>, Failure> {
    let notation = |path: &str| {
        let ending = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
        sheet_formats().into_iter().find(|format| format.name() == ending)
    };
    if let Some(format) = notation(source) {
        return Ok(Some(Games { path: Path::new(source), format, plies: None }));
    }
    let Some((path, plies)) = source.rsplit_once(':') else { return Ok(None) };
    let Some(format) = notation(path) else { return Ok(None) };
    let parsed = plies.parse().ok().filter(|plies| (1..=1000).contains(plies));
    let wrong =
        || anyhow!("openings can't be \"{source}\": expected a number of plies from 1 to 1000");
    let plies = Some(parsed.ok_or_else(wrong).or_fail(of_file)?);
    Ok(Some(Games { path: Path::new(path), format, plies }))
}

/// A random seed below 2⁶³. It is written into the settings of the run.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(()) >> 1
}
