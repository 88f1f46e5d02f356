//! Two sides, no chance, nothing hidden.

mod classics;
mod levels;

use std::ops::ControlFlow;

use board_engine::{Deterministic, Game, Notation, PerfectInformation, Repetition, ZeroSum};
use games_package::{OptionError, OptionSpec, Options, Player};
use players::{AnySearch, NODES_DEFAULT, SearchOptions, SearchPlayer, Tracker, any_search};
use search::{Algorithm, Deepening, Depth, Exhaustive, Limits, Report, Solver, Task};
use tablebase::default_folder;

pub use self::classics::{depth_and_algorithm_options, depth_options};
use crate::books;
use crate::entry::{CatalogEntry, DuelSearch, Kind, TablesOf, Wanted};
use crate::evaluator_info::EvaluatorInfo;
use crate::kinds::greedy::greedy;
use crate::kinds::{pvs_options, trying};
use crate::player_entry::{PlayerAbout, PlayerEntry};
use crate::textbook::Textbook;

/// Zero-sum games of two without chance and with perfect information: checkers, chess, Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Duel {}

pub(super) const DEPTH: &str = "depth";
/// The depth that means no limit.
const DEPTH_BY_TIME: i64 = 0;
pub(super) const EVALUATOR: &str = "evaluator";
/// The game's default evaluator.
pub(super) const DEFAULT_EVALUATOR: &str = "default";

const PVS: &str = "pvs";
const PVS_DESCRIPTION: &str =
    "the strong one: principal variation search with all that belongs to it";
const ALPHA_BETA: PlayerAbout =
    PlayerAbout::new("alpha-beta", "minimax without the lines that can't matter", searcher_options);
const NEGASCOUT: PlayerAbout = PlayerAbout::new(
    "negascout",
    "alpha-beta that expects its first move to be best",
    searcher_options,
);
const NEGAMAX: PlayerAbout = PlayerAbout::new(
    "negamax",
    "minimax from the mover's side: the same moves, half the code",
    searcher_options,
);
const MINIMAX: PlayerAbout =
    PlayerAbout::new("minimax", "looks at every line to a depth", searcher_options);

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
        [strong, levels::player::<E>()]
            .into_iter()
            .chain(textbook)
            .chain([PlayerEntry { about: trying::MONTE_CARLO, make: monte_carlo::<E> }])
            .chain(classics::players::<E>())
            .chain([greedy::<E>()])
            .collect()
    }

    fn uses_book(player: &str, options: &Options) -> bool {
        player == PVS || levels::uses_book::<E>(player, options)
    }

    /// The game's own solver, or one for small games in which no line goes on forever.
    fn solver(game: &E::Game) -> Option<Box<dyn Solver<E::Game>>> {
        let ends = matches!(game.repetition(), Repetition::Ignored);
        let small = || ends.then(|| Box::new(Exhaustive::default()) as Box<dyn Solver<_>>);
        E::solver(game).or_else(small)
    }

    const ALGORITHMS: &'static [&'static str] = &Textbook::NAMES;

    fn search(
        task: &Task<'_, E::Game, E::Evaluator>,
        algorithm: &str,
        depth: Depth,
    ) -> Option<Report<<E::Game as Game>::Move>> {
        let Task { game, evaluator, position, history } = *task;
        let wanted = DuelSearch(Wanted::Textbook(Textbook::named(algorithm)?));
        let mut search = E::duel_search(game, evaluator.clone(), wanted).ok()?;
        let limits = Limits::to_depth(depth);
        let mut listener = |_: &_| ControlFlow::Continue(());
        Some(search.search(game, position, history, &limits, &mut listener))
    }
}

/// The options of players that search to a depth and evaluate the leaves.
pub(super) fn searcher_options(evaluators: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let names = evaluators.iter().map(|info| info.name);
    let names: Vec<&str> = [DEFAULT_EVALUATOR].into_iter().chain(names).collect();
    let what = "its evaluator";
    vec![depth_option(), OptionSpec::choice(EVALUATOR, what, DEFAULT_EVALUATOR, &names)]
}

/// The option for the depth of a search.
fn depth_option() -> OptionSpec {
    let what = format!(
        "how many plies it looks ahead; {DEPTH_BY_TIME}: as the time allows, or {NODES_DEFAULT} positions"
    );
    OptionSpec::integer(DEPTH, &what, DEPTH_BY_TIME, 0, 100)
}

/// The value of [`depth_option`]; none means "as the time allows".
fn depth(options: &Options) -> Result<Option<u32>, OptionError> {
    Ok(Some(options.get(DEPTH)?).filter(|&depth| i64::from(depth) != DEPTH_BY_TIME))
}

/// The evaluator of the player with this name.
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
        expected: "an evaluator of this game".into(),
    })
}

/// A player that searches deeper and deeper by `A`, with the evaluator of its option.
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

/// A player by a search that goes deeper and deeper. Its name is this one and the depth, if that is limited.
fn deepening<G: Notation>(
    name: &str,
    game: G,
    search: Box<dyn AnySearch<G>>,
    depth: Option<u32>,
) -> Box<dyn Player> {
    let name = depth.map_or_else(|| name.into(), |depth| format!("{name} {depth}"));
    Box::new(SearchPlayer::by(name, Tracker::new(game), search, SearchOptions::to_depth(depth)))
}

/// The player that is named for its algorithm.
fn searching<E>(
    about: &PlayerAbout,
    game: E::Game,
    options: &Options,
) -> Result<Box<dyn Player>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let algorithm = Textbook::named(about.name).expect("it is named for its algorithm");
    let evaluator = evaluator::<E>(about.name, &options.get::<String>(EVALUATOR)?)?;
    let search = without_tables::<E>(&game, evaluator, Wanted::Deepening(algorithm));
    Ok(deepening(about.name, game, search, depth(options)?))
}

/// A search that uses no endgame tables.
fn without_tables<E>(
    game: &E::Game,
    evaluator: E::Evaluator,
    wanted: Wanted,
) -> Box<dyn AnySearch<E::Game>>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    E::duel_search(game, evaluator, DuelSearch(wanted)).expect("only endgame tables can be missing")
}

fn engine_options<E: CatalogEntry>(evaluators: &[EvaluatorInfo]) -> Vec<OptionSpec> {
    let own = pvs_options::options();
    let tables = E::HAS_TABLES.then(pvs_options::tables_option);
    searcher_options(evaluators)
        .into_iter()
        .chain(own)
        .chain(tables)
        .chain(books::options())
        .collect()
}

/// The search with the endgame tables that its options ask for.
fn with_tables<E>(
    player: &str,
    options: &Options,
    game: &E::Game,
    evaluator: E::Evaluator,
    wanted: impl FnOnce(Option<TablesOf>) -> Wanted,
) -> Result<Box<dyn AnySearch<E::Game>>, OptionError>
where
    E: CatalogEntry<Game: ZeroSum + Deterministic + PerfectInformation>,
{
    let selection = if E::HAS_TABLES { pvs_options::tables(options)? } else { None };
    let Some(selection) = selection else {
        return Ok(without_tables::<E>(game, evaluator, wanted(None)));
    };
    let search = default_folder().and_then(|folder| {
        let tables = TablesOf { folder, selection };
        E::duel_search(game, evaluator, DuelSearch(wanted(Some(tables))))
    });
    search.map_err(|error| pvs_options::no_tables(player, options, &error))
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
    let wanted = |tables| Wanted::Strong(search, tables);
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
        without_tables::<E>(game, evaluator, Wanted::MonteCarlo(options))
    })
}
