//! Two sides, no chance, nothing hidden.

use std::ops::ControlFlow;
use std::path::Path;
use std::{env, fs, iter};

use board_engine::{Deterministic, Game, Notation, PerfectInformation, Repetition, ZeroSum};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{
    AnySearch, EachMove, Endgames, Level, LevelSearch, SearchOptions, SearchPlayer, Ties, Tracker,
    WinPreference, any_search,
};
use search::{
    Algorithm, Deepening, Depth, Exhaustive, Limits, MonteCarloOptions, Report, Solver, Task,
};
use tablebase::{TableError, default_folder, note_unusable};

use super::pvs_options::{SelectedTables, depth, depth_option};
use super::{greedy, learned, pvs_options, trying};
use crate::books;
use crate::classic::{
    ClassicSearch, EvaluatorInfo, LEVEL, NO_EVALUATOR, PlayerAbout, PlayerEntry, Textbook,
};
use crate::entry::{CatalogEntry, DuelSearch, Kind, SearchKind, TablesOf};
use crate::learnable::LearnableGame;

/// Two-player zero-sum games without chance and with perfect information: checkers, chess, Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duel {}

pub(super) const EVALUATOR: &str = "evaluator";
/// The game's default evaluator.
pub(super) const DEFAULT_EVALUATOR: &str = "default";

const PVS: &str = "pvs";
const PVS_DESCRIPTION: &str = "the strongest: principal variation search with all refinements";
const ALPHA_BETA: PlayerAbout =
    PlayerAbout::new("alpha-beta", "minimax with alpha-beta pruning", searcher_options);
const NEGASCOUT: PlayerAbout = PlayerAbout::new(
    "negascout",
    "alpha-beta with null windows after the first move",
    searcher_options,
);
const NEGAMAX: PlayerAbout = PlayerAbout::new(
    "negamax",
    "minimax from the mover's side: the same moves, half the code",
    searcher_options,
);
const MINIMAX: PlayerAbout =
    PlayerAbout::new("minimax", "searches every line to a fixed depth", searcher_options);

impl<E> Kind<E> for Duel
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    fn players() -> Vec<PlayerEntry<E::Game>> {
        let textbook = [
            PlayerEntry { about: ALPHA_BETA, make: searching::<E> },
            PlayerEntry { about: NEGASCOUT, make: searching::<E> },
            PlayerEntry { about: NEGAMAX, make: searching::<E> },
            PlayerEntry { about: MINIMAX, make: searching::<E> },
        ];
        let about = PlayerAbout::new(PVS, PVS_DESCRIPTION, engine_options::<E>);
        let strong: PlayerEntry<E::Game> = PlayerEntry { about, make: engine::<E> };
        let monte_carlo = PlayerEntry { about: trying::MONTE_CARLO, make: monte_carlo::<E> };
        let (first, last) = if has_evaluation::<E>() {
            (None, Some(monte_carlo))
        } else {
            // Without an evaluation, Monte Carlo is the strongest player.
            (Some(monte_carlo), None)
        };
        first
            .into_iter()
            .chain([strong, player::<E>()])
            .chain(textbook)
            .chain(last)
            .chain(players::<E>())
            .chain([greedy::<E>()])
            .collect()
    }

    fn uses_book(player: &str, options: &Options) -> bool {
        player == PVS || uses_book::<E>(player, options)
    }

    /// The game's own solver, or the general solver for small games without endless lines.
    fn solver(game: &E::Game) -> Option<Box<dyn Solver<E::Game>>> {
        let ends = matches!(game.repetition(), Repetition::Ignored);
        let small = || ends.then(|| Box::new(Exhaustive::default()) as Box<dyn Solver<_>>);
        E::solver(game).or_else(small)
    }

    fn learnable(game: &E::Game, name: &str) -> Option<Box<dyn LearnableGame>> {
        learned::learnable::<E>(game, name)
    }

    fn learned_player(
        game: E::Game,
        name: &str,
        options: &Options,
    ) -> Option<Result<Box<dyn Player>, OptionError>> {
        Some(learned::new_player::<E>(game, name, options))
    }

    const LEARNED: Option<PlayerAbout> = Some(learned::LEARNED);

    const PAYOFFS_CANCEL: bool = true;

    const ALGORITHMS: &'static [&'static str] = &Textbook::NAMES;

    fn search(
        task: &Task<'_, E::Game, E::Evaluator>,
        algorithm: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>> {
        let Task { game, evaluator, position, history } = *task;
        let wanted = DuelSearch(SearchKind::Textbook(Textbook::from_name(algorithm)?));
        let mut search = E::duel_search(game, evaluator.clone(), wanted).ok()?;
        let limits = Limits::to_depth(depth);
        let mut listener = |_: &_| ControlFlow::Continue(());
        Some(search.search(game, position, history, &limits, &mut listener))
    }
}

/// The options for players that search to a depth and evaluate the leaves.
pub(super) fn searcher_options(evaluators: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let names = evaluators.iter().map(|info| info.name);
    let names: Vec<&str> = [DEFAULT_EVALUATOR].into_iter().chain(names).collect();
    let what = "its evaluator";
    vec![depth_option(), OptionSpec::choice(EVALUATOR, what, DEFAULT_EVALUATOR, &names)]
}

/// The evaluator for the player with this name.
pub(super) fn evaluator<E: CatalogEntry>(
    player: &str,
    named: &str,
) -> Result<E::Evaluator, OptionError> {
    let found = if named == DEFAULT_EVALUATOR {
        E::EVALUATORS.first().map(|(_, evaluator)| evaluator.clone())
    } else {
        E::evaluator(named)
    };
    found.ok_or_else(|| OptionError::Value {
        player: player.into(),
        name: EVALUATOR.into(),
        value: named.into(),
        expected: "an evaluator for this game".into(),
    })
}

/// A player that searches by iterative deepening with `A` and the evaluator from its options.
pub(super) fn deepening_by_options<E, A>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry,
    A: Algorithm<E::Game> + Default + Send + 'static,
{
    let evaluator = evaluator::<E>(about.name, &options.get::<String>(EVALUATOR)?)?;
    let search = any_search(evaluator, Deepening(A::default()));
    Ok(deepening(about.name, game, search, depth(options)?))
}

/// A player that searches by iterative deepening. The player's name is the given name, followed by the depth if it is
/// limited.
fn deepening<G: Notation>(
    name: &str,
    game: G,
    search: Box<dyn AnySearch<G>>,
    depth: Option<u32>,
) -> Box<dyn Player> {
    let name = depth.map_or_else(|| name.into(), |depth| format!("{name} {depth}"));
    Box::new(SearchPlayer::by(name, Tracker::new(game), search, SearchOptions::to_depth(depth)))
}

/// A player named after its algorithm.
fn searching<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let algorithm = Textbook::from_name(about.name).expect("it is named for its algorithm");
    let evaluator = evaluator::<E>(about.name, &options.get::<String>(EVALUATOR)?)?;
    let search = without_tables::<E>(&game, evaluator, SearchKind::Deepening(algorithm));
    Ok(deepening(about.name, game, search, depth(options)?))
}

/// A search without tablebases.
fn without_tables<E>(
    game: &E::Game,
    evaluator: E::Evaluator,
    wanted: SearchKind,
) -> Box<dyn AnySearch<E::Game>>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    E::duel_search(game, evaluator, DuelSearch(wanted)).expect("only endgame tables can be missing")
}

fn engine_options<E: CatalogEntry>(evaluators: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let own = pvs_options::options();
    let tables = E::HAS_TABLES.then(pvs_options::tables_options);
    searcher_options(evaluators)
        .into_iter()
        .chain(own)
        .chain(tables.into_iter().flatten())
        .chain(books::options())
        .collect()
}

/// The search with the tablebases that its options request.
fn with_tables<E>(
    player: &str,
    options: &Options,
    game: &E::Game,
    evaluator: E::Evaluator,
    wanted: impl FnOnce(Option<TablesOf>) -> SearchKind,
) -> Result<Box<dyn AnySearch<E::Game>>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let selected = if E::HAS_TABLES { pvs_options::tables(options)? } else { None };
    let Some(SelectedTables { selection, folder }) = selected else {
        return Ok(without_tables::<E>(game, evaluator, wanted(None)));
    };
    if let Some(folder) = &folder {
        note_missing(folder);
    }
    let folder = folder.map_or_else(default_folder, Ok);
    let search = folder.and_then(|folder| {
        let tables = TablesOf { folder, selection };
        E::duel_search(game, evaluator, DuelSearch(wanted(Some(tables))))
    });
    search.map_err(|error| pvs_options::no_tables(player, options, &error))
}

/// Records a table folder, or a folder list, that is named in a player's options but doesn't exist. The player then
/// plays without tables.
fn note_missing(folder: &Path) {
    let is_missing = env::split_paths(folder).all(|folder| !folder.exists());
    if is_missing && let Err(error) = fs::metadata(folder) {
        note_unusable(&TableError::UnreadableFolder { path: folder.into(), error });
    }
}

fn engine<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let evaluator = evaluator::<E>(about.name, &options.get::<String>(EVALUATOR)?)?;
    let (search, limits) = pvs_options::read(about.name, depth(options)?, options)?;
    let wanted = |tables| SearchKind::Strong(search, tables);
    let search = with_tables::<E>(about.name, options, &game, evaluator, wanted)?;
    Ok(Box::new(SearchPlayer::by(about.name.into(), Tracker::new(game), search, limits)))
}

fn monte_carlo<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let evaluator = evaluator::<E>(about.name, DEFAULT_EVALUATOR)?;
    trying::new_monte_carlo(about, game, options, |game, options| {
        without_tables::<E>(game, evaluator, SearchKind::MonteCarlo(options))
    })
}

/// The player with the game's levels.
fn player<E>() -> PlayerEntry<E::Game>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    crate::kinds::player_with::<E>(make::<E>, options::<E>)
}

fn options<E: CatalogEntry>(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let tables = E::HAS_TABLES.then(pvs_options::tables_options);
    let tables = tables.into_iter().flatten();
    let of_strongest = tables.chain(books::options()).map(|option| OptionSpec {
        description: format!("{}; only the strongest level uses them", option.description),
        ..option
    });
    iter::once(crate::kinds::option::<E>()).chain(of_strongest).collect()
}

/// Returns `true` if a search can evaluate unfinished positions in the game.
fn has_evaluation<E: CatalogEntry>() -> bool {
    E::EVALUATORS.iter().any(|(info, _)| *info != NO_EVALUATOR)
}

/// Returns `true` if the level player uses a book: only the strongest level does.
fn uses_book<E: CatalogEntry>(player: &str, options: &Options) -> bool {
    player == crate::kinds::PLAYER && crate::kinds::level(options).is_ok_and(is_strongest::<E>)
}

/// Returns `true` if a level is the game's strongest. With tables, weaker levels would play the endgame far better than
/// the rest of the game.
fn is_strongest<E: CatalogEntry>(level: Level) -> bool {
    E::LEVELS.last().is_some_and(|last| last.name == level.name)
}

fn make<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let level = crate::kinds::level(options)?;
    let evaluator = evaluator::<E>(about.name, DEFAULT_EVALUATOR)?;
    if !has_evaluation::<E>() {
        let wanted = SearchKind::MonteCarlo(MonteCarloOptions::default());
        let search = without_tables::<E>(&game, evaluator, wanted);
        let limits = SearchOptions { nodes: Some(level.playouts()), ..SearchOptions::DEFAULT };
        let player = SearchPlayer::by(level.name.into(), Tracker::new(game), search, limits);
        return Ok(super::careless(level, Box::new(player)));
    }
    let (of_search, name) = (evaluator.clone(), about.name);
    let search = if is_strongest::<E>(level) {
        let search = level.search_options(Endgames::FromTables);
        let wanted = |tables| SearchKind::Strong(search, tables);
        with_tables::<E>(name, options, &game, of_search, wanted)?
    } else {
        let search = level.search_options(Endgames::Searched);
        without_tables::<E>(&game, of_search, SearchKind::Strong(search, None))
    };
    let search = Box::new(LevelSearch::new(level, evaluator, search));
    let limits = SearchOptions { nodes: Some(level.nodes), ..SearchOptions::DEFAULT };
    Ok(Box::new(SearchPlayer::by(level.name.into(), Tracker::new(game), search, limits)))
}

const ALGORITHM: &str = "algorithm";

/// A game's classic players.
fn players<E>() -> impl Iterator<Item = PlayerEntry<E::Game>>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    E::CLASSICS.iter().map(|classic| PlayerEntry { about: classic.about, make: make_classic::<E> })
}

/// The classic player with this name.
fn make_classic<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let name = about.name;
    let classic = E::CLASSICS.iter().find(|classic| classic.about.name == name);
    let classic = classic.expect("it is about one of the list");
    let (evaluator, search) = (classic.evaluator.clone(), &classic.search);
    let (name, algorithm, ties, win_preference, depth) = match search {
        ClassicSearch::Iterative | ClassicSearch::IterativeByOption => {
            let wanted = SearchKind::Deepening(algorithm(search, options)?);
            let search = without_tables::<E>(&game, evaluator, wanted);
            return Ok(deepening(name, game, search, depth(options)?));
        }
        ClassicSearch::Minimax(depth) => {
            (name.into(), Textbook::Minimax, Ties::First, WinPreference::Any, *depth)
        }
        ClassicSearch::ByLevel(levels, win_preference) => {
            let level: String = options.get(LEVEL)?;
            let (name, depth) = (format!("{name} {level}"), levels.depth(&level));
            (name, Textbook::AlphaBeta, Ties::ByChance, *win_preference, depth)
        }
    };
    let search = without_tables::<E>(&game, evaluator, SearchKind::Textbook(algorithm));
    let search = Box::new(EachMove::new(search, ties, win_preference));
    let (tracker, options) = (Tracker::new(game), SearchOptions::to_depth(Some(depth)));
    Ok(Box::new(SearchPlayer::by(name, tracker, search, options)))
}

/// The algorithm for iterative deepening that the option selects.
fn algorithm(search: &ClassicSearch, options: &Options) -> Result<Textbook, OptionError> {
    if matches!(search, ClassicSearch::Iterative) {
        return Ok(Textbook::AlphaBeta);
    }
    let name: String = options.get(ALGORITHM)?;
    Ok(Textbook::from_name(&name).unwrap_or(Textbook::AlphaBeta))
}

/// The options for a [`ClassicSearch::Iterative`].
pub fn depth_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    vec![depth_option()]
}

/// The options for a [`ClassicSearch::IterativeByOption`].
pub fn depth_and_algorithm_options(_: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let default = Textbook::AlphaBeta.name();
    let what = "search algorithm";
    vec![depth_option(), OptionSpec::choice(ALGORITHM, what, default, &Textbook::NAMES)]
}
